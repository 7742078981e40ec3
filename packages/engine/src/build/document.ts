import { rolldown } from 'rolldown'
import { findIcon } from '../content/icons.ts'
import { isRightToLeft, openGraphLocale } from '../content/locale.ts'
import { DARK_FIRST } from '../content/looks.ts'
import type { Portfolio } from '../content/schema.ts'
import { makeJsonLd } from '../exports/json-ld.ts'
import { roundPath } from '../exports/round-path.ts'
import { buildCsp } from '../exports/security-headers.ts'
import { codeFile } from '../folders.ts'
import { UI_ICONS } from '../page/components/ui-icons.ts'
import { LEGAL_PAGES, type LegalPageName, legalFile } from '../page/legal-pages.ts'
import { SOCIAL_CARD } from '../resume/social-card.ts'
import { LOADER_URLS } from './check-links.ts'
import { iconLinks } from './favicons.ts'
import type { SiteAssets } from './generate-assets.ts'
import { PATHS } from './metadata-files.ts'
import { CARD_PATH } from './typeset-files.ts'

type DocumentParts = {
  kind: 'page' | 'missing' | LegalPageName
  /** The prefix of every URL of the site: "." for relative URLs, else the site's path. */
  base: string
  body: string
  /** The Content-Security-Policy, for hosts that send no headers. */
  policy?: string
  /** Further markup for the head, such as links to style sheets. */
  links?: string
  /** The script that hydrates the page, then its imports. Without scripts the page stays static. */
  scripts?: string[]
}

/** Renders the HTML document around a prerendered page. */
export async function renderDocument(assets: SiteAssets, parts: DocumentParts): Promise<string> {
  const { portfolio, fonts } = assets
  const { site } = portfolio
  const { kind, base, policy, links = '', body } = parts
  const isPage = kind === 'page'
  // The policy precedes everything that it governs, and the sprite precedes the page: its icons
  // would paint a frame later.
  const head = `<!doctype html>
<html lang="${escapeHtml(site.language)}" data-look="${site.look}" data-base="${base}"${isRightToLeft(site.language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
${policy ? `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">` : ''}
<title>${escapeHtml(titleOf(portfolio, kind))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPage ? seoTags(portfolio, base, assets.hasSocialCard) : legalTags(portfolio, kind)}
${themeTags(assets, base)}
<style id="fonts" media="(scripting: none)">${fonts.css(base)}</style>
<style>${stylesAt(assets, base)}</style>
${fonts.preload.map((font) => `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin media="(scripting: none)">`).join('\n')}
${links}
<script${loaderData(parts)}${DARK_FIRST.includes(site.look) ? ' data-theme="dark"' : ''}>${await loaderScript()}</script>
</head>
`.replace(/^\n/gm, '')
  return `${head}<body>
${sprite(kind === 'missing' || isLegal(kind) ? [] : [...UI_ICONS, ...iconsIn(body)])}
<div id="root">${body}</div>
</body>
</html>
`
}

function isLegal(kind: DocumentParts['kind']): kind is LegalPageName {
  return LEGAL_PAGES.some((page) => page === kind)
}

function titleOf({ site, strings, person }: Portfolio, kind: DocumentParts['kind']): string {
  if (isLegal(kind)) return `${strings.legal[kind]} – ${person.name}`
  return kind === 'page' ? site.title : strings.missingTitle
}

/** Search engines list the imprint and the privacy notice, but not the 404 page. */
function legalTags({ site }: Portfolio, kind: DocumentParts['kind']): string {
  if (!isLegal(kind)) return '<meta name="robots" content="noindex">'
  return site.url ? `<link rel="canonical" href="${escapeHtml(site.url + legalFile(kind))}">` : ''
}

/** The inline styles. The bundler writes the URLs of pictures in theme.css from the root of the site. */
function stylesAt({ fonts, css }: SiteAssets, base: string): string {
  return (fonts.fallbackCss + css).replaceAll('url(/assets/', `url(${base}/assets/`)
}

/** The policy of the documents with these bases: their inline code is allowed by its hashes. */
export async function policyFor(assets: SiteAssets, ...bases: string[]): Promise<string> {
  const { portfolio, fonts, imageOrigins } = assets
  return buildCsp(portfolio, {
    scripts: [await loaderScript()],
    styles: [...bases.map(fonts.css), ...new Set(bases.map((base) => stylesAt(assets, base)))],
    imageOrigins,
  })
}

/** The URLs that the inline loader fetches after the first paint, as data attributes. */
function loaderData({ kind, base, scripts }: DocumentParts): string {
  const addresses = scripts?.map((script) => `${base}${script}`)
  return [
    addresses ? ` ${LOADER_URLS.scripts}="${addresses.join(' ')}"` : '',
    kind === 'page' ? ` ${LOADER_URLS.manifest}="${base}${PATHS.manifest}"` : '',
  ].join('')
}

/** The icons that a page shows before its scripts run. */
function iconsIn(body: string): string[] {
  return Array.from(body.matchAll(/href="#icon-(.+?)"/g), ([, name = '']) => name)
}

/** Icons are 24 units wide, and brand icons have three decimals, which no screen shows. */
const ICON_PRECISION = 10

/** An SVG sprite with each icon once. */
function sprite(icons: string[]): string {
  const symbols = [...new Set(icons)].map((name) => {
    const body = findIcon(name)
    if (!body) throw new Error(`Icon "${name}" not found in the icon packs.`)
    const drawn = body
      .replaceAll('stroke-width="2"', 'stroke-width="1.75"')
      .replace(/ d="([^"]+)"/g, (_, data: string) => ` d="${roundPath(data, ICON_PRECISION)}"`)
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${drawn}</symbol>`
  })
  return `<svg width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`
}

let script: Promise<string> | undefined

/** Bundles page/loader.ts into the inline script of the page, once for each process. */
function loaderScript(): Promise<string> {
  script ??= bundleLoader()
  return script
}

async function bundleLoader(): Promise<string> {
  const bundle = await rolldown({ input: codeFile('page/loader.ts') })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code.trim()
}

/** Open Graph's default for a page without `og:locale`. */
const DEFAULT_LOCALE = 'en_US'

/** Metadata of the page for search engines, link previews and phones. */
export function seoTags(portfolio: Portfolio, base: string, hasSocialCard: boolean): string {
  const { site, resume } = portfolio
  return [
    meta('name', 'description', site.description),
    site.url && `<link rel="canonical" href="${escapeHtml(site.url)}">`,
    ...linkPreviewTags(portfolio, hasSocialCard),
    resume &&
      `<link rel="alternate" type="application/json" title="JSON Resume" href="${base}${PATHS.jsonResume}">`,
    `<script type="application/ld+json">${escapeScript(JSON.stringify(makeJsonLd(portfolio)))}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Theme colours and icons, for every page including the 404 page. */
function themeTags({ portfolio, brand, palettes }: SiteAssets, base: string): string {
  const icons = iconLinks(brand, portfolio.brand.image?.src ?? '').map(
    ({ rel, path, sizes }) =>
      `<link rel="${rel}" href="${path.startsWith('/') ? base : ''}${escapeHtml(path)}"${sizes ? ` sizes="${sizes}"` : ''}>`,
  )
  const themes = (['light', 'dark'] as const).map(
    (theme) =>
      `<meta name="theme-color" content="${palettes[theme].bg}" media="(prefers-color-scheme: ${theme})">`,
  )
  return [...themes, ...icons].join('\n')
}

/** Open Graph tags for link previews. `og:image` needs an absolute URL. */
function linkPreviewTags({ site, person, brand }: Portfolio, hasSocialCard: boolean): string[] {
  const locale = openGraphLocale(site.language)
  const image = hasSocialCard && site.url && new URL(`.${CARD_PATH}`, site.url).href
  const properties: [string, string | false | undefined][] = [
    ['og:type', 'website'],
    ['og:title', site.title],
    ['og:description', site.description],
    ['og:site_name', brand.text],
    ['og:locale', locale === DEFAULT_LOCALE ? undefined : locale],
    ['og:url', site.url],
    ['og:image', image],
    ['og:image:width', image && String(SOCIAL_CARD.width)],
    ['og:image:height', image && String(SOCIAL_CARD.height)],
    ['og:image:alt', image && [person.name, person.headline].filter(Boolean).join(', ')],
  ]
  return [
    ...properties.flatMap(([name, value]) => (value ? [meta('property', name, value)] : [])),
    ...(image ? [meta('name', 'twitter:card', 'summary_large_image')] : []),
  ]
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

/** Escapes `<`, so JSON cannot close its script element. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

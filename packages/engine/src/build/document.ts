import { rolldown } from 'rolldown'
import { findIcon } from '../content/check-names.ts'
import { isRightToLeft, openGraphLocale } from '../content/locale.ts'
import type { Portfolio } from '../content/schema.ts'
import { makeJsonLd } from '../exports/json-ld.ts'
import { SOCIAL_CARD } from '../exports/social-card.ts'
import { codeFile } from '../folders.ts'
import { LOADER_URLS } from './check-links.ts'
import { type BrandImage, CARD_PATH, iconLinks } from './favicons.ts'
import type { Fonts } from './fonts.ts'
import { PATHS } from './metadata-files.ts'
import type { Palettes } from './palette.ts'

export type DocumentParts = HeadOptions & {
  title: string
  /** Adds `noindex`. */
  noindex?: boolean
  fonts: Fonts
  css: string
  /** Further markup for the head, such as links to style sheets. */
  links?: string
  body: string
  icons: Iterable<string>
  /** The script that hydrates the page, then its imports. Without scripts the page stays static. */
  scripts?: string[]
}

/** The inline scripts and styles of a document, which its policy allows by their hashes. */
export type InlineCode = { scripts: string[]; styles: string[] }

/** Renders the HTML document around a prerendered page, with the policy in a meta tag. */
export async function renderDocument(
  parts: DocumentParts,
  policyFor?: (inline: InlineCode) => string,
): Promise<string> {
  const { portfolio, base, fonts, title, noindex, css, links = '', body, icons } = parts
  const { language } = portfolio.site
  const loader = await loaderScript()
  const fontFaces = fonts.css(base)
  const styles = fonts.fallbackCss + css
  const policy = policyFor?.({ scripts: [loader], styles: [fontFaces, styles] })
  const head = `<!doctype html>
<html lang="${escapeHtml(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
${policy ? `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">` : ''}
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${noindex ? '<meta name="robots" content="noindex">' : seoTags(portfolio, base)}
${themeTags(parts)}
<style id="fonts" media="(scripting: none)">${fontFaces}</style>
<style>${styles}</style>
${fonts.preload.map((font) => `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin media="(scripting: none)">`).join('\n')}
${links}
<script${loaderData(parts)}>${loader}</script>
</head>
`.replace(/^\n/gm, '')
  return `${head}<body>
${sprite(icons)}
<div id="root">${body}</div>
</body>
</html>
`
}

/** The URLs that the inline loader fetches after the first paint, as data attributes. */
function loaderData({ base, scripts, noindex }: DocumentParts): string {
  const addresses = scripts?.map((script) => `${base}${script}`)
  return [
    addresses ? ` ${LOADER_URLS.scripts}="${addresses.join(' ')}"` : '',
    noindex ? '' : ` ${LOADER_URLS.manifest}="${base}${PATHS.manifest}"`,
  ].join('')
}

/** An SVG sprite with each icon once. It precedes the page, or icons would paint a frame later. */
function sprite(icons: Iterable<string>): string {
  const symbols = [...new Set(icons)].map((name) => {
    const body = findIcon(name)
    if (!body) throw new Error(`Icon "${name}" not found in the icon packs.`)
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${body.replaceAll('stroke-width="2"', 'stroke-width="1.75"')}</symbol>`
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
export function seoTags(portfolio: Portfolio, base: string): string {
  const { site, resume } = portfolio
  return [
    meta('name', 'description', site.description),
    site.url && `<link rel="canonical" href="${escapeHtml(site.url)}">`,
    ...linkPreviewTags(portfolio),
    resume &&
      `<link rel="alternate" type="application/json" title="JSON Resume" href="${base}${PATHS.jsonResume}">`,
    `<script type="application/ld+json">${escapeScript(JSON.stringify(makeJsonLd(portfolio)))}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
}

export type HeadOptions = {
  portfolio: Portfolio
  brand: BrandImage
  /** The URL of the brand image, or its data URI. */
  brandUrl: string
  /** The prefix of every URL of the site: "." for relative URLs, else the site's path. */
  base: string
  palettes: Palettes
}

/** Theme colours and icons, for every page including the 404 page. */
function themeTags(parts: HeadOptions): string {
  const { brand, brandUrl, base, palettes } = parts
  const icons = iconLinks(brand, brandUrl).map(
    ({ rel, path, sizes }) =>
      `<link rel="${rel}" href="${path.startsWith('/') ? base : ''}${escapeHtml(path)}"${sizes ? ` sizes="${sizes}"` : ''}>`,
  )
  return [
    ...(['light', 'dark'] as const).map(
      (theme) =>
        `<meta name="theme-color" content="${palettes[theme].bg}" media="(prefers-color-scheme: ${theme})">`,
    ),
    ...icons,
  ].join('\n')
}

/** Open Graph tags for link previews. `og:image` needs an absolute URL. */
function linkPreviewTags({ site, person, brand }: Portfolio): string[] {
  const locale = openGraphLocale(site.language)
  const image = site.url && new URL(`.${CARD_PATH}`, site.url).href
  const properties: [string, string | undefined][] = [
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

export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

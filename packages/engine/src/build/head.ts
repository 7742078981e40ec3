import { openGraphLocale } from '../content/locale.ts'
import type { Portfolio } from '../content/schema.ts'
import { makeJsonLd } from '../exports/json-ld.ts'
import { SOCIAL_CARD } from '../exports/social-card.ts'
import { type BrandImage, CARD_PATH, iconLinks } from './favicons.ts'
import { PATHS } from './metadata-files.ts'
import type { Palettes } from './palette.ts'

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
export function themeTags(parts: HeadOptions): string {
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

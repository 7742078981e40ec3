import { makeJsonLd } from '../artifacts/json-ld.ts'
import { CARD } from '../artifacts/social-card.ts'
import { PATHS } from '../content/addresses.ts'
import type { Portfolio } from '../content/schema.ts'
import { CARD_PATH, findIcons } from './brand-pictures.ts'
import type { Palettes } from './palette.ts'

/** What the head of the page says to programs: search engines, messengers, phones. */
export function describeSite(portfolio: Portfolio, base: string): string {
  const { site, resume } = portfolio
  return [
    meta('name', 'description', site.description),
    site.url && `<link rel="canonical" href="${escapeHtml(site.url)}">`,
    ...describeLink(portfolio),
    resume &&
      `<link rel="alternate" type="application/json" title="JSON Resume" href="${base}${PATHS.jsonResume}">`,
    `<script type="application/ld+json">${escapeScript(JSON.stringify(makeJsonLd(portfolio)))}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
}

export type LookParts = {
  portfolio: Portfolio
  /** Where the brand's picture is, or itself as an address of data. */
  brandPicture: string
  /** What stands before every address of the site: "." beside the page, else its whole path. */
  base: string
  palettes: Palettes
}

/** What every page says, the one for unknown addresses too. */
export function describeLook(parts: LookParts): string {
  const { portfolio, brandPicture, base, palettes } = parts
  const icons = findIcons(portfolio, brandPicture).map(
    ({ rel, path, sizes }) =>
      `<link rel="${rel}" href="${path.startsWith('/') ? base : ''}${escapeHtml(path)}"${sizes ? ` sizes="${sizes}"` : ''}>`,
  )
  return [
    ...(['light', 'dark'] as const).map(
      (theme) =>
        `<meta name="theme-color" content="${palettes[theme].paper}" media="(prefers-color-scheme: ${theme})">`,
    ),
    ...icons,
  ].join('\n')
}

/** How a link to the site looks in messages. A picture there needs a whole address. */
function describeLink({ site, person, brand }: Portfolio): string[] {
  const [language, region] = site.language.split('-')
  const image = site.url && new URL(`.${CARD_PATH}`, site.url).href
  const properties: [string, string | undefined][] = [
    ['og:type', 'website'],
    ['og:title', site.title],
    ['og:description', site.description],
    ['og:site_name', brand.text],
    ['og:locale', region && `${language}_${region.toUpperCase()}`],
    ['og:url', site.url],
    ['og:image', image],
    ['og:image:width', image && String(CARD.width)],
    ['og:image:height', image && String(CARD.height)],
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

/** JSON inside a script element must not be able to end it. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

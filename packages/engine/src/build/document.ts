import { findIcon } from '../content/check-names.ts'
import { isRightToLeft } from '../content/locale.ts'
import { loaderScript } from './bundle-loader.ts'
import type { Fonts } from './fonts.ts'
import { escapeHtml, type HeadOptions, seoTags, themeTags } from './head.ts'
import { LOADER_URLS } from './html-links.ts'
import { PATHS } from './metadata-files.ts'

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

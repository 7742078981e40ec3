import { PATHS } from '../content/addresses.ts'
import { findIcon } from '../content/icons.ts'
import { bootScript } from './boot-script.ts'
import type { Fonts } from './fonts.ts'
import { describeLook, describeSite, escapeHtml, type LookParts } from './head.ts'

export type DocumentParts = LookParts & {
  title: string
  /** Search engines are to leave the page out. */
  isHidden?: boolean
  fonts: Fonts
  css: string
  /** Links to styles that are not in the page yet, already markup. */
  links?: string
  body: string
  icons: Iterable<string>
  /** The script that takes the page over, and those it needs; without them the page stays as it is. */
  scripts?: string[]
}

/** One whole HTML document around a rendered page. */
export async function renderDocument(parts: DocumentParts): Promise<string> {
  const { portfolio, base, fonts, title, isHidden, css, links = '', body, icons } = parts
  return `<!doctype html>
<html lang="${escapeHtml(portfolio.site.language)}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${isHidden ? '<meta name="robots" content="noindex">' : describeSite(portfolio, base)}
${describeLook(parts)}
<style id="fonts" media="(scripting: none)">${fonts.css(base)}</style>
<style>${fonts.fallbackCss}${css}</style>
${fonts.needed.map((font) => `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin media="(scripting: none)">`).join('\n')}
${links}
<script${bootData(parts)}>${await bootScript()}</script>
</head>
<body>
${sprite(icons)}
<div id="root">${body}</div>
</body>
</html>
`.replace(/^\n/gm, '')
}

/** What the boot script fetches once the page is on the screen. */
function bootData({ base, scripts, isHidden }: DocumentParts): string {
  const addresses = scripts?.map((script) => `${base}${script}`)
  return [
    addresses ? ` data-scripts="${addresses.join(' ')}"` : '',
    isHidden ? '' : ` data-manifest="${base}${PATHS.manifest}"`,
  ].join('')
}

/** Each icon once, however often the page shows it; before the page, or icons would come a frame after it. */
function sprite(icons: Iterable<string>): string {
  const symbols = [...new Set(icons)].map((name) => {
    const body = findIcon(name)
    if (!body) throw new Error(`There is no icon "${name}" in the icon packs.`)
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${body.replaceAll('stroke-width="2"', 'stroke-width="1.75"')}</symbol>`
  })
  return `<svg width="0" height="0" hidden>${symbols.join('')}</svg>`
}

import { readFileSync } from 'node:fs'
import { minifySync, transformSync } from 'rolldown/utils'
import { findIcon } from '../content/icons.ts'
import type { Portfolio } from '../content/schema.ts'
import type { Fonts } from './fonts.ts'
import { describeLook, describeSite, escapeHtml } from './head.ts'
import type { Palettes } from './palette.ts'

const BOOT = new URL('../page/boot.ts', import.meta.url)

export type DocumentParts = {
  portfolio: Portfolio
  title: string
  /** Search engines are to leave the page out. */
  isHidden?: boolean
  /** What stands before every address of the site: "." beside the page, else its whole path. */
  base: string
  palettes: Palettes
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
export function renderDocument(parts: DocumentParts): string {
  const { portfolio, base, palettes, fonts, title, isHidden, css, links = '', body, icons } = parts
  const scripts = parts.scripts?.map((script) => `${base}${script}`)
  return `<!doctype html>
<html lang="${escapeHtml(portfolio.site.language)}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${isHidden ? '<meta name="robots" content="noindex">' : describeSite(portfolio, base)}
${describeLook(portfolio, base, palettes)}
${fonts.preload.map((font) => `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<style>${fonts.css(base)}${css}</style>
${links}
<script${scripts ? ` data-scripts="${scripts.join(' ')}"` : ''}>${bootScript()}</script>
</head>
<body>
<div id="root">${body}</div>
${sprite(icons)}
</body>
</html>
`.replace(/^\n/gm, '')
}

let boot: string | undefined

function bootScript(): string {
  boot ??= compileBoot()
  return boot
}

/** Wrapped in a function, so that its names stay its own. */
function compileBoot(): string {
  const { code } = transformSync('boot.ts', readFileSync(BOOT, 'utf8'))
  const script = code.replace('export {};', '')
  return minifySync('boot.js', `(()=>{${script}})()`).code.trim()
}

/** Each icon once, however often the page shows it. */
function sprite(icons: Iterable<string>): string {
  const symbols = [...new Set(icons)].map((name) => {
    const body = findIcon(name)
    if (!body) throw new Error(`There is no icon "${name}" in the icon packs.`)
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${body.replaceAll('stroke-width="2"', 'stroke-width="1.75"')}</symbol>`
  })
  return `<svg width="0" height="0" hidden>${symbols.join('')}</svg>`
}

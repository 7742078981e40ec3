import { findIcon } from '../content/icons.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { requireOwn } from '../folders.ts'

const { optimize }: typeof import('svgo') = requireOwn('svgo')

/** The icons of the page itself. The build adds those that the content names. */
export const UI_ICONS = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'arrow-up-right',
  'check',
  'chevron-down',
  'circle-alert',
  'circle-check',
  'contrast',
  'download',
  'lucide:x',
  'menu',
] as const

/** An SVG sprite with the icons of the page and those that the content names, each once. */
export function sprite(portfolio: Portfolio): string {
  const symbols = [...new Set([...UI_ICONS, ...iconsOf(portfolio)])].map((name) => {
    const body = findIcon(name)
    if (!body) throw new Error(`Icon "${name}" not found in the icon packs.`)
    const drawn = body.replaceAll('stroke-width="2"', 'stroke-width="1.75"')
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${drawn}</symbol>`
  })
  return roundPaths(`<svg width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`)
}

/** Brand icons have three decimals, the last of which no screen shows. Relative coordinates compress better. */
export function roundPaths(svg: string): string {
  const params = { floatPrecision: 2, utilizeAbsolute: false }
  return optimize(svg, { plugins: [{ name: 'convertPathData', params }] }).data
}

/** The icons that the content names. */
function iconsOf({ person, services }: Portfolio): string[] {
  return [...person.profiles, ...(services?.cards ?? [])].map(({ icon }) => icon)
}

import { UI_ICONS } from '../components/Icon/ui-icons.ts'
import { findIcon } from '../content/icons.ts'
import { roundPath } from './round-path.ts'

/** Icons are 24 units wide, and brand icons have three decimals, which no screen shows. */
const PRECISION = 10

/** An SVG sprite with the icons of the page and those that the content names, each once. */
export function sprite(content: object): string {
  const symbols = [...new Set([...UI_ICONS, ...iconsIn(content)])].map((name) => {
    const body = findIcon(name)
    if (!body) throw new Error(`Icon "${name}" not found in the icon packs.`)
    const drawn = body
      .replaceAll('stroke-width="2"', 'stroke-width="1.75"')
      .replace(/ d="([^"]+)"/g, (_, data: string) => ` d="${roundPath(data, PRECISION)}"`)
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${drawn}</symbol>`
  })
  return `<svg width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`
}

function iconsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'icon' && typeof item === 'string' ? [item] : iconsIn(item),
  )
}

import { COLOR_TOKENS, type Colors } from './colors.ts'

const NAMES = Object.entries(COLOR_TOKENS) as [keyof Colors, string][]

/**
 * Replaces tokens such as var(--color-accent) in an SVG with the page's colours: an SVG file cannot
 * use the page's styles, and icons are generated from it too.
 */
export function resolveSvgTokens(svg: Buffer | string, colors: Colors): string {
  return String(svg).replace(/var\(--([a-z-]+)(?:,[^()]*)?\)/g, (match, token: string) => {
    const [name] = NAMES.find(([, known]) => known === token) ?? []
    return name ? colors[name] : match
  })
}

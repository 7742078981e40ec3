/** The page's colours as #rrggbb, for files that cannot use its styles. */
export type Colors = Record<
  'bg' | 'text' | 'textMuted' | 'border' | 'borderStrong' | 'accent' | 'inverseBg' | 'inverseText',
  string
>

export type ColorName = keyof Colors

/** The CSS tokens of these colours. */
export const COLOR_TOKENS: Record<ColorName, string> = {
  bg: 'color-bg',
  text: 'color-text',
  textMuted: 'color-text-muted',
  borderStrong: 'color-border-strong',
  border: 'color-border',
  accent: 'color-accent',
  inverseBg: 'color-inverse-bg',
  inverseText: 'color-inverse-text',
}

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

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

type Token = readonly [lightness: number, chroma: number]

// The light theme of src/page/styles/tokens.css.
export const TOKENS = {
  ink: [0.215, 0.012],
  soft: [0.43, 0.014],
  control: [0.6, 0.012],
  rule: [0.885, 0.008],
  accent: [0.44, 0.095],
} as const satisfies Record<string, Token>

export type ColourName = keyof typeof TOKENS
export type Colours = Record<ColourName, string>

/** The colours of the page in its light theme, for files that know no OKLCH. */
export function makeColours(hue: number): Colours {
  return {
    ink: toHex(TOKENS.ink, hue),
    soft: toHex(TOKENS.soft, hue),
    control: toHex(TOKENS.control, hue),
    rule: toHex(TOKENS.rule, hue),
    accent: toHex(TOKENS.accent, hue),
  }
}

/** OKLCH to sRGB with the matrices of CSS Color 4; what lies outside sRGB is cut off. */
function toHex([lightness, chroma]: Token, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = channels.map((linear) => {
    const value = linear > 0.0031308 ? 1.055 * linear ** (1 / 2.4) - 0.055 : 12.92 * linear
    return Math.round(Math.min(Math.max(value, 0), 1) * 255)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

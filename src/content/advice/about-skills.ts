import type { PortfolioFile } from '../schema.ts'
import type { Remark } from './remark.ts'

/** Between these, a bar differs by 3:1 from the page in both themes, whatever the hue (WCAG 1.4.11). */
export const DARKEST = 0.134
export const LIGHTEST = 0.284

/** Bars that one of the two themes swallows. */
export function remarksOnSkills({ resume }: PortfolioFile): Remark[] {
  return (resume?.skills?.entries ?? []).flatMap(({ color }, place) => {
    const theme = color ? hidingTheme(luminanceOf(color)) : undefined
    if (!theme) return []
    return [
      {
        path: ['resume', 'skills', 'entries', place, 'color'],
        found: `"${color}"`,
        meaning: `In the ${theme} theme the bar is hard to see on the page.`,
        action: `Choose a ${theme === 'dark' ? 'lighter' : 'darker'} colour, or leave it to the page.`,
      },
    ]
  })
}

function hidingTheme(luminance: number): 'dark' | 'light' | undefined {
  if (luminance < DARKEST) return 'dark'
  return luminance > LIGHTEST ? 'light' : undefined
}

/** Relative luminance as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

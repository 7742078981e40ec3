import { languageName } from '../content/languages.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { FULL_WIDTH } from './text-width.ts'

// In rem, from the styles of Header and Navigation.
/** The space of a link, and what the gutters and the end of the links add to it, grow with the window. */
const linkSpaceIn = (width: number) => clamp(1, 0.032 * width - 0.56, 1.5)
const edgesIn = (width: number) => clamp(0, 0.09 * (width - 49), 3)
/** 1.25 rem in the display face of a look, which is narrower. */
const BRAND_SIZE = 1.15
const TOUCH_TARGET = 2.75
/** The gutters, the image of the brand, the theme, and the icons' padding at both edges less. */
const FIXED_WIDTH = 7

/** The usual widths of a letter, in em: most scripts, those of a monospaced look, and those of full width. */
const LETTER_WIDTH = 0.56
const MONOSPACED = { terminal: 0.65 } as Record<string, number>
const FULL_LETTER_WIDTH = 1

/** The narrowest window, in rem, in which the header shows the menu in one line in each language. Counts letters. */
export function menuBreakpoint(portfolios: Portfolio[]): number {
  const languages = portfolios.map(({ site }) => site.language)
  const widths = portfolios.map((portfolio) =>
    menuWidth(
      portfolio,
      languages.filter((language) => language !== portfolio.site.language),
    ),
  )
  return Math.ceil(Math.max(...widths))
}

function menuWidth(
  { sectionOrder, menu, brand, person, site }: Portfolio,
  languages: string[],
): number {
  const texts = [
    ...languages.map(languageName),
    ...sectionOrder.map(({ menuLabel }) => menuLabel),
    ...menu.map(({ label }) => label),
  ]
  const labels = texts.map((text) => widthOf(text, site.look))
  const profiles = person.profiles.length * TOUCH_TARGET
  const others = FIXED_WIDTH + widthOf(brand.text, site.look) * BRAND_SIZE + profiles
  const needed = labels.reduce((sum, label) => sum + label, others)
  let width = 0
  for (let step = 0; step < STEPS; step += 1) {
    width = needed + labels.length * linkSpaceIn(width) + edgesIn(width)
  }
  return width
}

/** After so many, the width that the space needs and the space in the width agree. */
const STEPS = 20

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}

function widthOf(text: string, look: string): number {
  const widths = [...text].map((letter) =>
    FULL_WIDTH.test(letter) ? FULL_LETTER_WIDTH : (MONOSPACED[look] ?? LETTER_WIDTH),
  )
  return widths.reduce((sum, width) => sum + width, 0)
}

import type { Portfolio } from '../content/portfolio.ts'
import { FULL_WIDTH } from './text-width.ts'

// In rem, from the styles of Header and Navigation.
const LABEL_SIZE = 1
const LABEL_SPACE = 1
const BRAND_SIZE = 1.25
const TOUCH_TARGET = 2.75
/** The gutters, the image of the brand, the theme and the space between them. */
const FIXED_WIDTH = 10.25

/** The usual widths of a letter, in em: most scripts, and those of full width. */
const LETTER_WIDTH = 0.54
const FULL_LETTER_WIDTH = 1

/** The narrowest window, in rem, in which the header shows the menu in one line. Counts letters. */
export function menuBreakpoint({ sectionOrder, menu, brand, person }: Portfolio): number {
  const texts = [
    ...sectionOrder.map(({ menuLabel }) => menuLabel),
    ...menu.map(({ label }) => label),
  ]
  const labels = texts.map((text) => widthOf(text) * LABEL_SIZE + LABEL_SPACE)
  const profiles = person.profiles.length * TOUCH_TARGET
  const others = FIXED_WIDTH + widthOf(brand.text) * BRAND_SIZE + profiles
  return Math.ceil(labels.reduce((sum, label) => sum + label, others))
}

function widthOf(text: string): number {
  const widths = [...text].map((letter) =>
    FULL_WIDTH.test(letter) ? FULL_LETTER_WIDTH : LETTER_WIDTH,
  )
  return widths.reduce((sum, width) => sum + width, 0)
}

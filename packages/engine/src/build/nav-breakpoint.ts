import { openFont } from '../content/resume-fonts.ts'
import type { Portfolio } from '../content/schema.ts'
import { getSections } from '../page/sections.ts'

// Sizes from page/components/Navigation.module.css, in rem.
const LABEL_SIZE = 1.0625
const LABEL_PADDING = 1.5
const LABEL_GAP = 0.25
const BRAND_SIZE = 1.25
/** The width of the narrow face on the page, relative to the static font file measured here. */
export const NARROW_SCALE = 0.88
const TOUCH_TARGET = 2.75
const FIXED_WIDTH = 2 * 3 + 2.75 + 2 + 1 + TOUCH_TARGET

const FONTS = '@expo-google-fonts/instrument-sans'
export const NARROW_FACE = `${FONTS}/600SemiBold/InstrumentSans_600SemiBold.ttf`

/** The breakpoint, in rem: the narrowest window in which the header shows the menu inline. */
export function navBreakpoint(portfolio: Portfolio): number {
  const menu = measureLabels(portfolio).map(
    ({ width }) => width * LABEL_SIZE + LABEL_PADDING + LABEL_GAP,
  )
  const brand = measureNarrow(portfolio.brand.text) * BRAND_SIZE
  const profiles = portfolio.person.profiles.length * TOUCH_TARGET
  return Math.ceil(menu.reduce((sum, label) => sum + label, FIXED_WIDTH + brand + profiles))
}

/** Reserves the width of labels with neighbours, so loading the font causes no layout shift. */
export function reservedWidths(portfolio: Portfolio): string {
  const menu = measureLabels(portfolio).map(({ id, width }) => {
    const reserved = Math.ceil((width + LABEL_PADDING / LABEL_SIZE) * 100) / 100
    return `#menu [href="#${id}"]{min-inline-size:${reserved}em}`
  })
  const button = `:root{--hero-button:${measureNarrow(portfolio.hero.button).toFixed(3)}em}`
  return [...menu, button].join('')
}

/** The width of each label of the menu, in em. */
function measureLabels(portfolio: Portfolio): { id: string; width: number }[] {
  const regular = measureWith(`${FONTS}/400Regular/InstrumentSans_400Regular.ttf`)
  return getSections(portfolio).map(({ id, name }) => ({ id, width: regular(name) }))
}

/** The width of a text in the narrow face, in em. */
function measureNarrow(text: string): number {
  return measureWith(NARROW_FACE)(text) * NARROW_SCALE
}

/** Returns a function that measures the width of a text, in em. */
function measureWith(file: string): (text: string) => number {
  const font = openFont(file)
  return (text) => font.layout(text).advanceWidth / font.unitsPerEm
}

import { openFont } from '../content/resume-fonts.ts'
import type { Portfolio } from '../content/schema.ts'
import { listSections } from '../page/page-sections.ts'

// The sizes of src/page/parts/Header.module.css, in rem.
const LABEL_SIZE = 1.0625
const LABEL_PADDING = 1.5
const LABEL_GAP = 0.25
const BRAND_SIZE = 1.25
const NARROW = 0.88
const TARGET = 2.75
const FIXED = 2 * 3 + 2.75 + 2 + 1 + TARGET

const FONTS = '@expo-google-fonts/instrument-sans'

/** The narrowest window, in rem, in which the menu stands in the header without folding away. */
export function headerWidth(portfolio: Portfolio): number {
  const menu = measureLabels(portfolio).map(
    ({ width }) => width * LABEL_SIZE + LABEL_PADDING + LABEL_GAP,
  )
  const brand = measureNarrow(portfolio.brand.text) * BRAND_SIZE
  const profiles = portfolio.person.profiles.length * TARGET
  return Math.ceil(menu.reduce((sum, label) => sum + label, FIXED + brand + profiles))
}

/** Styles that keep the room of each word that something stands beside, until its font has come. */
export function labelRooms(portfolio: Portfolio): string {
  const menu = measureLabels(portfolio).map(({ id, width }) => {
    const room = Math.ceil((width + LABEL_PADDING / LABEL_SIZE) * 100) / 100
    return `#menu [href="#${id}"]{min-inline-size:${room}em}`
  })
  const button = `:root{--hero-button:${measureNarrow(portfolio.hero.button).toFixed(3)}em}`
  return [...menu, button].join('')
}

/** How wide each word of the menu is, in em. */
function measureLabels(portfolio: Portfolio): { id: string; width: number }[] {
  const regular = measureWith(`${FONTS}/400Regular/InstrumentSans_400Regular.ttf`)
  return listSections(portfolio).map(({ id, name }) => ({ id, width: regular(name) }))
}

/** How wide a text is in the narrow face, in em. */
function measureNarrow(text: string): number {
  return measureWith(`${FONTS}/600SemiBold/InstrumentSans_600SemiBold.ttf`)(text) * NARROW
}

/** A function that tells how wide a text is, in em. */
function measureWith(file: string): (text: string) => number {
  const font = openFont(file)
  return (text) => font.layout(text).advanceWidth / font.unitsPerEm
}

import { openFont } from '../content/resume-fonts.ts'
import type { Portfolio } from '../content/schema.ts'
import { listSections } from '../page/page-sections.ts'

// The sizes of src/page/parts/Header.module.css, in rem.
const LABEL_SIZE = 1.0625
const LABEL_ROOM = 1.75
const BRAND_SIZE = 1.25
const NARROW = 0.88
const TARGET = 2.75
const FIXED = 2 * 3 + 2.75 + 2 + 1 + TARGET

const FONTS = '@expo-google-fonts/instrument-sans'

/** The narrowest window, in rem, in which the menu stands in the header without folding away. */
export function headerWidth(portfolio: Portfolio): number {
  const labels = listSections(portfolio).map(({ name }) => name)
  const regular = measureWith(`${FONTS}/400Regular/InstrumentSans_400Regular.ttf`)
  const bold = measureWith(`${FONTS}/600SemiBold/InstrumentSans_600SemiBold.ttf`)
  const menu = labels.map((label) => regular(label) * LABEL_SIZE + LABEL_ROOM)
  const brand = bold(portfolio.brand.text) * BRAND_SIZE * NARROW
  const profiles = portfolio.person.profiles.length * TARGET
  return Math.ceil(menu.reduce((sum, label) => sum + label, FIXED + brand + profiles))
}

/** A function that tells how wide a text is, in em. */
function measureWith(file: string): (text: string) => number {
  const font = openFont(file)
  return (text) => font.layout(text).advanceWidth / font.unitsPerEm
}

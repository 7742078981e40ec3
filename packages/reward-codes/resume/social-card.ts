import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentError } from '../content/diagnostic.ts'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio } from '../content/portfolio.ts'
import type { Look } from '../content/schema/looks.ts'
import { PACKAGE_FOLDER, requireOwn } from '../folders.ts'
import { typstLanguage } from './data.ts'
import {
  type Font,
  findMissingFonts,
  fontsFor,
  INSTRUMENT_SANS,
  INTER,
  JETBRAINS_MONO,
  NEWSREADER,
  NEWSREADER_DISPLAY,
  type Text,
} from './fonts.ts'
import { Typesetter } from './typst.ts'

const sharp: typeof import('sharp').default = requireOwn('sharp')

export const SOCIAL_CARD = { width: 1200, height: 630 }

/** The size of the brand image on it, and of the drawing beside the text, in pixels. */
export const BRAND_SIZE = 48
export const PATTERN = { width: 360, height: 518 }

const FOLDER = join(PACKAGE_FOLDER, 'resume')
const TEMPLATE = join(FOLDER, 'social-card.typ')

type Style = { font: Font; weight: number; tracking: number }

const STYLES: Record<Look, { display: Style; reading: Font }> = {
  index: {
    display: { font: INSTRUMENT_SANS, weight: 600, tracking: -0.022 },
    reading: INSTRUMENT_SANS,
  },
  editorial: {
    display: { font: NEWSREADER_DISPLAY, weight: 500, tracking: -0.03 },
    reading: NEWSREADER,
  },
  terminal: {
    display: { font: JETBRAINS_MONO, weight: 700, tracking: -0.06 },
    reading: JETBRAINS_MONO,
  },
}

type Pictures = {
  /** The brand image as PNG. */
  brand: Buffer | undefined
  /** The drawing beside the text, as SVG. */
  pattern: string
}

function textsOn({ person, brand, hero }: Portfolio): Text[] {
  return [
    { path: ['person', 'name'], text: person.name },
    { path: ['person', 'headline'], text: person.headline ?? '' },
    { path: ['brand', 'text'], text: brand.text },
    { path: ['hero', 'place'], text: hero.place ?? '' },
  ]
}

/** The scripts of the card for which no font is installed. Without them, there is no card. */
export function socialCardErrors(portfolio: Portfolio): ContentError[] {
  return findMissingFonts(textsOn(portfolio), portfolio.site.language)
}

/** Renders the social card, the image of link previews, as PNG: who, what, where. */
export function renderSocialCard(...content: Parameters<typeof openSocialCard>): Promise<Buffer> {
  const svg = openSocialCard(...content).svg()
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}

export function openSocialCard(
  portfolio: Portfolio,
  colors: Record<string, string>,
  pictures: Pictures,
): Typesetter {
  const { person, brand, hero, site } = portfolio
  const { display, reading } = STYLES[site.look]
  const others = [INTER, ...fontsFor(textsOn(portfolio), site.language)]
  const families = (font: Font) => [font, ...others].map(({ family }) => family)
  const typesetter = new Typesetter({
    main: readFileSync(TEMPLATE, 'utf8'),
    folder: FOLDER,
    data: {
      name: person.name,
      headline: person.headline ?? '',
      // If the brand is the person's name, the name below is enough.
      brand: brand.text === person.name ? '' : brand.text,
      place: hero.place ?? '',
      address: (site.url ?? '').replace(/^https?:\/\//, '').replace(/\/$/, ''),
      colors,
      size: SOCIAL_CARD,
      pattern: { ...PATTERN, svg: pictures.pattern },
      hasBrandImage: pictures.brand !== undefined,
      language: typstLanguage(site.language),
      isRightToLeft: isRightToLeft(site.language),
      display: { ...display, fonts: families(display.font) },
      reading: { fonts: families(reading) },
    },
    fonts: [...new Set([display.font, reading, ...others])],
  })
  if (pictures.brand) typesetter.addFile(join(FOLDER, 'brand.png'), pictures.brand)
  return typesetter
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio, Project } from '../content/portfolio.ts'
import { plainText } from '../content/rich-text.ts'
import type { Look } from '../content/schema/looks.ts'
import type { ContentError } from '../content/values.ts'
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

/** The size of the brand image on it, and of the picture beside the text, in pixels. */
export const BRAND_SIZE = 48
export const FIELD = { width: 360, height: 518 }

const FOLDER = join(PACKAGE_FOLDER, 'resume')
const TEMPLATE = join(FOLDER, 'social-card.typ')

/** A new version may draw a card of the same content otherwise. */
const VERSION = readFileSync(join(PACKAGE_FOLDER, 'package.json'))

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

export type Pictures = {
  /** The brand image: the owner's file, or as PNG. */
  brand: Buffer | undefined
  /** The picture beside the text: the owner's file, or cut to the field as PNG. Without it, the text has the whole width. */
  field: Buffer | undefined
}

/** What is large on a card: the name and headline of the person, or the title and summary of a story. */
function headingOf({ person, projects }: Portfolio, story: Project | undefined): [Text, Text] {
  if (!story) {
    return [
      { path: ['person', 'name'], text: person.name },
      { path: ['person', 'headline'], text: person.headline ?? '' },
    ]
  }
  const index = projects?.cards.findIndex(({ page }) => page === story.page) ?? 0
  const path = ['projects', 'cards', index]
  const summary = story.summary ? plainText(story.summary) : ''
  return [
    { path: [...path, 'title'], text: story.title },
    { path: [...path, 'summary'], text: summary.replace(/\s+/g, ' ') },
  ]
}

function textsOn(portfolio: Portfolio, story: Project | undefined): Text[] {
  const { person, brand, hero } = portfolio
  return [
    ...headingOf(portfolio, story),
    { path: ['person', 'name'], text: person.name },
    { path: ['brand', 'text'], text: brand.text },
    { path: ['hero', 'place'], text: hero.place ?? '' },
  ]
}

/** The scripts of a card for which no font is installed. Without them, there is no card. */
export function socialCardErrors(portfolio: Portfolio, story?: Project): ContentError[] {
  return findMissingFonts(textsOn(portfolio, story), portfolio.site.language)
}

type Content = [
  portfolio: Portfolio,
  colors: Record<string, string>,
  pictures: Pictures,
  story?: Project,
]

/** Renders a social card, the image of link previews, as PNG: who, what, where. */
export function renderSocialCard(...content: Content): Promise<Buffer> {
  const svg = openSocialCard(...content).svg()
  // With 256 colours it has half the bytes, and takes three times as long: a site may have hundreds.
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/**
 * Reads a card from the folder in which it is stored by its content and the files of its pictures, or draws them and
 * renders it: a site has many stories.
 */
export async function readSocialCard(
  folder: string,
  draw: (files: Pictures) => Promise<Pictures>,
  ...content: Content
): Promise<Buffer> {
  const [portfolio, colors, files, story] = content
  const { main, data } = sourceOf(...content)
  const hash = createHash('sha256')
  for (const part of [VERSION, main, JSON.stringify(data), files.brand, files.field]) {
    hash.update(part ?? '-')
  }
  const file = join(folder, `${hash.digest('hex').slice(0, 16)}.png`)
  if (existsSync(file)) return readFileSync(file)
  const card = await renderSocialCard(portfolio, colors, await draw(files), story)
  mkdirSync(dirname(file), { recursive: true })
  // A build that is stopped leaves no part of a card, and another one may store the same card.
  const part = `${file}.${process.pid}`
  writeFileSync(part, card)
  renameSync(part, file)
  return card
}

export function openSocialCard(...content: Content): Typesetter {
  const typesetter = new Typesetter(sourceOf(...content))
  const { brand, field } = content[2]
  if (brand) typesetter.addFile(join(FOLDER, 'brand.png'), brand)
  if (field) typesetter.addFile(join(FOLDER, 'field.png'), field)
  return typesetter
}

function sourceOf(...[portfolio, colors, pictures, story]: Content) {
  const { person, brand, hero, site } = portfolio
  const { display, reading } = STYLES[site.look]
  const others = [INTER, ...fontsFor(textsOn(portfolio, story), site.language)]
  const families = (font: Font) => [font, ...others].map(({ family }) => family)
  const [title, text] = headingOf(portfolio, story)
  const isNamed = brand.text === person.name
  return {
    main: readFileSync(TEMPLATE, 'utf8'),
    folder: FOLDER,
    data: {
      title: title.text,
      text: text.text,
      isStory: story !== undefined,
      // If the brand is the person's name, the name below is enough.
      brand: isNamed && !story ? '' : brand.text,
      foot: story && !isNamed ? person.name : (hero.place ?? ''),
      address: (site.url ?? '').replace(/^https?:\/\//, '').replace(/\/$/, ''),
      colors,
      size: SOCIAL_CARD,
      field: FIELD,
      hasField: pictures.field !== undefined,
      hasBrandImage: pictures.brand !== undefined,
      language: typstLanguage(site.language),
      isRightToLeft: isRightToLeft(site.language),
      display: { ...display, fonts: families(display.font) },
      reading: { fonts: families(reading) },
    },
    fonts: [...new Set([display.font, reading, ...others])],
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContentError, formatDiagnostic } from '../content/diagnostic.ts'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio, Project } from '../content/portfolio.ts'
import { resumeFiles } from '../content/resume-files.ts'
import { DARK_FIRST } from '../content/schema/looks.ts'
import { type Locator, locate } from '../content/source.ts'
import { sharp } from '../images/check-image.ts'
import { coverColors, type Palettes, resolveSvgTokens } from '../images/colors.ts'
import { coverFile, nameCover } from '../images/cover.ts'
import type { ImageFile } from '../images/drawings.ts'
import { drawIcon } from '../images/favicons.ts'
import { renderPlainText } from '../resume/plain-text.ts'
import { renderResumePdf, resumeErrors } from '../resume/resume-pdf.ts'
import {
  BRAND_SIZE,
  FIELD,
  readSocialCard,
  renderSocialCard,
  socialCardErrors,
} from '../resume/social-card.ts'
import { hasTypst, NO_TYPST } from '../resume/typst.ts'
import { renderWord } from '../resume/word.ts'
import type { LazyFile } from './lazy-file.ts'

const CARD_PATH = '/social-card.png'

/** For screens with two pixels per pixel of the card. */
const BRAND_SCALE = 2

/** Prints what keeps a file from being as the owner expects. */
export type Warn = (message: string) => void

/** Which files can be made, and the pages of stories whose card can be. Prints why one cannot. */
export function checkTypeset(portfolio: Portfolio, locator: Locator, warn: Warn) {
  const { resume } = portfolio
  const isOwn = resume?.file !== undefined
  if (!hasTypst()) {
    warn(NO_TYPST)
    return { hasResume: isOwn, hasCard: false, storyCards: [] }
  }
  const inResume = resume && !isOwn ? resumeErrors(portfolio) : []
  const inCard = socialCardErrors(portfolio)
  const stories = (portfolio.projects?.cards ?? []).flatMap((story) =>
    story.page ? { page: story.page, errors: socialCardErrors(portfolio, story) } : [],
  )
  const inStories = stories.flatMap(({ errors }) => errors)
  const missing = [
    ...(inResume.length > 0 ? ['resume PDF'] : []),
    ...(inCard.length > 0 ? ['social card'] : []),
    ...(inStories.length > 0 ? ['social card of a story'] : []),
  ]
  // Usually both lack the same font.
  const errors = [
    ...new Map(
      [...inCard, ...inStories, ...inResume].map((error) => [error.expected, error]),
    ).values(),
  ]
  if (missing.length > 0)
    warn(`The site has no ${missing.join(' and no ')}:\n\n${located(errors, locator)}\n`)
  return {
    hasResume: inResume.length === 0,
    hasCard: inCard.length === 0,
    storyCards: stories.flatMap(({ page, errors }) => (errors.length === 0 ? page : [])),
  }
}

/** The content of a site without a resume PDF. */
export function withoutResumePdf<Content extends Portfolio>(portfolio: Content): Content {
  const { resume } = portfolio
  if (!resume) return portfolio
  const downloads = resume.downloads.filter((format) => format !== 'pdf')
  return { ...portfolio, resume: { ...resume, downloads } }
}

function located(errors: ContentError[], locator: Locator): string {
  return errors
    .map((error) => {
      const { source, path } = locator(error.path)
      return formatDiagnostic({ ...locate(source, path), ...error })
    })
    .join('\n\n')
}

type ResumeInput = {
  /** The content folder. */
  content: string
  locator: Locator
  palettes: Palettes
  warn: Warn
}

type Input = ResumeInput & {
  portfolio: Portfolio
  /** That of the further resumes of the site. */
  further: Portfolio[]
  /** The brand image. */
  brand: Buffer | undefined
  hasCard: boolean
}

/** The resumes and the social card, if they can be made. */
export function typesetFiles(input: Input): LazyFile[] {
  const { portfolio, further, hasCard } = input
  const resumes = [portfolio, ...further].flatMap((one) => resumeFilesOf(one, input))
  return [...resumes, ...(hasCard ? [{ path: CARD_PATH, read: () => makeCard(input) }] : [])]
}

/** A resume in each of its formats. */
export function resumeFilesOf(portfolio: Portfolio, input: ResumeInput): LazyFile[] {
  const { resume } = portfolio
  return resumeFiles(resume).map(({ name, format }) => ({
    path: `/${name}`,
    read: () => {
      if (format === 'docx') return renderWord(portfolio)
      if (format === 'txt') return renderPlainText(portfolio)
      return resume?.file ? readFile(join(input.content, resume.file)) : makePdf(portfolio, input)
    },
  }))
}

/** The PDF. Prints why it cannot be made. */
function makePdf(portfolio: Portfolio, input: ResumeInput): Buffer | undefined {
  const { content: folder, locator, palettes, warn } = input
  if (!hasTypst()) return undefined
  const errors = resumeErrors(portfolio)
  if (errors.length > 0) {
    warn(`There is no ${portfolio.resume?.fileName}:\n\n${located(errors, locator)}\n`)
    return undefined
  }
  const { pdf, omitted, paths } = renderResumePdf(portfolio, { colors: palettes.light, folder })
  if (omitted.length > 0) {
    const places = paths.map((path) => {
      const { source, path: written } = locator(path)
      const { file, line } = locate(source, written)
      return `${file}:${line}`
    })
    warn(
      `The resume PDF leaves out ${omitted.join(' ')}, which none of its fonts has: ${[...new Set(places)].join(', ')}`,
    )
  }
  return pdf
}

async function makeCard({ portfolio, brand, palettes }: Input): Promise<Buffer> {
  const colors = cardColors(palettes)
  const facts = portfolio.projects?.cards.find(({ featured }) => featured)?.cover
  const drawing = coverFile(facts ?? nameCover(portfolio.person.name), FIELD, coverColors(colors))
  return renderSocialCard(portfolio, colors, {
    brand: await drawBrand(brand),
    field: { format: 'svg', body: Buffer.from(drawing) },
  })
}

type StoryInput = Pick<Input, 'portfolio' | 'brand' | 'palettes'> & {
  story: Project
  /** Its picture. */
  image: ImageFile | undefined
  /** The folder in which cards are stored. */
  cards: string
}

/** The social card of a story, with its picture unless that is on another host. */
export async function makeStoryCard(input: StoryInput): Promise<Buffer> {
  const { portfolio, story, brand, palettes, image, cards } = input
  const colors = cardColors(palettes)
  const style = { colors, isRightToLeft: isRightToLeft(portfolio.site.language) }
  const field = image && 'file' in image ? await cutPicture(image.file, style) : undefined
  const pictures = { brand: await drawBrand(brand), field }
  return readSocialCard(cards, portfolio, colors, pictures, story)
}

/** Cuts a picture to the field: a photograph at its centre, and a screenshot or drawing from where it is read. */
async function cutPicture(file: string, { colors, isRightToLeft }: CardStyle) {
  const source = await readFile(file)
  const isDrawn = file.endsWith('.svg')
  const image = sharp(isDrawn ? Buffer.from(resolveSvgTokens(source, colors)) : source, {
    limitInputPixels: false,
  })
  const { format } = await image.metadata()
  const start = isRightToLeft ? 'right top' : 'left top'
  const body = await image
    .autoOrient()
    .resize({ ...FIELD, fit: 'cover', position: format === 'jpeg' ? 'centre' : start })
    .flatten({ background: colors.bg })
    .png()
    .toBuffer()
  return { format: 'png' as const, body }
}

type CardStyle = { colors: Palettes['light']; isRightToLeft: boolean }

async function drawBrand(brand: Buffer | undefined): Promise<Buffer | undefined> {
  return brand && (await drawIcon(brand, BRAND_SCALE * BRAND_SIZE))
}

function cardColors(palettes: Palettes): Palettes['light'] {
  return palettes[DARK_FIRST.includes(palettes.look) ? 'dark' : 'light']
}

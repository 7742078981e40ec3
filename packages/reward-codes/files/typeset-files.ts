import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContentError, formatDiagnostic } from '../content/diagnostic.ts'
import { located } from '../content/load.ts'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio, Project } from '../content/portfolio.ts'
import { resumeFiles } from '../content/resume-files.ts'
import { isImageFile } from '../content/schema/assets.ts'
import { DARK_FIRST } from '../content/schema/looks.ts'
import type { Locator } from '../content/source.ts'
import { sharp } from '../images/check-image.ts'
import type { Palettes } from '../images/colors.ts'
import { drawIcon } from '../images/favicons.ts'
import { placeOfCut } from '../images/pictures.ts'
import { renderPlainText } from '../resume/plain-text.ts'
import { renderResumePdf, resumeErrors } from '../resume/resume-pdf.ts'
import { BRAND_SIZE, FIELD, readSocialCard, socialCardErrors } from '../resume/social-card.ts'
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
    warn(`The site has no ${missing.join(' and no ')}:\n\n${describe(errors, locator)}\n`)
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

function describe(errors: ContentError[], locator: Locator): string {
  return errors.map(located(locator)).map(formatDiagnostic).join('\n\n')
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
  /** The folder in which social cards are stored. */
  cache: string
}

/** The resumes and the social card, if they can be made. */
export function typesetFiles(input: Input): LazyFile[] {
  const { portfolio, further, hasCard } = input
  const resumes = [portfolio, ...further].flatMap((one) => resumeFilesOf(one, input))
  return [...resumes, ...(hasCard ? [{ path: CARD_PATH, read: () => makeSocialCard(input) }] : [])]
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
    warn(`There is no ${portfolio.resume?.fileName}:\n\n${describe(errors, locator)}\n`)
    return undefined
  }
  const { pdf, omitted, paths } = renderResumePdf(portfolio, { colors: palettes.light, folder })
  if (omitted.length > 0) {
    const places = paths.map((path) => {
      const { file, line } = located(locator)({ path })
      return `${file}:${line}`
    })
    warn(
      `The resume PDF leaves out ${omitted.join(' ')}, which none of its fonts has: ${[...new Set(places)].join(', ')}`,
    )
  }
  return pdf
}

type CardInput = Pick<Input, 'portfolio' | 'brand' | 'palettes' | 'content' | 'cache'> & {
  /** Without one, the card is that of the site. */
  story?: Project | undefined
}

/** The social card of a story with its picture, or of the site with that of the first project, unless it is on another host. */
export async function makeSocialCard(input: CardInput): Promise<Buffer> {
  const { portfolio, story, brand, palettes, content, cache } = input
  const colors = palettes[DARK_FIRST.includes(palettes.look) ? 'dark' : 'light']
  const { imgSrc } = story ?? portfolio.projects?.cards[0] ?? {}
  const pictures = {
    brand: brand && (await drawIcon(brand, BRAND_SCALE * BRAND_SIZE)),
    field:
      imgSrc && isImageFile(imgSrc.name)
        ? await cutPicture(await readFile(join(content, imgSrc.name)), {
            background: colors.bg,
            isRightToLeft: isRightToLeft(portfolio.site.language),
          })
        : undefined,
  }
  return readSocialCard(join(cache, 'cards'), portfolio, colors, pictures, story)
}

/** Cuts a picture to the field: a screenshot or a drawing from where it is read. */
async function cutPicture(source: Buffer, { background, isRightToLeft }: CardStyle) {
  const image = sharp(source, { limitInputPixels: false })
  const place = placeOfCut((await image.metadata()).format)
  const start = isRightToLeft ? 'right top' : 'left top'
  return image
    .autoOrient()
    .resize({ ...FIELD, fit: 'cover', position: place === 'top' ? start : place })
    .flatten({ background })
    .png()
    .toBuffer()
}

type CardStyle = { background: string; isRightToLeft: boolean }

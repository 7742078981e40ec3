import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDiagnostic } from '../content/diagnostic.ts'
import { located } from '../content/load.ts'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio, Project } from '../content/portfolio.ts'
import type { DownloadFormat } from '../content/resume-files.ts'
import { isImageFile } from '../content/schema/assets.ts'
import { DARK_FIRST } from '../content/schema/looks.ts'
import type { Locator } from '../content/source.ts'
import type { ContentError } from '../content/values.ts'
import { sharp } from '../images/check-image.ts'
import { readPalettes } from '../images/colors.ts'
import { drawIcon } from '../images/favicons.ts'
import { placeOfCut } from '../images/pictures.ts'
import { renderPlainText } from '../resume/plain-text.ts'
import { renderResumePdf, resumeErrors } from '../resume/resume-pdf.ts'
import {
  BRAND_SIZE,
  FIELD,
  type Pictures,
  readSocialCard,
  socialCardErrors,
} from '../resume/social-card.ts'
import { hasTypst, NO_TYPST } from '../resume/typst.ts'
import { renderWord } from '../resume/word.ts'

/** For screens with two pixels per pixel of the card. */
const BRAND_SCALE = 2

/** Prints what keeps a file from being as the owner expects. */
export type Warn = (message: string) => void

/** Which files can be made, and the pages of stories whose card can be. Prints why one cannot. */
export function checkTypeset(portfolio: Portfolio, locator: Locator, warn: Warn) {
  if (!hasTypst()) {
    warn(NO_TYPST)
    return { hasResume: portfolio.resume?.file !== undefined, hasCard: false, storyCards: [] }
  }
  const inResume = resumeErrors(portfolio)
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
  // One error a font: usually all files lack the same one.
  const all = [...inCard, ...inStories, ...inResume]
  const errors = [...new Map(all.map((error) => [error.expected, error])).values()]
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
  folder: string
  locator: Locator
  warn: Warn
}

/** A resume in one of its formats. Undefined if it cannot be made. */
export function makeResume(
  portfolio: Portfolio,
  format: DownloadFormat,
  input: ResumeInput,
): Promise<Buffer> | Buffer | string | undefined {
  const { file } = portfolio.resume ?? {}
  if (format === 'docx') return renderWord(portfolio)
  if (format === 'txt') return renderPlainText(portfolio)
  return file ? readFile(join(input.folder, file)) : makePdf(portfolio, input)
}

/** The PDF. Prints why it cannot be made. */
function makePdf(portfolio: Portfolio, input: ResumeInput): Buffer | undefined {
  const { folder, locator, warn } = input
  if (!hasTypst()) return undefined
  const errors = resumeErrors(portfolio)
  if (errors.length > 0) {
    warn(`There is no ${portfolio.resume?.fileName}:\n\n${describe(errors, locator)}\n`)
    return undefined
  }
  const { pdf, omitted, paths } = renderResumePdf(portfolio, {
    colors: readPalettes(portfolio.site).light,
    folder,
  })
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

type CardInput = {
  portfolio: Portfolio
  /** The project of the card. Without a project, the card is that of the site. */
  story?: Project
  /** The brand image, unless it is on another host. */
  brandFile: string | undefined
  /** The content folder, and that in which cards are stored for the next build. */
  folder: string
  cache: string
}

/** The social card of a story with its picture, or of the site with that of the first project, unless it is on another host. */
export async function makeSocialCard(input: CardInput): Promise<Buffer> {
  const { portfolio, story, brandFile, folder, cache } = input
  const { site, projects } = portfolio
  const colors = readPalettes(site)[DARK_FIRST.includes(site.look) ? 'dark' : 'light']
  const { imgSrc } = story ?? projects?.cards[0] ?? {}
  const start = isRightToLeft(site.language) ? 'right top' : 'left top'
  const files = {
    brand: brandFile === undefined ? undefined : await readFile(brandFile),
    field:
      imgSrc && isImageFile(imgSrc.name) ? await readFile(join(folder, imgSrc.name)) : undefined,
  }
  const draw = async ({ brand, field }: Pictures) => ({
    brand: brand && (await drawIcon(brand, BRAND_SCALE * BRAND_SIZE)),
    field: field && (await cutPicture(field, start, colors.bg)),
  })
  return readSocialCard(join(cache, 'cards'), draw, portfolio, colors, files, story)
}

/** Cuts a picture to the field: a screenshot or a drawing from where it is read. */
async function cutPicture(source: Buffer, start: string, background: string) {
  const image = sharp(source, { limitInputPixels: false })
  const place = placeOfCut((await image.metadata()).format)
  return image
    .autoOrient()
    .resize({ ...FIELD, fit: 'cover', position: place === 'top' ? start : place })
    .flatten({ background })
    .png()
    .toBuffer()
}

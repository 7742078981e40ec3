import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContentError, formatDiagnostic } from '../content/diagnostic.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { DARK_FIRST } from '../content/schema/looks.ts'
import { type Locator, locate } from '../content/source.ts'
import { coverColors, type Palettes } from '../images/colors.ts'
import { coverFile, nameCover } from '../images/cover.ts'
import { type BrandImage, drawIcon } from '../images/favicons.ts'
import { renderResumePdf, resumeErrors } from '../resume/resume-pdf.ts'
import { BRAND_SIZE, PATTERN, renderSocialCard, socialCardErrors } from '../resume/social-card.ts'
import { hasTypst, NO_TYPST } from '../resume/typst.ts'
import type { LazyFile } from './lazy-file.ts'

const CARD_PATH = '/social-card.png'

/** For screens with two pixels per pixel of the card. */
const BRAND_SCALE = 2

/** Prints what keeps a file from being as the owner expects. */
export type Warn = (message: string) => void

/** Which of the two files can be made. Prints why one cannot. */
export function checkTypeset(portfolio: Portfolio, locator: Locator, warn: Warn) {
  const { resume } = portfolio
  const isOwn = resume?.file !== undefined
  if (!hasTypst()) {
    warn(NO_TYPST)
    return { hasResume: isOwn, hasCard: false }
  }
  const inResume = resume && !isOwn ? resumeErrors(portfolio) : []
  const inCard = socialCardErrors(portfolio)
  const missing = [
    ...(inResume.length > 0 ? ['resume PDF'] : []),
    ...(inCard.length > 0 ? ['social card'] : []),
  ]
  // Usually both lack the same font.
  const errors = [
    ...new Map([...inCard, ...inResume].map((error) => [error.expected, error])).values(),
  ]
  if (missing.length > 0)
    warn(`The site has no ${missing.join(' and no ')}:\n\n${located(errors, locator)}\n`)
  return { hasResume: inResume.length === 0, hasCard: inCard.length === 0 }
}

/** The content of a site without a resume PDF. */
export function withoutResumeFile<Content extends Portfolio>(portfolio: Content): Content {
  if (!portfolio.resume) return portfolio
  const { fileName: _, ...resume } = portfolio.resume
  return { ...portfolio, resume }
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
  brand: BrandImage
  hasCard: boolean
}

/** The resumes and the social card, if they can be made. */
export function typesetFiles(input: Input): LazyFile[] {
  const { portfolio, further, content, hasCard } = input
  const { fileName, file } = portfolio.resume ?? {}
  const read = file ? () => readFile(join(content, file)) : () => makeResume(portfolio, input)
  return [
    ...(fileName ? [{ path: `/${fileName}`, read }] : []),
    ...further.map((one) => ({
      path: `/${one.resume?.fileName}`,
      read: () => makeFurtherResume(one, input),
    })),
    ...(hasCard ? [{ path: CARD_PATH, read: () => makeCard(input) }] : []),
  ]
}

/** Makes a further resume. Prints why it cannot. */
export function makeFurtherResume(portfolio: Portfolio, input: ResumeInput): Buffer | undefined {
  if (!hasTypst()) return undefined
  const { fileName } = portfolio.resume ?? {}
  const errors = resumeErrors(portfolio)
  if (errors.length === 0) return makeResume(portfolio, input)
  input.warn(`There is no ${fileName}:\n\n${located(errors, input.locator)}\n`)
  return undefined
}

function makeResume(
  portfolio: Portfolio,
  { content: folder, locator, palettes, warn }: ResumeInput,
): Buffer {
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
  const theme = DARK_FIRST.includes(palettes.look) ? 'dark' : 'light'
  const facts = portfolio.projects?.cards.find(({ featured }) => featured)?.cover
  return renderSocialCard(portfolio, palettes[theme], {
    brand: brand.source && (await drawIcon(brand.source, BRAND_SCALE * BRAND_SIZE)),
    pattern: coverFile(
      facts ?? nameCover(portfolio.person.name),
      PATTERN,
      coverColors(palettes[theme]),
    ),
  })
}

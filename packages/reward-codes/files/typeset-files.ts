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

/** Which of the files can be made. Prints why one cannot. */
export function checkTypeset(
  portfolio: Portfolio,
  further: Portfolio[],
  locator: Locator,
  warn: Warn,
) {
  const isOwn = portfolio.resume?.file !== undefined
  if (!hasTypst()) {
    warn(NO_TYPST)
    return { hasResume: isOwn, hasFurther: false, hasCard: false }
  }
  const generated = [...(isOwn ? [] : [portfolio]), ...further].filter(({ resume }) => resume)
  const inResume = generated.flatMap(resumeErrors)
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
  const hasFurther = inResume.length === 0
  return { hasResume: isOwn || hasFurther, hasFurther, hasCard: inCard.length === 0 }
}

/** The content of a site without a resume PDF. */
export function withoutResumeFile<Content extends Portfolio>(portfolio: Content): Content {
  if (!portfolio.resume) return portfolio
  const { fileName: _, ...resume } = portfolio.resume
  return { ...portfolio, resume }
}

export function located(errors: ContentError[], locator: Locator): string {
  return errors
    .map((error) => {
      const { source, path } = locator(error.path)
      return formatDiagnostic({ ...locate(source, path), ...error })
    })
    .join('\n\n')
}

type ResumeInput = {
  /** The typeset content. */
  portfolio: Portfolio
  /** A template of the owner's, in the content folder. */
  template: string | undefined
  content: string
  locator: Locator
  palettes: Palettes
  warn: Warn
}

type Input = ResumeInput & {
  /** That of the further resumes. */
  further: Portfolio[]
  /** A finished PDF of the owner's, in the content folder. */
  file: string | undefined
  brand: BrandImage
  hasCard: boolean
}

/** The resumes and the social card, if they can be made. */
export function typesetFiles(input: Input): LazyFile[] {
  const { portfolio, further, file, content, hasCard } = input
  const resumes = [portfolio, ...further].flatMap((portfolio) => {
    const { fileName } = portfolio.resume ?? {}
    const read = () => makeResume({ ...input, portfolio })
    return fileName ? [{ path: `/${fileName}`, read }] : []
  })
  const [first, ...others] = resumes
  return [
    ...(first ? [{ ...first, ...(file && { read: () => readFile(join(content, file)) }) }] : []),
    ...others,
    ...(hasCard ? [{ path: CARD_PATH, read: () => makeCard(input) }] : []),
  ]
}

/** Makes a resume. Prints which characters it leaves out. */
export function makeResume(input: ResumeInput): Buffer {
  const { portfolio, template, content, locator, palettes, warn } = input
  const { pdf, omitted } = renderResumePdf(portfolio, {
    colors: palettes.light,
    folder: content,
    template,
  })
  if (omitted.length > 0) {
    const errors = located(omitted, locator)
    warn(`The resume PDF leaves out characters that none of its fonts has:\n\n${errors}\n`)
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

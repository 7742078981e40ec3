import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Portfolio } from '../content/portfolio.ts'
import type { ContentError } from '../content/values.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { resumeBlocks } from './blocks.ts'
import { resumeContent, textsIn, typstLanguage } from './data.ts'
import {
  findMissingFonts,
  fontsFor,
  INSTRUMENT_SANS,
  INTER,
  missingPackages,
  ownFonts,
  textsWith,
} from './fonts.ts'
import { Typesetter } from './typst.ts'

const TEMPLATE = join(PACKAGE_FOLDER, 'resume/resume.typ')

/** Font sizes in points. The largest that gives the smallest number of pages is used. */
const SIZES = [10.4, 10.1, 9.8, 9.5, 9.2, 9]

/** The folder of an owner's fonts for a template, in the content folder. */
const OWN_FONTS = 'fonts'

/** What precedes a template of the owner, which may set other fonts. */
const DEFAULTS = `#set text(font: json(bytes(sys.inputs.data)).fonts, fallback: false)\n`

/** The scripts of the resume for which no font is installed. Without them, there is no PDF. */
export function resumeErrors(portfolio: Portfolio): ContentError[] {
  return findMissingFonts(textsOfPdf(portfolio), portfolio.site.language)
}

/** The packages of the fonts that the resume lacks. */
export function resumePackages(portfolio: Portfolio): string[] {
  return missingPackages(textsOfPdf(portfolio), portfolio.site.language)
}

/** The texts of the PDF, if one is made. */
function textsOfPdf(portfolio: Portfolio) {
  const { resume } = portfolio
  const isMade = resume && !resume.file && resume.downloads.includes('pdf')
  return isMade ? textsIn(resumeContent(portfolio)) : []
}

type Options = {
  /** The colours of the page, as #rrggbb. */
  colors: Record<string, string>
  /** The content folder. */
  folder: string
}

/** Renders the resume as PDF/UA-1. Characters that no font has are left out, and returned with the paths of their texts. */
export function renderResumePdf(portfolio: Portfolio, { colors, folder }: Options) {
  const { language } = portfolio.site
  const { template } = portfolio.resume ?? {}
  const content = resumeContent(portfolio)
  const texts = textsIn(content)
  const others = fontsFor(texts, language)
  const fonts = [INSTRUMENT_SANS, INTER, ...others]
  const typesetter = new Typesetter({
    main: template
      ? `${DEFAULTS}#include ${JSON.stringify(`/${template}`)}`
      : readFileSync(TEMPLATE, 'utf8'),
    folder,
    data: {
      ...content,
      blocks: resumeBlocks(portfolio),
      title: portfolio.resume?.menuLabel ?? portfolio.site.title,
      colors,
      language: typstLanguage(language),
      fonts: fonts.map(({ family }) => family),
    },
    fonts: template ? [...fonts, ...ownFonts(join(folder, OWN_FONTS))] : fonts,
  })
  const pagesAt = (size: number) => typesetter.countPages({ size: String(size) })
  const fewest = pagesAt(Math.min(...SIZES))
  const size = SIZES.find((size) => pagesAt(size) === fewest)
  const pdf = typesetter.pdf({ size: String(size) })
  const { omitted } = typesetter
  return { pdf, omitted, paths: textsWith(texts, omitted).map(({ path }) => path) }
}

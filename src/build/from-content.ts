import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeResumePdf, type ResumePdf } from '../artifacts/resume/make-resume.ts'
import type { Portfolio } from '../content/schema.ts'
import { CARD_PATH, drawCard, listIcons } from './brand-pictures.ts'
import type { PageContent } from './content-plugin.ts'
import { type Fonts, makeFonts } from './fonts.ts'
import { headerWidth, labelRooms } from './label-widths.ts'
import { PICTURE_CACHE } from './load-site.ts'
import { makeMachineFiles } from './machine-files.ts'
import { type Palettes, readPalettes } from './palette.ts'
import { placePictures } from './pictures/place.ts'
import type { LateFile, SiteFile } from './site-file.ts'

export type FromContent = {
  /** As its owner wrote it; in the page every picture has its place on the site. */
  portfolio: Portfolio
  page: PageContent
  palettes: Palettes
  fonts: Fonts
  /** Styles that depend on the words and pictures. */
  css: string
  /** Fonts and files for programs. */
  files: SiteFile[]
  pictures: LateFile[]
  /** What the page only links to: the resume, icons, the social card. */
  beside: LateFile[]
  /** How long the resume is, where it is made here. */
  resumePages: () => Promise<number | undefined>
}

/** All that a site has from its content, apart from what the bundler makes of the code. */
export async function makeFromContent(
  portfolio: Portfolio,
  content: string,
  report: (step: string) => void,
): Promise<FromContent> {
  const palettes = readPalettes(content)
  report('pictures')
  const placed = await placePictures(portfolio, content, {
    cache: PICTURE_CACHE,
    colours: palettes.placeholder,
    report,
  })
  report('fonts')
  const fonts = await makeFonts(JSON.stringify(portfolio))
  const icons = listIcons(portfolio, content, palettes)
  const card = { path: CARD_PATH, read: () => drawCard(portfolio, content, palettes) }
  const resume = listResume(portfolio, content, palettes)
  return {
    portfolio,
    page: { portfolio: placed.portfolio, headerWidth: headerWidth(portfolio) },
    palettes,
    fonts,
    css: placed.css + labelRooms(portfolio),
    files: [...fonts.files, ...makeMachineFiles(portfolio, palettes, icons.length > 0)],
    pictures: placed.files,
    beside: [...resume.files, card, ...icons],
    resumePages: resume.pages,
  }
}

/** The owner's own file, or the one made from the content; only of this one the pages are known. */
function listResume(
  portfolio: Portfolio,
  content: string,
  { light }: Palettes,
): { files: LateFile[]; pages: () => Promise<number | undefined> } {
  const none = async () => undefined
  const { file, own } = portfolio.resume ?? {}
  if (!file) return { files: [], pages: none }
  const path = `/${file}`
  if (own) return { files: [{ path, read: () => readFile(join(content, own)) }], pages: none }
  let made: Promise<ResumePdf> | undefined
  const make = () => {
    made ??= makeResumePdf(portfolio, light)
    return made
  }
  return {
    files: [{ path, read: async () => (await make()).bytes }],
    pages: async () => (await make()).pages,
  }
}

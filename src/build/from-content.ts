import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeResumePdf } from '../artifacts/resume/make-resume.ts'
import type { Portfolio } from '../content/schema.ts'
import type { PageContent } from './content-plugin.ts'
import { type Fonts, makeFonts } from './fonts.ts'
import { headerWidth } from './header-width.ts'
import { PICTURE_CACHE } from './load-site.ts'
import { makeMachineFiles } from './machine-files.ts'
import { type Palettes, readPalettes } from './palette.ts'
import { placePictures } from './pictures/place.ts'
import type { SiteFile } from './site-file.ts'

export type FromContent = {
  /** As its owner wrote it; in the page every picture has its place on the site. */
  portfolio: Portfolio
  page: PageContent
  palettes: Palettes
  fonts: Fonts
  /** Styles that the pictures bring. */
  css: string
  /** Everything beside the page: pictures, fonts, the resume, files for programs. */
  files: SiteFile[]
  /** How long the resume is, where it is made here. */
  resumePages: number | undefined
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
  const files = [...placed.files, ...fonts.files]
  const resume = portfolio.resume && (await readResume(portfolio, content, palettes, report))
  if (resume) files.push(resume.file)
  report('social card, icons')
  files.push(...(await makeMachineFiles(portfolio, content, palettes)))
  const page = { portfolio: placed.portfolio, headerWidth: headerWidth(portfolio) }
  const { css } = placed
  return { portfolio, page, palettes, fonts, css, files, resumePages: resume?.pages }
}

/** The owner's own file, or the one made from the content; only of this one the pages are known. */
async function readResume(
  portfolio: Portfolio,
  content: string,
  { light }: Palettes,
  report: (step: string) => void,
): Promise<{ file: SiteFile; pages: number | undefined }> {
  report('resume')
  const path = `/${portfolio.resume?.file}`
  const own = portfolio.resume?.own
  if (own) return { file: { path, body: readFileSync(join(content, own)) }, pages: undefined }
  const { bytes, pages } = await makeResumePdf(portfolio, light)
  return { file: { path, body: bytes }, pages }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeResumePdf } from '../artifacts/resume/make-resume.ts'
import type { Portfolio } from '../content/schema.ts'
import type { PageContent } from './content-plugin.ts'
import { type Fonts, makeFonts } from './fonts.ts'
import { headerWidth } from './header-width.ts'
import { makeMachineFiles } from './machine-files.ts'
import { type Palettes, readPalettes } from './palette.ts'
import { placePictures, type SiteFile } from './pictures.ts'

export type FromContent = {
  page: PageContent
  palettes: Palettes
  fonts: Fonts
  /** Everything beside the page: pictures, fonts, the resume, files for programs. */
  files: SiteFile[]
}

/** All that a site has from its content, apart from what the bundler makes of the code. */
export async function makeFromContent(
  portfolio: Portfolio,
  content: string,
  report: (step: string) => void,
): Promise<FromContent> {
  const palettes = readPalettes(content)
  report('pictures')
  const placed = placePictures(portfolio, content)
  report('fonts')
  const fonts = await makeFonts(JSON.stringify(portfolio))
  const files = [...placed.files, ...fonts.files]
  if (portfolio.resume) {
    report('resume')
    files.push({
      path: `/${portfolio.resume.file}`,
      body: await readResume(portfolio, content, palettes),
    })
  }
  report('social card, icons')
  files.push(...(await makeMachineFiles(portfolio, content, palettes)))
  const page = { portfolio: placed.portfolio, headerWidth: headerWidth(portfolio) }
  return { page, palettes, fonts, files }
}

/** The owner's own file, or the one made from the content. */
async function readResume(
  portfolio: Portfolio,
  content: string,
  { light }: Palettes,
): Promise<Buffer> {
  const own = portfolio.resume?.own
  if (own) return readFileSync(join(content, own))
  const { bytes } = await makeResumePdf(portfolio, light)
  return bytes
}

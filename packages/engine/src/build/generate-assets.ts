import { typeset } from '../content/typography.ts'
import { type Palettes, readPalettes } from '../exports/colors.ts'
import { drawCover, styleOf } from '../exports/cover.ts'
import { loadFaces } from '../exports/font-faces.ts'
import { MISSING_COVER } from '../page/image-slots.ts'
import type { PageInput } from './bundle.ts'
import { type BrandImage, iconFiles } from './favicons.ts'
import { type Fonts, subsetFonts } from './fonts.ts'
import { brandImage, emitImages, originalOf } from './images/emit-images.ts'
import type { LoadedContent } from './load-content.ts'
import { heroSizes, navBreakpoint, reservedWidths } from './measured-styles.ts'
import { makeMetadataFiles } from './metadata-files.ts'
import type { LazyFile, SiteFile } from './output-file.ts'
import { checkTypeset, typesetFiles, type Warn, withoutResumeFile } from './typeset-files.ts'

export type SiteAssets = PageInput & {
  brand: BrandImage
  hasSocialCard: boolean
  /** The origins of images on other hosts. */
  imageOrigins: string[]
  palettes: Palettes
  fonts: Fonts
  /** Styles that depend on the texts and images. */
  css: string
  /** Fonts, images and metadata files. */
  files: SiteFile[]
  /** Files that the page only links to: the resume, icons, the social card. */
  lazyFiles: LazyFile[]
}

/** Generates everything that depends on the content, except the bundle. */
export async function generateAssets(
  { portfolio: all, parts, source }: Pick<LoadedContent, 'portfolio' | 'parts' | 'source'>,
  content: string,
  { report, warn }: { report: (step: string) => void; warn: Warn },
): Promise<SiteAssets> {
  const { hasResume, hasCard } = checkTypeset(all, source, warn)
  const loaded = hasResume ? all : withoutResumeFile(all)
  const { look } = loaded.site
  await loadFaces(look)
  const palettes = readPalettes(content, look)
  report('images')
  const emitted = await emitImages(typeset(loaded), { palettes, report })
  const { portfolio } = emitted
  report('fonts')
  const fonts = await subsetFonts(JSON.stringify(portfolio) + parts.text, look)
  const image = brandImage(loaded.brand)
  const brand = { name: image.name, source: originalOf(image, palettes) }
  const icons = iconFiles(brand, palettes)
  return {
    portfolio,
    parts,
    navBreakpoint: navBreakpoint(portfolio),
    brand,
    hasSocialCard: hasCard,
    imageOrigins: emitted.origins,
    palettes,
    fonts,
    css: emitted.css + reservedWidths(portfolio) + heroSizes(portfolio),
    files: [
      ...fonts.files,
      ...emitted.files,
      missingCover(palettes),
      // Programs get the characters that the owner wrote.
      ...makeMetadataFiles(loaded, palettes.light.bg, icons.length > 0),
    ],
    lazyFiles: [
      // The names of an owner's files are not typeset.
      ...typesetFiles({
        portfolio,
        own: loaded.resume,
        content,
        brand,
        palettes,
        hasCard,
        source,
        warn,
      }),
      ...icons,
    ],
  }
}

/** The picture of the 404 page, from the family of the covers. */
function missingCover({ covers, look }: Palettes): SiteFile {
  const { file, title, width, height } = MISSING_COVER
  const style = styleOf(title)
  return { path: `/${file}`, body: drawCover({ title, width, height, style, look }, covers) }
}

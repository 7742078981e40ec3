import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { ImageAsset } from '../content/assets.ts'
import { isImageFile } from '../content/files.ts'
import type { PortfolioWith } from '../content/schema.ts'
import { fileSlugOf } from '../content/slug.ts'
import { type Palettes, readPalettes, themeSvg } from './colors.ts'
import { type CoverStyle, chooseStyles, drawCover, drawMark, styleOf } from './cover.ts'
import { PROJECT_CARD } from './image-slots.ts'
import { readPlaceholder } from './placeholder.ts'

/** Where images are: the folder of the content, and one for the images that are drawn. */
export type ImageFolders = { content: string; drawings: string }

/** The cover of a project without an image. Its name is the title. */
class Cover extends ImageAsset {}

/** The mark of a brand without an image. Its name is the text. */
class Mark extends ImageAsset {}

/** Adds what is drawn in place of an image that the owner has not set, and finds the featured project. */
export function withDrawings(portfolio: PortfolioWith<ImageAsset>): PortfolioWith<ImageAsset> {
  const { brand, projects } = portfolio
  const cards = projects?.cards.map((card) => {
    const slot = card.featured ? 'featured' : 'card'
    if (!card.imgSrc) return { ...card, imgSrc: new Cover(card.title, slot as never), imgAlt: '' }
    return { ...card, imgSrc: new ImageAsset(card.imgSrc.name, slot as never) }
  })
  return {
    ...portfolio,
    brand: { ...brand, image: brand.image ?? new Mark(brand.text, 'logo') },
    ...(projects && cards && { projects: { ...projects, cards } }),
  }
}

/** Returns the file of an image, or the address of one on another host. Draws what has no file. */
export function imageFiles(
  portfolio: PortfolioWith<ImageAsset>,
  folders: ImageFolders,
): (image: ImageAsset) => { file: string } | { url: string } {
  const palettes = readPalettes(folders.content, portfolio.site.look)
  const cards = portfolio.projects?.cards ?? []
  const styles = chooseStyles(cards.flatMap(({ imgSrc }) => coverTitle(imgSrc) ?? []))
  return (image) => {
    const drawn = draw(image, { palettes, styles, content: folders.content })
    if (drawn !== undefined) {
      const name = coverTitle(image) ?? parse(image.name).name
      return { file: writeDrawing(folders.drawings, name, drawn) }
    }
    return isImageFile(image.name)
      ? { file: join(folders.content, image.name) }
      : { url: image.name }
  }
}

function coverTitle(image: ImageAsset | undefined): string | undefined {
  return image instanceof Cover ? image.name : readPlaceholder(image?.name ?? '')?.title
}

type Drawing = {
  palettes: Palettes
  styles: Map<string, CoverStyle>
  content: string
}

/** A cover, a mark, or a vector in the colours of the page. Undefined for every other image. */
function draw(image: ImageAsset, { palettes, styles, content }: Drawing) {
  const { covers } = palettes
  if (image instanceof Mark) return drawMark(image.name, covers)
  if (image.name.endsWith('.svg') && isImageFile(image.name)) {
    return themeSvg(readFileSync(join(content, image.name)), palettes)
  }
  const title = coverTitle(image)
  if (title === undefined) return undefined
  const style = styles.get(title) ?? styleOf(title)
  const size = readPlaceholder(image.name) ?? PROJECT_CARD
  return drawCover({ ...size, title, style }, covers)
}

/** Astro encodes and names images by their file, so a drawing needs one. */
function writeDrawing(folder: string, name: string, svg: string): string {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 8)
  const slug = fileSlugOf(name).toLowerCase().slice(0, 40)
  const file = join(folder, `${slug}-${hash}.svg`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, svg)
  }
  return file
}

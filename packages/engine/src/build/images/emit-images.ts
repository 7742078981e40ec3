import { availableParallelism } from 'node:os'
import { parse } from 'node:path'
import { BUILD_CACHE } from '../../cache.ts'
import { ImageAsset, type ImageSources } from '../../content/assets.ts'
import { mapImages } from '../../content/resolve.ts'
import type { PageContent, PortfolioWith } from '../../content/schema.ts'
import { fileSlugOf } from '../../content/slug.ts'
import type { Palettes } from '../../exports/colors.ts'
import { themeSvg } from '../../exports/colors.ts'
import {
  type CoverOptions,
  type CoverStyle,
  chooseStyles,
  drawCover,
  drawMark,
  styleOf,
} from '../../exports/cover.ts'
import { placeholderFile, readPlaceholder } from '../../exports/placeholder.ts'
import { PROJECT_CARD } from '../../page/image-slots.ts'
import { RasterImage, slotOf, VectorImage } from '../load-content.ts'
import { hashedPath, type SiteFile } from '../output-file.ts'
import type { Size } from './encode.ts'

const MAX_INLINE_LENGTH = 1000

/** Reserved for an image on another host, whose size is unknown. */
const UNKNOWN_SIZE = { width: 960, height: 600 }

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

export type EmittedContent = {
  portfolio: PageContent
  files: SiteFile[]
  /** Rules for the placeholder colour of each image. */
  css: string
  /** The origins of images on other hosts. */
  origins: string[]
}

/** Colours for covers, and for vectors that use tokens of the page. */
type DrawingPalettes = Palettes

type EmitOptions = {
  palettes: DrawingPalettes
  report: (step: string) => void
  /** The folder of the build cache. */
  cache?: string
}

/** What a drawn image depends on besides its name. */
type Drawing = {
  palettes: DrawingPalettes
  styles: Map<string, CoverStyle>
  /** The titles of the projects. */
  titles: string[]
}

/** An image with its sources, and the files that they refer to. */
type Emitted = { image: ImageSources; files: SiteFile[] }

/** The cover of a project without an image. Its name is the title. */
class CoverImage extends ImageAsset {}

/** The mark of a brand without an image. */
class MarkImage extends ImageAsset {
  readonly text: string

  constructor(text: string) {
    super('mark.svg', 'logo')
    this.text = text
  }
}

/** The image of a brand, or the mark that is drawn in place of one. */
export function brandImage({ image, text }: PortfolioWith<ImageAsset>['brand']): ImageAsset {
  return image ?? new MarkImage(text)
}

/**
 * Encodes the new images of the content, and replaces every image with its URL and sources. A
 * project without an image gets a cover, and a brand a mark.
 */
export async function emitImages(
  content: PortfolioWith<ImageAsset>,
  { palettes, report, cache = BUILD_CACHE }: EmitOptions,
): Promise<EmittedContent> {
  const { projects } = content
  const cards = (projects?.cards ?? []).map((card) =>
    card.imgSrc ? card : { ...card, imgSrc: new CoverImage(card.title, 'card'), imgAlt: '' },
  )
  const brand = { ...content.brand, image: brandImage(content.brand) }
  const portfolio = { ...content, brand, ...(projects && { projects: { ...projects, cards } }) }
  const images = new Set<ImageAsset>()
  mapImages(portfolio, (image) => images.add(image))
  const uncached = [...images].filter((image) => image instanceof RasterImage && !image.encoded)
  await mapConcurrent(uncached as RasterImage[], async (image, index) => {
    report(`images ${index + 1} of ${uncached.length}`)
    await image.encode(cache)
  })
  const styles = chooseStyles(cards.flatMap(({ imgSrc }) => coverTitle(imgSrc) ?? []))
  const drawing = { palettes, styles, titles: cards.map(({ title }) => title) }
  const emitted = new Map([...images].map((image) => [image, emit(image, drawing)]))
  const files = [...emitted.values()].flatMap((image) => image.files)
  return {
    portfolio: mapImages(portfolio, (image) => (emitted.get(image) as Emitted).image),
    // Several cards may show the same placeholder.
    files: [...new Map(files.map((file) => [file.path, file])).values()],
    css: placeholderRules([...emitted.values()]),
    origins: originsOf([...images]),
  }
}

/** The bytes of an image that is not on another host, as icons and the social card need them. */
export function originalOf(image: ImageAsset, palettes: DrawingPalettes): Buffer | undefined {
  const drawing = { palettes, styles: new Map(), titles: [] }
  const body = image instanceof RasterImage ? image.body : drawnFile(image, drawing)?.body
  return body === undefined ? undefined : Buffer.from(body)
}

/** The title that is drawn as the image. Undefined for a file or a remote image. */
function coverTitle(image: ImageAsset | undefined): string | undefined {
  return image instanceof CoverImage ? image.name : readPlaceholder(image?.name ?? '')?.title
}

function emit(image: ImageAsset, drawing: Drawing): Emitted {
  if (image instanceof RasterImage) return emitEncoded(image)
  const { width, height } = drawnSize(image)
  const file = drawnFile(image, drawing)
  const inline = file && image.slot === 'logo' && toDataUri(file.body)
  const src = inline || (file ? `.${file.path}` : image.name)
  return { image: { src, width, height }, files: file && !inline ? [file] : [] }
}

/** The size that the page reserves for an image that is not encoded. */
function drawnSize(image: ImageAsset): Size {
  const { width, height } = slotOf(image.slot)
  if (height) return { width, height }
  const own = image instanceof VectorImage ? image.size : readPlaceholder(image.name)
  return own ? { width: own.width, height: own.height } : UNKNOWN_SIZE
}

/** Builds the page-relative `src` and `srcset` of an encoded image. Names contain its hash. */
function emitEncoded({ name, slot: slotName, key, encoded }: RasterImage): Emitted {
  if (!encoded) throw new Error(`The image ${name} was not encoded.`)
  const { widths, formats, averageColor, size } = encoded
  const slot = slotOf(slotName)
  const stem = `/assets/${fileSlugOf(parse(name).name)}-${key.slice(0, 8)}`
  const srcset = (format: string) =>
    widths.map((width) => `.${stem}-${width}.${format} ${width}w`).join(', ')
  const fallback = formats.at(-1) ?? ''
  const usual = widths.findLast((width) => width <= slot.width) ?? widths[0]
  return {
    image: {
      src: `.${stem}-${usual}.${fallback}`,
      srcset: srcset(fallback),
      sources: formats.flatMap((format) => {
        const type = TYPES[format]
        return type ? [{ type, srcset: srcset(format) }] : []
      }),
      ...(slot.height ? { width: slot.width, height: slot.height } : size),
      ...(averageColor && { averageColor }),
    },
    files: [...encoded.files].map(([file, body]) => ({ path: `${stem}-${file}`, body })),
  }
}

/** A vector in the colours of the page, a cover or a placeholder. Undefined for a remote image. */
function drawnFile(image: ImageAsset, drawing: Drawing): SiteFile | undefined {
  if (image instanceof VectorImage) {
    const body = themeSvg(image.svg, drawing.palettes)
    return { path: hashedPath(image.name, body), body }
  }
  if (image instanceof CoverImage) {
    const body = draw({ ...PROJECT_CARD, title: image.name, letters: 'initial' }, drawing)
    return { path: hashedPath(`${image.name}.svg`, body), body }
  }
  if (image instanceof MarkImage) {
    const { look, covers } = drawing.palettes
    const body = drawMark(image.text, covers, look)
    return { path: hashedPath(image.name, body), body }
  }
  const placeholder = readPlaceholder(image.name)
  if (!placeholder) return undefined
  const { titles } = drawing
  const isBesideTitle =
    image.slot === 'card' && titles.some((title) => title.startsWith(placeholder.title))
  const letters = isBesideTitle ? 'initial' : 'title'
  const body = draw({ ...placeholder, letters }, drawing)
  return { path: placeholderFile(placeholder), body }
}

function draw(cover: Omit<CoverOptions, 'style'>, { palettes, styles }: Drawing): string {
  const { title } = cover
  const style = styles.get(title) ?? styleOf(title)
  return drawCover({ ...cover, style, look: palettes.look }, palettes.covers)
}

/** Inlines a small vector of the first view, which saves a request. */
function toDataUri(drawing: Buffer | string): string | undefined {
  const text = String(drawing)
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s+/g, ' ')
    .trim()
  const escaped = text.replace(/[%#<>"\u{80}-\u{10ffff}]/gu, encodeURIComponent)
  return escaped.length <= MAX_INLINE_LENGTH ? `data:image/svg+xml,${escaped}` : undefined
}

function originsOf(images: ImageAsset[]): string[] {
  const remote = images.filter(({ name }) => /^https?:/.test(name))
  return [...new Set(remote.map(({ name }) => new URL(name).origin))]
}

/** As CSS rules: a strict CSP forbids style attributes. */
function placeholderRules(emitted: Emitted[]): string {
  const colors = new Set(emitted.flatMap(({ image }) => image.averageColor ?? []))
  return [...colors]
    .map((color) => `img[data-placeholder="${color}"]{background-color:#${color}}`)
    .join('')
}

/** Calls `work` for all items, with as many concurrent calls as the machine has processors. */
async function mapConcurrent<Item>(
  items: Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  // All workers share one queue, so none is idle while items are left.
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

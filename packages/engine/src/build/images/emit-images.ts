import { BUILD_CACHE } from '../../cache.ts'
import type { ImageAsset } from '../../content/assets.ts'
import { mapImages } from '../../content/resolve.ts'
import type { ImageSources, PageContent, PortfolioWith } from '../../content/schema.ts'
import { drawPlaceholder, placeholderFile, readPlaceholder } from '../../exports/placeholder.ts'
import { resolveSvgTokens } from '../../exports/svg-tokens.ts'
import { hashedPath, type LazyFile, type SiteFile, slugify } from '../output-file.ts'
import type { Palettes } from '../palette.ts'
import { RasterImage, SLOTS, VectorImage } from './build-assets.ts'
import { mapConcurrent } from './map-concurrent.ts'

const MAX_INLINE_LENGTH = 1000

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

export type EmittedContent = {
  portfolio: PageContent
  files: LazyFile[]
  /** Rules for the placeholder colour of each image. */
  css: string
  /** The origins of images on other hosts. */
  origins: string[]
}

type EmitOptions = {
  /** Colours for placeholders, and for vectors that use tokens of the page. */
  palettes: Pick<Palettes, 'light' | 'placeholder'>
  report: (step: string) => void
  /** The folder of the build cache. */
  cache?: string
}

/** An image with its sources, and the files that they refer to. */
type Emitted = { image: ImageSources; files: LazyFile[] }

/** Encodes the new images of the content, and replaces every image with its URL and sources. */
export async function emitImages(
  portfolio: PortfolioWith<ImageAsset>,
  { palettes, report, cache = BUILD_CACHE }: EmitOptions,
): Promise<EmittedContent> {
  const images = new Set<ImageAsset>()
  mapImages(portfolio, (image) => images.add(image))
  const uncached = [...images].filter((image) => image instanceof RasterImage && !image.encoded)
  await mapConcurrent(uncached as RasterImage[], async (image, index) => {
    report(`images ${index + 1} of ${uncached.length}`)
    await image.encode(cache)
  })
  const emitted = new Map([...images].map((image) => [image, emit(image, palettes)]))
  const files = [...emitted.values()].flatMap((image) => image.files)
  return {
    portfolio: mapImages(
      portfolio,
      (image) => (emitted.get(image) as Emitted).image,
    ) as PageContent,
    // Several cards may show the same placeholder.
    files: [...new Map(files.map((file) => [file.path, file])).values()],
    css: placeholderRules([...emitted.values()]),
    origins: originsOf([...images]),
  }
}

/** The bytes of an image that is not on another host, as icons and the social card need them. */
export function originalOf(
  image: ImageAsset,
  palettes: EmitOptions['palettes'],
): Buffer | undefined {
  const body = image instanceof RasterImage ? image.body : drawnFile(image, palettes)?.body
  return body === undefined ? undefined : Buffer.from(body)
}

function emit(image: ImageAsset, palettes: EmitOptions['palettes']): Emitted {
  if (image instanceof RasterImage) return emitEncoded(image)
  const { width, height } = SLOTS[image.slot]
  const file = drawnFile(image, palettes)
  const inline = file && image.slot === 'logo' && toDataUri(file.body)
  const src = inline || (file ? `.${file.path}` : image.name)
  const files = file && !inline ? [{ path: file.path, read: async () => file.body }] : []
  return { image: { src, width, height }, files }
}

/** Builds the page-relative `src` and `srcset` of an encoded image. Names contain its hash. */
function emitEncoded({ name, slot: slotName, key, encoded }: RasterImage): Emitted {
  if (!encoded) throw new Error(`The image ${name} was not encoded.`)
  const { widths, formats, averageColor } = encoded
  const slot = SLOTS[slotName]
  const stem = `/assets/${slugify(name)}-${key.slice(0, 8)}`
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
      width: slot.width,
      height: slot.height,
      ...(averageColor && { averageColor }),
    },
    files: [...encoded.files].map(([file, body]) => ({
      path: `${stem}-${file}`,
      read: async () => body,
    })),
  }
}

/** A vector in the colours of the page, or a placeholder. Undefined for a remote image. */
function drawnFile(
  image: ImageAsset,
  { light, placeholder: colors }: EmitOptions['palettes'],
): SiteFile | undefined {
  if (image instanceof VectorImage) {
    const body = resolveSvgTokens(image.svg, light)
    return { path: hashedPath(image.name, body), body }
  }
  const placeholder = image.name.startsWith('/') ? readPlaceholder(image.name) : undefined
  return (
    placeholder && {
      path: placeholderFile(placeholder),
      body: drawPlaceholder(placeholder, colors),
    }
  )
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

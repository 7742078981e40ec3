import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { BUILD_CACHE, cacheKey, readCached, writeCached } from '../cache.ts'
import {
  AssetError,
  type Assets,
  ImageAsset,
  type OwnSlot,
  type PageSlot,
  type SlotName,
} from '../content/assets.ts'
import { formatReceived } from '../content/diagnostic.ts'
import { checkAssets, isImageFile } from '../content/files.ts'
import { type LoadResult, parseContent } from '../content/load.ts'
import {
  AVATAR,
  type ImageSlot,
  LOGO,
  ownSlot,
  PORTRAIT,
  PROJECT_CARD,
  PROJECT_PICTURE,
} from '../page/image-slots.ts'
import { findUnused, type OwnParts, readOwnParts } from '../parts/own-parts.ts'
import { loadOwnSections } from '../parts/own-sections.ts'
import { checkPixels, measureVector } from './images/check-image.ts'
import { ENCODER_CACHE_KEY, type EncodedImage, encodeImage, type Size } from './images/encode.ts'

/** Valid content and parts, and the reader of its images. */
export type LoadedContent = Extract<LoadResult, { ok: true }> & {
  parts: OwnParts
  /** Keeps the images in memory. Pass it to the next load if their files are unchanged. */
  readImage: ReadImage
}

/** Loads the content, and validates its images and the owner's parts. Returns all diagnostics in one list. */
export async function loadContent(
  content: string,
  readImage = imageReader(content),
): Promise<LoadedContent | Extract<LoadResult, { ok: false }>> {
  const read = readOwnParts()
  const inSchemas = await loadOwnSections(read)
  const loaded = await parseContent(content, buildAssets(content, readImage))
  const { parts } = read
  const unused = loaded.ok ? findUnused(parts, loaded.portfolio) : []
  const diagnostics = [...read.diagnostics, ...inSchemas, ...unused]
  if (loaded.ok && diagnostics.length === 0) return { ...loaded, parts, readImage }
  return { ok: false, diagnostics: [...(loaded.ok ? [] : loaded.diagnostics), ...diagnostics] }
}

const SLOTS = {
  logo: LOGO,
  card: PROJECT_CARD,
  picture: PROJECT_PICTURE,
  portrait: PORTRAIT,
  avatar: AVATAR,
} satisfies Record<PageSlot, ImageSlot>

export function slotOf(name: SlotName): ImageSlot {
  return isOwn(name) ? ownSlot(...sizeOf(name)) : SLOTS[name]
}

function isOwn(name: SlotName): name is OwnSlot {
  return name.startsWith('own ')
}

function sizeOf(name: OwnSlot): [number, number | undefined] {
  const [width = 0, height] = name.slice('own '.length).split('x').map(Number)
  return [width, height]
}

/** Reads an image file once for each slot, however often the content names it. */
export type ReadImage = (name: string, slot: SlotName) => Promise<ImageAsset | AssetError>

/** The assets of a build: image files are read, validated and looked up in the cache. */
export function buildAssets(directory: string, read = imageReader(directory)): Assets {
  const names = checkAssets(directory)
  return {
    ...names,
    image(name, slot) {
      const found = names.image(name, slot)
      return found instanceof ImageAsset && isImageFile(name) ? read(found.name, slot) : found
    },
  }
}

/** The development server keeps a reader while the image files are unchanged. */
export function imageReader(directory: string, cache = BUILD_CACHE): ReadImage {
  const images = new Map<string, ReturnType<ReadImage>>()
  return (name, slot) => {
    const id = `${slot} ${name}`
    const image = images.get(id) ?? readImage(name, slot, directory, cache)
    images.set(id, image)
    return image
  }
}

/** An SVG file, which is not encoded. */
export class VectorImage extends ImageAsset {
  readonly svg: Buffer
  readonly size: Size

  constructor(name: string, slot: SlotName, svg: Buffer, size: Size) {
    super(name, slot)
    this.svg = svg
    this.size = size
  }
}

/** A photo or another raster image, which is encoded in several widths and formats. */
export class RasterImage extends ImageAsset {
  readonly key: string
  /** The file; undefined once it is encoded, except for the logo, from which icons are made. */
  body: Buffer | undefined
  encoded: EncodedImage | undefined

  constructor(name: string, slot: SlotName, file: { key: string; body: Buffer; cached?: Buffer }) {
    super(name, slot)
    this.key = file.key
    this.body = file.body
    if (file.cached) this.#setEncoded(deserialize(file.cached))
  }

  async encode(cache = BUILD_CACHE): Promise<void> {
    if (!this.body || this.encoded) return
    const encoded = await encodeImage(this.body, slotOf(this.slot))
    await writeCached(this.key, serialize(encoded), cache)
    this.#setEncoded(encoded)
  }

  #setEncoded(encoded: EncodedImage) {
    this.encoded = encoded
    if (this.slot !== 'logo') this.body = undefined
  }
}

async function readImage(
  name: string,
  slot: SlotName,
  directory: string,
  cache: string,
): ReturnType<ReadImage> {
  const image = await openFile(name, slot, await readFile(join(directory, name)), cache)
  return image instanceof AssetError
    ? new AssetError(`${formatReceived(name)}, ${image.found}`, image.expected, image.suggestion)
    : image
}

async function openFile(
  name: string,
  slot: SlotName,
  body: Buffer,
  cache: string,
): ReturnType<ReadImage> {
  if (/\.svg$/i.test(name)) {
    const size = await measureVector(body)
    return size instanceof AssetError ? size : new VectorImage(name, slot, body, size)
  }
  const key = rasterKey(body, slot)
  const cached = await readCached(key, cache)
  if (cached) return new RasterImage(name, slot, { key, body, cached })
  // Only images without errors are cached. Decoding one takes longer than everything else.
  const wrong = await checkPixels(body, slotOf(slot))
  return wrong ?? new RasterImage(name, slot, { key, body })
}

/** The cache key of an encoded image: a hash of the file, its slot and the encoder. */
export function rasterKey(body: Buffer, slot: SlotName): string {
  const { width, height, widths } = slotOf(slot)
  return cacheKey([ENCODER_CACHE_KEY, JSON.stringify([width, height, widths]), body])
}

import { extname } from 'node:path'
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import sharp from 'sharp'
import { AssetError } from '../../content/assets.ts'
import { isIsoMedia, isVideo, latin1At, startsWith } from '../../content/file-signature.ts'
import type { ImageSlot } from '../../page/image-slots.ts'
import { cropTo, openImage, type Size } from './encode.ts'

/** An image format that the build can read. */
export type Format = { name: string; extensions: string[] }

type Matcher = (body: Buffer) => boolean

const VECTOR = 'SVG'

const OPEN_AND_SAVE = 'Open it in an image editor and save it as PNG'

const FORMATS: (Format & { is: Matcher })[] = [
  { name: 'JPEG', extensions: ['.jpg', '.jpeg'], is: startsWith('\xff\xd8\xff') },
  { name: 'PNG', extensions: ['.png'], is: startsWith('\x89PNG\r\n') },
  { name: 'WebP', extensions: ['.webp'], is: (body) => latin1At(body, 8, 4) === 'WEBP' },
  { name: 'AVIF', extensions: ['.avif'], is: (body) => isIsoMedia(body, /avi[fs]/) },
  { name: 'GIF', extensions: ['.gif'], is: startsWith('GIF8') },
  { name: 'TIFF', extensions: ['.tif', '.tiff'], is: startsWith('II*\0', 'MM\0*') },
  { name: VECTOR, extensions: ['.svg'], is: (body) => readSvg(body) !== undefined },
]

const UNSUPPORTED: { name: string; advice: string; is: Matcher }[] = [
  {
    name: 'an empty file',
    advice: 'Copy or save it again',
    is: (body) => body.length === 0,
  },
  {
    name: 'a HEIC photo, which browsers cannot show',
    advice: 'Export it as JPEG on the phone or in a photo app',
    is: (body) => isIsoMedia(body, /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)/),
  },
  {
    name: 'a web page (HTML)',
    advice: 'Open the image itself in the browser and save it',
    is: (body) => /^\s*(<!--.*?-->\s*)*<(!doctype html|html|head|body)\b/is.test(headOf(body)),
  },
  {
    name: 'a Git LFS pointer',
    advice: 'Run "git lfs pull"',
    is: startsWith('version https://git-lfs'),
  },
  { name: 'a BMP image', advice: OPEN_AND_SAVE, is: startsWith('BM') },
  { name: 'a Photoshop file', advice: 'Export it as PNG', is: startsWith('8BPS') },
  { name: 'a PDF', advice: 'Export the page as PNG', is: startsWith('%PDF') },
  { name: 'an icon file (ICO)', advice: OPEN_AND_SAVE, is: startsWith('\0\0\x01\0') },
  {
    name: 'a JPEG XL image',
    advice: OPEN_AND_SAVE,
    is: startsWith('\xff\x0a', '\0\0\0\x0cJXL '),
  },
  {
    name: 'a video',
    advice: 'Use a still image',
    is: isVideo,
  },
]

/** Detects the format of a file from its bytes, whatever its name is. */
export function findFormat(body: Buffer): Format | undefined {
  return FORMATS.find(({ is }) => is(body))
}

/** Compares the format: searching the bytes of a photo takes longer than reading it. */
export function isVector({ name }: Format): boolean {
  return name === VECTOR
}

/** The format of a file, or why the content cannot use it: for its bytes or for its extension. */
export function readFormat(name: string, body: Buffer): Format | AssetError {
  const format = findFormat(body)
  if (!format) {
    const unknown = { name: 'not an image', advice: OPEN_AND_SAVE }
    const { name: found, advice } = UNSUPPORTED.find(({ is }) => is(body)) ?? unknown
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })
    const formats = list.format(FORMATS.map(({ name }) => name))
    return new AssetError(
      `which is ${found}`,
      `an image in one of the formats ${formats}. ${advice}`,
    )
  }
  const [usual] = format.extensions
  const extension = extname(name)
  if (format.extensions.includes(extension.toLowerCase())) return format
  return new AssetError(
    `which is a ${format.name} file`,
    `the extension of its format: ${format.extensions.join(' or ')}`,
    `rename the file to ${name.slice(0, name.length - extension.length)}${usual}`,
  )
}

function headOf(body: Buffer): string {
  return latin1At(body, 0, 1000)
}

/** Checks that a raster image is complete, still and large enough. */
export async function checkPixels(
  body: Buffer,
  slot: ImageSlot,
  { name }: Format,
): Promise<AssetError | undefined> {
  try {
    const { pages = 1, autoOrient } = await openImage(body).metadata()
    if (pages > 1) return describeAnimation(name, pages)
    // Decodes the whole file, which detects a truncated one.
    await openImage(body).resize(1, 1).raw().toBuffer()
    const { width } = cropTo(autoOrient, slot)
    return width < slot.width ? describeTooSmall(autoOrient, slot) : undefined
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return isHuge
      ? new AssetError(
          'which has too many pixels to decode',
          `a smaller image: ${describeRecommended(slot)}`,
        )
      : new AssetError(
          `a ${name} file that is damaged or truncated`,
          'a complete image file. Copy or export it again',
        )
  }
}

function describeAnimation(format: string, pages: number): AssetError {
  return format === 'TIFF'
    ? new AssetError(
        `which has ${pages} pages`,
        'one image per file. Export the page to show as PNG',
      )
    : new AssetError(
        `an animation of ${pages} frames`,
        'a still image, because visitors cannot stop an animation. Save one frame as PNG, and ' +
          'show the animation at projectUrl',
      )
}

function describeTooSmall(size: Size, slot: ImageSlot): AssetError {
  const needed = slot.height
    ? `at least ${slot.width} × ${slot.height} pixels, the largest size`
    : `a width of at least ${slot.width} pixels, the smallest size`
  return new AssetError(
    `${size.width} × ${size.height} pixels`,
    `${needed} of ${slot.name}; ${describeRecommended(slot)}`,
  )
}

function describeRecommended({ width, height, widths }: ImageSlot): string {
  const best = Math.max(...widths)
  const size = height
    ? `${best} × ${Math.round((best * height) / width)}`
    : `a width of ${best} pixels`
  return `${size} is sharp on every screen`
}

/** Checks that an SVG file is well-formed and contains no active content. Returns its size. */
export async function checkVector(body: Buffer): Promise<Size | AssetError> {
  try {
    const svg = body.toString()
    const active = findActiveContent(svg)
    if (active) return describeActive(active)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    await sharp(Buffer.from(svg)).resize(1, 1).raw().toBuffer()
    return { width, height }
  } catch {
    return new AssetError(
      'an SVG file that cannot be rendered',
      'a complete SVG file, well-formed XML. Export it again',
    )
  }
}

function describeActive(active: string): AssetError {
  return new AssetError(
    `an SVG file that contains ${active}`,
    'an SVG file without active content, which could run scripts on your page. Export it again',
  )
}

// What may precede the root element of an SVG file: a byte order mark, declarations, comments.
const PROLOG = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[\s\S]*?\]\s*)?>)*/i
const ROOT = /^<(?:[\w-]+:)?svg[\s>/]/

const XHTML = 'http://www.w3.org/1999/xhtml'

/** Element names in lower case, in any namespace. */
const SCRIPTS = ['script', 'handler', 'listener']
const EMBEDDED = ['foreignobject', 'iframe', 'object', 'embed']
const ANIMATIONS = ['animate', 'set']

/** Characters that browsers strip from a URL before they parse it. */
const IGNORED_IN_URL = /[\s\p{Cc}\p{Cf}]/gu
const SCRIPT_URL = /javascript:|vbscript:|data:text\/html|data:application\/xhtml/i

/** Encodings that agree with ASCII on XML syntax. In others, a tag can look like text. */
const ASCII_ENCODINGS = /^(utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/i

/** Returns the text of a file if it is SVG. */
export function readSvg(body: Buffer): string | undefined {
  const text = body.toString('utf8')
  return ROOT.test(text.replace(PROLOG, '')) ? text : undefined
}

/**
 * Finds active content: what would run in the browser of a person who opens the SVG's URL. Throws
 * if the file is not well-formed XML, because browsers and parsers differ in how they recover.
 */
export function findActiveContent(svg: string): string | undefined {
  const found: string[] = []
  const note = (what: string | undefined) => what && found.push(what)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('xmldecl', ({ encoding }) => note(describeEncoding(encoding)))
  parser.on('doctype', (doctype) => note(describeDoctype(doctype)))
  parser.on('processinginstruction', ({ target }) => note(describeInstruction(target)))
  parser.on('opentag', (tag) => note(describeTag(tag)))
  try {
    parser.write(svg).close()
  } catch (error) {
    if (found.length === 0) throw error
  }
  return found[0]
}

function describeEncoding(encoding: string | undefined): string | undefined {
  return encoding === undefined || ASCII_ENCODINGS.test(encoding)
    ? undefined
    : `text in ${encoding}, which can hide a script; save it in UTF-8`
}

/** Entities can expand to any text, and ATTLIST adds attributes that no tag shows. */
function describeDoctype(doctype: string): string | undefined {
  return doctype.includes('[') ? 'DOCTYPE declarations, which can hide a script' : undefined
}

function describeInstruction(target: string): string | undefined {
  return target.toLowerCase() === 'xml-stylesheet'
    ? 'an XML style sheet, which can run scripts'
    : undefined
}

function describeTag({ local, uri, attributes }: SaxesTagNS): string | undefined {
  const name = local.toLowerCase()
  if (SCRIPTS.includes(name)) return 'a script'
  if (EMBEDDED.includes(name) || uri === XHTML) return `embedded HTML (${local})`
  return Object.values(attributes)
    .map((attribute) => describeAttribute(attribute, name))
    .find(Boolean)
}

function describeAttribute({ local, value }: SaxesAttributeNS, tag: string): string | undefined {
  if (/^on/i.test(local)) return 'an event handler attribute'
  if (SCRIPT_URL.test(value.replace(IGNORED_IN_URL, ''))) return 'a link that runs a script'
  const isAimed = ANIMATIONS.includes(tag) && local.toLowerCase() === 'attributename'
  return isAimed && /(^|:)(href|on\w+)$/i.test(value.trim()) ? 'an animated link' : undefined
}

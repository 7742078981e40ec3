import { readSvg } from './svg.ts'

/** An image format that the build can read. */
export type Format = { name: string; extensions: string[] }

type Matcher = (body: Buffer) => boolean
type Unsupported = { name: string; advice: string }

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

const UNSUPPORTED: (Unsupported & { is: Matcher })[] = [
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
    is: (body) => startsWith('\x1aE\xdf\xa3')(body) || isIsoMedia(body, /./),
  },
]

/** Detects the format of a file from its bytes, whatever its name is. */
export function findFormat(body: Buffer): Format | undefined {
  return FORMATS.find(({ is }) => is(body))
}

/** Compares the format: searching the bytes of a photo takes longer than reading it. */
export function isVector(format: Format | undefined): boolean {
  return format?.name === VECTOR
}

/** Describes a file that the build cannot read, and how to get one that it can. */
export function describeUnsupported(body: Buffer): Unsupported {
  return UNSUPPORTED.find(({ is }) => is(body)) ?? { name: 'not an image', advice: OPEN_AND_SAVE }
}

export function formatNames(): string {
  const names = FORMATS.map(({ name }) => name)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function startsWith(...starts: string[]): Matcher {
  return (body) => starts.some((start) => latin1At(body, 0, start.length) === start)
}

/** Whether an ISO base media file (MP4, AVIF, HEIC) lists a brand that matches. */
function isIsoMedia(body: Buffer, brand: RegExp): boolean {
  if (latin1At(body, 4, 4) !== 'ftyp') return false
  return (latin1At(body, 8, body.readUInt32BE(0) - 8).match(/.{4}/gs) ?? []).some((name) =>
    brand.test(name),
  )
}

function headOf(body: Buffer): string {
  return latin1At(body, 0, 1000)
}

/** Decodes one character from each byte. */
function latin1At(body: Buffer, start: number, length: number): string {
  return body.toString('latin1', start, start + Math.max(length, 0))
}

import { readSvg } from './svg.ts'

/** A kind of picture that the build can read. */
export type Format = { name: string; extensions: string[] }

type Sign = (body: Buffer) => boolean
type Foreign = { name: string; advice: string }

const DRAWING = 'SVG'

const OPEN_AND_SAVE = 'Open it in any picture program and save it as PNG'

const FORMATS: (Format & { is: Sign })[] = [
  { name: 'JPEG', extensions: ['.jpg', '.jpeg'], is: begins('\xff\xd8\xff') },
  { name: 'PNG', extensions: ['.png'], is: begins('\x89PNG\r\n') },
  { name: 'WebP', extensions: ['.webp'], is: (body) => textAt(body, 8, 4) === 'WEBP' },
  { name: 'AVIF', extensions: ['.avif'], is: (body) => isBoxed(body, /avi[fs]/) },
  { name: 'GIF', extensions: ['.gif'], is: begins('GIF8') },
  { name: 'TIFF', extensions: ['.tif', '.tiff'], is: begins('II*\0', 'MM\0*') },
  { name: DRAWING, extensions: ['.svg'], is: (body) => readSvg(body) !== undefined },
]

const FOREIGN: (Foreign & { is: Sign })[] = [
  {
    name: 'an empty file',
    advice: 'Copy or save it once more',
    is: (body) => body.length === 0,
  },
  {
    name: 'a photo in HEIC, which browsers cannot show',
    advice: 'Phones and photo programs export it as JPEG',
    is: (body) => isBoxed(body, /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)/),
  },
  {
    name: 'a web page (HTML)',
    advice: 'Open the picture by itself in the browser and save that',
    is: (body) => /^\s*(<!--.*?-->\s*)*<(!doctype html|html|head|body)\b/is.test(headOf(body)),
  },
  {
    name: 'a stand-in that Git LFS left for the file',
    advice: '"git lfs pull" brings the picture itself',
    is: begins('version https://git-lfs'),
  },
  { name: 'a BMP picture', advice: OPEN_AND_SAVE, is: begins('BM') },
  { name: 'a Photoshop file', advice: 'Export it as PNG', is: begins('8BPS') },
  { name: 'a PDF', advice: 'Export the page as PNG', is: begins('%PDF') },
  { name: 'an icon file (ICO)', advice: OPEN_AND_SAVE, is: begins('\0\0\x01\0') },
  {
    name: 'a JPEG XL picture',
    advice: OPEN_AND_SAVE,
    is: begins('\xff\x0a', '\0\0\0\x0cJXL '),
  },
  {
    name: 'a film',
    advice: 'Take a still picture of it',
    is: (body) => begins('\x1aE\xdf\xa3')(body) || isBoxed(body, /./),
  },
]

/** What a file is by its bytes, whatever its name says. */
export function findFormat(body: Buffer): Format | undefined {
  return FORMATS.find(({ is }) => is(body))
}

/** Told by the format: to look for words in the bytes of a photo takes longer than to read it. */
export function isDrawing(format: Format | undefined): boolean {
  return format?.name === DRAWING
}

/** What a file is that the build cannot read, and how its owner comes to one that it can. */
export function describeForeign(body: Buffer): Foreign {
  return FOREIGN.find(({ is }) => is(body)) ?? { name: 'no picture', advice: OPEN_AND_SAVE }
}

export function formatNames(): string {
  const names = FORMATS.map(({ name }) => name)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function begins(...starts: string[]): Sign {
  return (body) => starts.some((start) => textAt(body, 0, start.length) === start)
}

/** Whether a file of the MP4 family, which AVIF and HEIC belong to, names such a brand. */
function isBoxed(body: Buffer, brand: RegExp): boolean {
  if (textAt(body, 4, 4) !== 'ftyp') return false
  return (textAt(body, 8, body.readUInt32BE(0) - 8).match(/.{4}/gs) ?? []).some((name) =>
    brand.test(name),
  )
}

function headOf(body: Buffer): string {
  return textAt(body, 0, 1000)
}

/** One letter a byte. */
function textAt(body: Buffer, start: number, length: number): string {
  return body.toString('latin1', start, start + Math.max(length, 0))
}

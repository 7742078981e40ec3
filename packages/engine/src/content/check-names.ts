import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { byLikeness, nearest } from 'reward-codes-gateway/did-you-mean'
import { AssetError, type Assets, ImageAsset } from './assets.ts'
import { formatReceived } from './diagnostic.ts'
import { findVideoFormat } from './file-signature.ts'

const IMAGES = 'images/'
const IMAGE_EXTENSION = /\.(?:avif|gif|jpe?g|png|svg|tiff?|webp)$/i
const MAX_LISTED = 8
const PDF_MAGIC = '%PDF-'
/** In bytes. The signature of a video is in its first box or element. */
const HEAD_SIZE = 4096

/** Checks that the assets exist in the content folder, but not what the images contain. */
export function checkNames(directory: string): Assets {
  return {
    image: (name, slot) =>
      isImageFile(name) && !existsCaseSensitive(name, directory)
        ? describeMissingImage(name, join(directory, IMAGES))
        : new ImageAsset(name, slot),
    icon: (name) => (findIcon(name) ? name : describeUnknownIcon(name)),
    file: (path) => checkPdf(path, directory) ?? path,
    video: (path) => checkVideo(path, directory) ?? path,
  }
}

/** Whether an image is a file in the content folder, not a URL or a placeholder. */
export function isImageFile(name: string): boolean {
  return name.startsWith(IMAGES)
}

/** Compares with directory listings: some file systems ignore case, web servers do not. */
function existsCaseSensitive(name: string, directory: string): boolean {
  const steps = name.split('/')
  return steps.every((step, index) =>
    listFolder(join(directory, ...steps.slice(0, index))).includes(step),
  )
}

function listFolder(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}

/** Sorts by similarity of the base names: a file keeps its name when its folder changes. */
function describeMissingImage(name: string, folder: string): AssetError {
  const wanted = basename(name)
  const images = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? imagesIn(folder) : []
  const names = byLikeness(
    wanted,
    images.map((image) => basename(image)),
  )
  const sorted = images.toSorted((a, b) => names.indexOf(basename(a)) - names.indexOf(basename(b)))
  const [near = ''] = sorted
  const listed =
    sorted.length === 0 ? 'the folder is empty' : sorted.slice(0, MAX_LISTED).join(', ')
  return new AssetError(
    formatReceived(name),
    `an image in ${relative(process.cwd(), folder)}/ (case-sensitive): ${listed}`,
    nearest(wanted, [basename(near)]) && IMAGES + near,
  )
}

function imagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => IMAGE_EXTENSION.test(name))
    .map((name) => name.split(sep).join('/'))
    .sort()
}

function checkPdf(path: string, directory: string): AssetError | undefined {
  const file = join(directory, path)
  if (!existsCaseSensitive(path, directory)) return describeMissingFile(path, directory, 'PDF')
  if (statSync(file).isFile() && readFileSync(file).indexOf(PDF_MAGIC) === 0) return undefined
  const found = `${formatReceived(path)}, which is not a PDF (no ${PDF_MAGIC} header)`
  return new AssetError(found, 'a valid PDF; export it again')
}

/** Compares the extension as well: web servers derive the media type from it. */
function checkVideo(path: string, directory: string): AssetError | undefined {
  if (!existsCaseSensitive(path, directory)) return describeMissingFile(path, directory, 'video')
  const format = findVideoFormat(readHead(join(directory, path)))
  if (!format) {
    const found = `${formatReceived(path)}, which is not an MP4 or WebM video`
    return new AssetError(found, 'a video as MP4 (H.264) or WebM; export it again')
  }
  const extension = extname(path)
  const usual = `.${format.toLowerCase()}`
  if (extension.toLowerCase() === usual) return undefined
  return new AssetError(
    `${formatReceived(path)}, which is a ${format} file`,
    `the extension of its format: ${usual}`,
    `rename the file to ${path.slice(0, -extension.length)}${usual}`,
  )
}

function readHead(file: string): Buffer {
  if (!statSync(file).isFile()) return Buffer.alloc(0)
  const head = Buffer.alloc(HEAD_SIZE)
  const opened = openSync(file, 'r')
  try {
    return head.subarray(0, readSync(opened, head))
  } finally {
    closeSync(opened)
  }
}

function describeMissingFile(path: string, directory: string, kind: string): AssetError {
  const near = nearest(basename(path), listFolder(dirname(join(directory, path))))
  const expected = `an existing ${kind} in the content folder (case-sensitive)`
  return new AssetError(formatReceived(path), expected, near && join(dirname(path), near))
}

function describeUnknownIcon(name: string): AssetError {
  const expected = 'an icon name from lucide.dev or simpleicons.org'
  return new AssetError(formatReceived(name), expected, nearestIcon(name))
}

/** By the first word, because icon packs use similar names: code-slash is code-xml here. */
function nearestIcon(name: string): string | undefined {
  const known = loadPacks().flatMap((pack) => Object.keys(pack.icons))
  const [first = ''] = name.split('-')
  const family = name === first ? [] : known.filter((icon) => icon.startsWith(`${first}-`))
  return byLikeness(name, family)[0] ?? nearest(name, known)
}

type IconPack = {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

// Simple Icons is searched first: it has only brand icons, and Lucide has none.
const PACKS = ['@iconify-json/simple-icons/icons.json', '@iconify-json/lucide/icons.json']

let packs: IconPack[] | undefined

/** Prefix that selects Lucide's icon where a brand has the same name, such as x. */
const LUCIDE = 'lucide:'

/** The inner SVG markup of an icon, or undefined if no pack has it. */
export function findIcon(name: string): string | undefined {
  const isLucide = name.startsWith(LUCIDE)
  const plain = isLucide ? name.slice(LUCIDE.length) : name
  for (const pack of loadPacks().slice(isLucide ? 1 : 0)) {
    const icon = pack.icons[plain] ?? pack.icons[pack.aliases?.[plain]?.parent ?? '']
    if (icon) return icon.body
  }
  return undefined
}

function loadPacks(): IconPack[] {
  const require = createRequire(import.meta.url)
  packs ??= PACKS.map((pack): IconPack => require(pack))
  return packs
}

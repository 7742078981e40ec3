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
    image(name, slot) {
      if (!isImageFile(name)) return new ImageAsset(name, slot)
      const file = findFile(name, directory)
      return file === undefined
        ? describeMissingImage(name, join(directory, IMAGES))
        : new ImageAsset(file, slot)
    },
    icon: (name) => (findIcon(name) ? name : describeUnknownIcon(name)),
    file: (path) => checkPdf(findFile(path, directory), path, directory),
    video: (path) => checkVideo(findFile(path, directory), path, directory),
  }
}

/** Whether an image is a file in the content folder, not a URL or a placeholder. */
export function isImageFile(name: string): boolean {
  return name.startsWith(IMAGES)
}

/**
 * The path of a file as its folders list it. Case counts: some file systems ignore it, web servers do not.
 * Accents may be characters of their own, as in names that a Mac or a zip made.
 */
function findFile(path: string, directory: string): string | undefined {
  const found: string[] = []
  for (const step of path.split('/')) {
    const names = listFolder(join(directory, ...found))
    const isSame = (name: string) => name.normalize('NFC') === step.normalize('NFC')
    const name = names.includes(step) ? step : names.find(isSame)
    if (name === undefined) return undefined
    found.push(name)
  }
  return found.join('/')
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

function checkPdf(found: string | undefined, path: string, directory: string): string | AssetError {
  if (found === undefined) return describeMissingFile(path, directory, 'PDF')
  const file = join(directory, found)
  if (statSync(file).isFile() && readFileSync(file).indexOf(PDF_MAGIC) === 0) return found
  const wrong = `${formatReceived(path)}, which is not a PDF (no ${PDF_MAGIC} header)`
  return new AssetError(wrong, 'a valid PDF; export it again')
}

/** Compares the extension as well: web servers derive the media type from it. */
function checkVideo(
  found: string | undefined,
  path: string,
  directory: string,
): string | AssetError {
  if (found === undefined) return describeMissingFile(path, directory, 'video')
  const format = findVideoFormat(readHead(join(directory, found)))
  if (!format) {
    const wrong = `${formatReceived(path)}, which is not an MP4 or WebM video`
    return new AssetError(wrong, 'a video as MP4 (H.264) or WebM; export it again')
  }
  const extension = extname(path)
  const usual = `.${format.toLowerCase()}`
  if (extension.toLowerCase() === usual) return found
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

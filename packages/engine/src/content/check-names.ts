import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { byLikeness, nearest } from 'reward-codes-gateway/did-you-mean'
import { AssetError, type Assets, ImageAsset } from './assets.ts'
import { formatReceived } from './diagnostic.ts'
import { findIcon, knownIcons } from './icons.ts'

const IMAGES = 'images/'
const IMAGE_EXTENSION = /\.(?:avif|gif|jpe?g|png|svg|tiff?|webp)$/i
const MAX_LISTED = 8
const PDF_MAGIC = '%PDF-'

/** Checks that the assets exist in the content folder, but not what the images contain. */
export function checkNames(directory: string): Assets {
  const list = cacheListings()
  return {
    image: (name, slot) =>
      isImageFile(name) && !existsCaseSensitive(name, directory, list)
        ? describeMissingImage(name, join(directory, IMAGES))
        : new ImageAsset(name, slot),
    icon: (name) => (findIcon(name) ? name : describeUnknownIcon(name)),
    file: (path) => checkPdf(path, directory, list) ?? path,
  }
}

/** Whether an image is a file in the content folder, not a URL or a placeholder. */
export function isImageFile(name: string): boolean {
  return name.startsWith(IMAGES)
}

type ListFolder = (folder: string) => Set<string>

/** Caches directory listings, so that each folder is read once. */
function cacheListings(): ListFolder {
  const known = new Map<string, Set<string>>()
  return (folder) => {
    const names = known.get(folder) ?? new Set(listFolder(folder))
    known.set(folder, names)
    return names
  }
}

function listFolder(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}

/** Compares with directory listings: some file systems ignore case, web servers do not. */
function existsCaseSensitive(name: string, directory: string, list: ListFolder): boolean {
  const steps = name.split('/')
  return steps.every((step, index) => list(join(directory, ...steps.slice(0, index))).has(step))
}

function describeMissingImage(name: string, folder: string): AssetError {
  const wanted = name.slice(IMAGES.length)
  const sorted = sortBySimilarity(wanted, imagesIn(folder))
  const [near = ''] = sorted
  const isNear = nearest(basename(wanted), [basename(near)])
  return new AssetError(
    formatReceived(name),
    `an image in ${relative(process.cwd(), folder)}/ (case-sensitive): ${listed(sorted)}`,
    isNear && IMAGES + near,
  )
}

/** Sorts by similarity of the base names: a file keeps its name when its folder changes. */
function sortBySimilarity(wanted: string, present: string[]): string[] {
  const names = byLikeness(basename(wanted), [...new Set(present.map((path) => basename(path)))])
  return present.toSorted(
    (a, b) => names.indexOf(basename(a)) - names.indexOf(basename(b)) || a.localeCompare(b),
  )
}

function imagesIn(folder: string): string[] {
  if (listFolder(folder).length === 0) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && IMAGE_EXTENSION.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

function listed(images: string[]): string {
  if (images.length === 0) return 'the folder is empty'
  const more = images.length - MAX_LISTED
  return `${images.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function describeUnknownIcon(name: string): AssetError {
  const expected = 'an icon name from lucide.dev or simpleicons.org'
  return new AssetError(formatReceived(name), expected, nearestIcon(name))
}

/** By the first word, because icon packs use similar names: code-slash is code-xml here. */
function nearestIcon(name: string): string | undefined {
  const known = knownIcons()
  const [first = ''] = name.split('-')
  const family = name === first ? [] : known.filter((icon) => icon.startsWith(`${first}-`))
  return byLikeness(name, family)[0] ?? nearest(name, known)
}

function checkPdf(path: string, directory: string, list: ListFolder): AssetError | undefined {
  const file = join(directory, path)
  if (!existsCaseSensitive(path, directory, list)) {
    const near = nearest(basename(file), listFolder(dirname(file)))
    const expected = 'an existing PDF in the content folder (case-sensitive)'
    return new AssetError(formatReceived(path), expected, near && join(dirname(path), near))
  }
  if (hasPdfSignature(file)) return undefined
  const found = `${formatReceived(path)}, which is not a PDF (no ${PDF_MAGIC} header)`
  return new AssetError(found, 'a valid PDF; export it again')
}

function hasPdfSignature(file: string): boolean {
  if (!statSync(file).isFile()) return false
  const start = Buffer.alloc(PDF_MAGIC.length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, start)
  } finally {
    closeSync(handle)
  }
  return start.toString('latin1') === PDF_MAGIC
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { MEDIA_TYPES } from '../artifacts/media-types.ts'

export type ServedFile = {
  type: string
  cacheControl: string
  /** The body as it is, and compressed where the build made such a copy; best first. */
  bodies: ServedBody[]
}

/** Each compressed form has bytes of its own, so it has a tag of its own. */
export type ServedBody = { encoding: 'br' | 'gzip' | undefined; etag: string; bytes: Buffer }

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'

/** All files of a built site by address, but hidden ones. They are few and small, so they stay in memory. */
export function readSite(folder: string): Map<string, ServedFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !isHidden(relative(folder, name)))
  const present = new Set(names)
  const plain = names.filter((name) => typeOf(name) !== undefined)
  return new Map(
    plain.map((name) => {
      const address = `/${relative(folder, name).split(sep).join('/')}`
      return [address, readServed(name, address, present)]
    }),
  )
}

/** Names with a dot before them are nobody's to see, but for what is meant to be found (RFC 8615). */
function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.') && part !== '.well-known')
}

function readServed(name: string, address: string, present: Set<string>): ServedFile {
  const bytes = readFileSync(name)
  const isForEver = address.startsWith('/assets/')
  // What is kept for ever is named by its bytes already, and many photos take long to hash.
  const tag = createHash('sha256')
    .update(isForEver ? address : bytes)
    .digest('base64url')
    .slice(0, 16)
  const copies = [
    { encoding: 'br' as const, file: `${name}.br` },
    { encoding: 'gzip' as const, file: `${name}.gz` },
  ]
  return {
    type: typeOf(name) ?? 'application/octet-stream',
    cacheControl: isForEver ? FOR_EVER : ASK_EACH_TIME,
    bodies: [
      ...copies
        .filter(({ file }) => present.has(file))
        .map(({ encoding, file }) => ({
          encoding,
          etag: `"${tag}-${encoding}"`,
          bytes: readFileSync(file),
        })),
      { encoding: undefined, etag: `"${tag}"`, bytes },
    ],
  }
}

function typeOf(name: string): string | undefined {
  return MEDIA_TYPES[extname(name).toLowerCase()]
}

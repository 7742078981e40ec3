import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { MEDIA_TYPES } from '../media-types.ts'

export type ServedFile = {
  type: string
  cacheControl: string
  /** The precompressed copies of the build, best first, then the uncompressed body. */
  bodies: ServedBody[]
}

/** Each encoding has its own bytes, so it has its own ETag. */
type ServedBody = { encoding: 'br' | 'gzip' | undefined; etag: string; bytes: Buffer }

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** Reads all files of a built site into memory, by path: they are few and small. Skips dotfiles. */
export function readSite(folder: string): Map<string, ServedFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !isHidden(relative(folder, name)))
  const present = new Set(names)
  return new Map(
    names.flatMap((name) => {
      const type = MEDIA_TYPES[extname(name).toLowerCase()]
      if (type === undefined) return []
      const address = `/${relative(folder, name).split(sep).join('/')}`
      return [[address, { type, ...readServed(name, address, present) }]]
    }),
  )
}

/** Dotfiles are not served, except /.well-known (RFC 8615). */
function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.') && part !== '.well-known')
}

function readServed(name: string, address: string, present: Set<string>): Omit<ServedFile, 'type'> {
  const bytes = readFileSync(name)
  const isImmutable = address.startsWith('/assets/')
  // The name of an immutable file contains a hash already, and hashing many photos is slow.
  const tag = createHash('sha256')
    .update(isImmutable ? address : bytes)
    .digest('base64url')
    .slice(0, 16)
  const copies = [
    { encoding: 'br' as const, file: `${name}.br` },
    { encoding: 'gzip' as const, file: `${name}.gz` },
  ]
  return {
    cacheControl: isImmutable ? IMMUTABLE : REVALIDATE,
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

/** Reads the headers of all files from the build's _headers file, which other hosts read too. */
export function readHeaders(folder: string): Record<string, string> {
  const file = join(folder, '_headers')
  if (!existsSync(file)) return {}
  const [every = ''] = readFileSync(file, 'utf8').split(/^(?=\/(?!\*$))/m)
  const lines = [...every.matchAll(/^ +([\w-]+): (.+)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}

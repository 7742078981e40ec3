import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cached } from '../cache.ts'
import { fileSlugOf } from '../content/slug.ts'

const COMPRESSED = /\/[^./][^/]*\.(html|js|css|svg|ico|json|txt|vcf|webmanifest|xml)$/

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: 9 }

// Brotli is part of Node, so its version is part of the cache key.
const CACHE_KEY = ['brotli', JSON.stringify(BROTLI), `${process.versions.brotli}`]

/** A file of the built site: its URL path and its bytes. */
export type SiteFile = { path: string; body: Buffer | string }

/** A file whose bytes are read or generated on demand. */
export type LazyFile = {
  path: string
  read: () => Promise<SiteFile['body']>
}

/**
 * A URL path with a hash of the bytes, so browsers can cache the file as immutable. The extension
 * is lower case: web servers derive the content type from it and match case.
 */
export function hashedPath(name: string, body: Buffer | string): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8)
  return `/assets/${fileSlugOf(parse(name).name)}-${hash}${parse(name).ext.toLowerCase()}`
}

/** Writes a site into a folder, with Brotli and gzip variants of text files. */
export async function writeFiles(folder: string, files: SiteFile[]): Promise<void> {
  const folders = new Set(files.map(({ path }) => dirname(path)))
  for (const name of folders) await mkdir(join(folder, name), { recursive: true })
  await Promise.all(files.map((file) => writeWithCompressed(folder, file)))
}

async function writeWithCompressed(folder: string, { path, body }: SiteFile) {
  const file = join(folder, path)
  await writeFile(file, body)
  if (!COMPRESSED.test(path)) return
  const bytes = Buffer.from(body)
  await Promise.all([
    compress(bytes).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(bytes, GZIP).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}

/** Cached: Brotli at its highest quality takes 1 s for 600 KB, and few texts change per build. */
function compress(body: Buffer): Promise<Buffer> {
  return cached([...CACHE_KEY, body], () => promisify(brotliCompress)(body, BROTLI))
}

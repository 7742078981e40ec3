import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cached } from '../cache.ts'
import { type LazyFile, readLazy, type SiteFile } from './output-file.ts'

const COMPRESSED = /\/[^./][^/]*\.(html|js|css|svg|ico|json|txt|vcf|webmanifest|xml)$/

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: 9 }

// Brotli is part of Node, so its version is part of the cache key.
const CACHE_KEY = ['brotli', JSON.stringify(BROTLI), `${process.versions.brotli}`]

type Parts = { files: SiteFile[]; images: LazyFile[] }

/** Writes a site into a folder, with Brotli and gzip variants of text files. */
export async function writeFiles(folder: string, { files, images }: Parts): Promise<void> {
  const folders = new Set([...files, ...images].map(({ path }) => dirname(path)))
  for (const name of folders) await mkdir(join(folder, name), { recursive: true })
  await Promise.all([
    ...files.map((file) => writeWithCompressed(folder, file)),
    ...images.map(async (image) => writeWithCompressed(folder, await readLazy(image))),
  ])
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

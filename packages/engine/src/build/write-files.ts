import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { kept } from '../artifacts/kept.ts'
import { bringFile } from './bring-file.ts'
import type { LateFile, SiteFile } from './site-file.ts'

const COMPRESSED = /\.(html|js|css|svg|ico|json|txt|vcf|webmanifest|xml)$/

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: 9 }

// The library that compresses is part of Node.
const MAKER = ['brotli', JSON.stringify(BROTLI), `${process.versions.brotli}`]

type Parts = {
  files: SiteFile[]
  pictures: LateFile[]
  /** The folder of the site before. */
  before?: string
}

/** Writes a site into a folder, texts compressed as well. */
export async function writeFiles(
  folder: string,
  { files, pictures, before }: Parts,
): Promise<void> {
  const folders = new Set([...files, ...pictures].map(({ path }) => dirname(path)))
  for (const name of folders) await mkdir(join(folder, name), { recursive: true })
  await Promise.all([
    ...files.map((file) => writeWithCompressed(folder, file)),
    ...pictures.map((picture) => bring(folder, picture, before)),
  ])
}

async function bring(folder: string, { path, from, read }: LateFile, before?: string) {
  if (from) await bringFile(from, join(folder, path), before && join(before, path))
  else await writeWithCompressed(folder, { path, body: await read() })
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

/** At its best Brotli takes a second for 600 KB, and from build to build most texts stay the same. */
function compress(body: Buffer): Promise<Buffer> {
  return kept([...MAKER, body], () => promisify(brotliCompress)(body, BROTLI))
}

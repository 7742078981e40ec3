import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { type OwnSite, siteManifest } from 'reward-codes-gateway/own-site'
import type { Rolldown } from 'vite'
import { prune } from '../cache.ts'
import { buildCsp, makeHeadersFile } from '../exports/security-headers.ts'
import { codeFile } from '../folders.ts'
import type { PageInput } from './bundle.ts'
import { bundle, isStyles } from './bundle.ts'
import { findBrokenLinks } from './check-links.ts'
import { fingerprint, hasFingerprint, writeFingerprint } from './fingerprint.ts'
import { generateAssets } from './generate-assets.ts'
import type { LoadedContent } from './load-content.ts'
import { type LazyFile, readLazy, type SiteFile } from './output-file.ts'
import { renderPages } from './pages.ts'
import { UserError } from './user-error.ts'
import { writeFiles } from './write-files.ts'

// Modules that several chunks import go into one shared chunk, not into one for each pair.
const SHARED_CHUNK = {
  name: 'shared',
  minShareCount: 2,
  test: (id: string) => !id.includes('/contact/captcha/'),
}

/** The origin used while the content has no `site.url`. */
const UNKNOWN_SITE = 'http://localhost/'

type BuildOptions = {
  loaded: Pick<LoadedContent, 'portfolio' | 'icons'>
  /** The site's configuration for the gateway. */
  site: OwnSite
  /** The content folder: the content file, its images and its theme. */
  content: string
  /** The output folder. It is replaced as a whole once the new site is complete. */
  out: string
  report: (step: string) => void
}

/** Builds the whole site as static files. */
export async function buildSite(options: BuildOptions): Promise<void> {
  const { loaded, site, content, out, report } = options
  assertBuiltFolder(out)
  const inputsHash = fingerprint(content)
  const assets = await generateAssets(loaded, content, report)
  const { portfolio } = assets.page
  report('page')
  const building = buildClient(assets.page, content)
  const [client, pages, linkedFiles] = await Promise.all([
    building,
    renderPages({ ...assets, client: building, content }),
    Promise.all(assets.linkedFiles.map(readLazy)),
  ])
  report('links')
  const headers = { path: '/_headers', body: makeHeadersFile(buildCsp(portfolio, pages.csp)) }
  const files = [
    ...assets.files,
    ...linkedFiles,
    ...client.files,
    ...pages.files,
    headers,
    siteManifest(site),
  ]
  assertNoBrokenLinks(files, assets.images, portfolio.site.url ?? UNKNOWN_SITE)
  report('files')
  await replaceFolder(out, files, assets.images, inputsHash)
  await prune()
  // Node's compile cache gets a new entry for the server bundle with every build.
  await prune(getCompileCacheDir())
}

function assertNoBrokenLinks(files: SiteFile[], images: LazyFile[], address: string) {
  const broken = findBrokenLinks(files, address, images)
  if (broken.length === 0) return
  throw new UserError(
    `Broken links in the site at ${address}. Nothing was written:\n` +
      broken.map((link) => `  ${link}`).join('\n'),
  )
}

export type Client = {
  /** The entry script that hydrates the page, then the chunks that it imports statically. */
  scripts: string[]
  files: SiteFile[]
}

async function buildClient(page: PageInput, content: string): Promise<Client> {
  const { output } = await bundle(page, content, {
    write: false,
    rolldownOptions: {
      input: { client: codeFile('page/entry.client.tsx') },
      // The inline loader imports the entry by its URL and calls its export.
      preserveEntrySignatures: 'exports-only',
      output: { codeSplitting: { groups: [SHARED_CHUNK] } },
    },
  })
  const chunks = output.filter((part) => part.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The bundler emitted no client script.')
  const first = [entry, ...chunks.filter(({ fileName }) => entry.imports.includes(fileName))]
  return {
    scripts: first.map(({ fileName }) => `/${fileName}`),
    files: output
      .filter((part) => !isStyles(part))
      .map((part) => ({ path: `/${part.fileName}`, body: bodyOf(part) })),
  }
}

function bodyOf(part: Rolldown.OutputChunk | Rolldown.OutputAsset): string {
  return part.type === 'chunk' ? part.code : part.source.toString()
}

/** Replacing the output folder deletes its files, so it must be a built site, empty or missing. */
function assertBuiltFolder(out: string) {
  if (!existsSync(out) || readdirSync(out).length === 0 || hasFingerprint(out)) return
  throw new UserError(
    `The output folder ${out} contains files that were not built by this project and would be ` +
      'deleted. Use another folder, or empty it.',
  )
}

/** Writes the new site next to the old one and swaps them, so no visitor gets a partial site. */
async function replaceFolder(
  out: string,
  files: SiteFile[],
  images: LazyFile[],
  inputsHash: string,
): Promise<void> {
  const staging = `${out}.new`
  const old = `${out}.old`
  for (const folder of [staging, old]) rmSync(folder, { recursive: true, force: true })
  await writeFiles(staging, { files, images })
  writeFingerprint(staging, inputsHash)
  try {
    renameSync(out, old)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  renameSync(staging, out)
  rmSync(old, { recursive: true, force: true })
}

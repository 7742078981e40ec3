import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type OwnSite, siteManifest } from 'reward-codes-gateway/own-site'
import { prune } from '../cache.ts'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { PartsError } from '../parts/render-error.ts'
import { UserError } from '../user-error.ts'
import { findBrokenLinks } from './check-links.ts'
import { fingerprint, hasFingerprint } from './fingerprint.ts'
import { generateAssets } from './generate-assets.ts'
import type { LoadedContent } from './load-content.ts'
import { type SiteFile, writeFiles } from './output-file.ts'
import { buildPages, siteUrl } from './pages.ts'

type BuildOptions = {
  loaded: Pick<LoadedContent, 'portfolio' | 'parts' | 'source'>
  /** The site's configuration for the gateway. */
  site: OwnSite
  /** The content folder: the content file, its images and its theme. */
  content: string
  /** The output folder. It is replaced as a whole once the new site is complete. */
  out: string
  report: (step: string) => void
  warn: (message: string) => void
}

/** Builds the whole site as static files. */
export async function buildSite(options: BuildOptions): Promise<void> {
  const { loaded, site, content, out, report, warn } = options
  assertBuiltFolder(out)
  // Read first: content that changes during the build makes the site outdated.
  const inputs = fingerprint(content)
  const assets = await generateAssets(loaded, content, { report, warn })
  report('page')
  const [pages, ...read] = await Promise.all([
    buildPages(assets, content, site.stated).catch(explain),
    ...assets.lazyFiles.map(async ({ path, read }) => ({ path, body: await read() })),
  ])
  report('links')
  const files = [...assets.files, ...read, ...pages, siteManifest(site), inputs]
  assertNoBrokenLinks(files, siteUrl(assets))
  report('files')
  await replaceFolder(out, files)
  await prune()
  // Node's compile cache gets a new entry for the server bundle with every build.
  await prune(getCompileCacheDir())
}

function explain(error: unknown): never {
  if (error instanceof PartsError) throw new UserError(formatDiagnostics(error.diagnostics))
  throw error
}

function assertNoBrokenLinks(files: SiteFile[], address: string) {
  const broken = findBrokenLinks(files, address)
  if (broken.length === 0) return
  throw new UserError(
    `Broken links in the site at ${address}. Nothing was written:\n` +
      broken.map((link) => `  ${link}`).join('\n'),
  )
}

/** Replacing the output folder deletes its files, so it must be a built site, empty or missing. */
function assertBuiltFolder(out: string) {
  const stats = statSync(out, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) throw new UserError(`The output folder ${out} is a file.`)
  if (!stats || readdirSync(out).length === 0 || hasFingerprint(out)) return
  throw new UserError(
    `The output folder ${out} contains files that were not built by this project and would be ` +
      'deleted. Use another folder, or empty it.',
  )
}

/**
 * Writes the new site next to the old one and swaps them, so no visitor gets a partial site. A symbolic link
 * stays, and the folder that it leads to is replaced. The names beside it start with a dot, because owners
 * keep copies under names such as dist.old.
 */
async function replaceFolder(named: string, files: SiteFile[]): Promise<void> {
  const out = existsSync(named) ? realpathSync(named) : named
  const staging = join(dirname(out), `.${basename(out)}.new`)
  const old = join(dirname(out), `.${basename(out)}.old`)
  for (const folder of [staging, old]) rmSync(folder, { recursive: true, force: true })
  await writeFiles(staging, files)
  try {
    renameSync(out, old)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  renameSync(staging, out)
  rmSync(old, { recursive: true, force: true })
}

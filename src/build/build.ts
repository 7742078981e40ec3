import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { makeHeaders } from '../artifacts/host-files.ts'
import { KEPT, removeUnused } from '../artifacts/kept.ts'
import { makePolicy } from '../artifacts/shield.ts'
import type { Portfolio } from '../content/schema.ts'
import { BuildFault } from './build-fault.ts'
import { bundle, ROOT } from './bundle.ts'
import type { PageContent } from './content-plugin.ts'
import { findBrokenLinks } from './crawl.ts'
import { fileHashes } from './file-hashes.ts'
import { fingerprint, hasFingerprint, writeFingerprint } from './fingerprint.ts'
import { makeFromContent } from './from-content.ts'
import { renderPages } from './pages.ts'
import { type LateFile, readLate, type SiteFile } from './site-file.ts'
import { writeFiles } from './write-files.ts'

// What the page and its later scripts have in common is one file, and not one for each pair.
const SHARED = {
  name: 'shared',
  minShareCount: 2,
  test: (id: string) => !id.includes('/behaviour/captcha/'),
}

/** Stands for the address of a site whose content names none yet. */
const UNKNOWN_SITE = 'http://localhost/'

export type BuildOptions = {
  portfolio: Portfolio
  /** The folder of the content file, whose pictures and theme belong to it. */
  content: string
  /** Where the site goes; replaced whole once the new one is complete. */
  out: string
  report: (step: string) => void
}

/** What is known of a site only once it is made. */
export type Built = { resumePages: number | undefined }

/** Makes the whole site as plain files. */
export async function buildSite({ portfolio, content, out, report }: BuildOptions): Promise<Built> {
  refuseForeignFolder(out)
  const origin = fingerprint(content)
  fileHashes.keep()
  const made = await makeFromContent(portfolio, content, report)
  report('page')
  const building = buildClient(made.page, content)
  const [client, html, beside] = await Promise.all([
    building,
    renderPages({ ...made, client: building, content }),
    Promise.all(made.beside.map(readLate)),
  ])
  report('links')
  const policy = makePolicy(
    portfolio,
    html.map(({ body }) => body.toString()),
  )
  const headers = { path: '/_headers', body: makeHeaders(policy) }
  const files = [...made.files, ...beside, ...client.files, ...html, headers]
  refuseBrokenLinks(files, made.pictures, portfolio.site.url ?? UNKNOWN_SITE)
  report('files')
  await replaceFolder(out, files, made.pictures, origin)
  await removeUnused(KEPT)
  // Node keeps the code of the pages too, under a new name with every build.
  await removeUnused(getCompileCacheDir() ?? KEPT)
  return { resumePages: await made.resumePages() }
}

function refuseBrokenLinks(files: SiteFile[], pictures: LateFile[], address: string) {
  const broken = findBrokenLinks(files, address, pictures)
  if (broken.length === 0) return
  throw new BuildFault(
    `The site at ${address} would have links that lead nowhere, so nothing was written:\n` +
      broken.map((link) => `  ${link}`).join('\n'),
  )
}

export type Client = {
  /** The script that takes the page over, and those that it needs from the start. */
  scripts: string[]
  css: string
  files: SiteFile[]
}

async function buildClient(page: PageContent, content: string): Promise<Client> {
  const { output } = await bundle(page, content, {
    write: false,
    rolldownOptions: {
      input: { client: join(ROOT, 'src/page/client.tsx') },
      // The inline script imports the client by its address.
      preserveEntrySignatures: 'exports-only',
      output: { codeSplitting: { groups: [SHARED] } },
    },
  })
  const chunks = output.filter((part) => part.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The bundler made no client script.')
  const first = [entry, ...chunks.filter(({ fileName }) => entry.imports.includes(fileName))]
  return {
    scripts: first.map(({ fileName }) => `/${fileName}`),
    css: output.filter(isStyles).map(bodyOf).join(''),
    files: output
      .filter((part) => !isStyles(part))
      .map((part) => ({ path: `/${part.fileName}`, body: bodyOf(part) })),
  }
}

/** Whether a file holds the styles of the page, which go into the HTML. */
function isStyles(part: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean {
  return part.type === 'asset' && part.names.includes('style.css')
}

function bodyOf(part: Rolldown.OutputChunk | Rolldown.OutputAsset): string {
  return part.type === 'chunk' ? part.code : part.source.toString()
}

/** The folder is replaced whole, so it must be a site built before, or not be there yet. */
function refuseForeignFolder(out: string) {
  if (!existsSync(out) || readdirSync(out).length === 0 || hasFingerprint(out)) return
  throw new BuildFault(
    `The folder ${out} holds files that this project did not build, and building would delete ` +
      'them. Name another folder, or empty this one.',
  )
}

/** Writes the new site beside the old one and then changes places, so no visitor sees half of it. */
async function replaceFolder(
  out: string,
  files: SiteFile[],
  pictures: LateFile[],
  origin: string,
): Promise<void> {
  const fresh = `${out}.new`
  const old = `${out}.old`
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  await writeFiles(fresh, { files, pictures, before: out })
  writeFingerprint(fresh, origin)
  try {
    renameSync(out, old)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  renameSync(fresh, out)
  rmSync(old, { recursive: true, force: true })
}

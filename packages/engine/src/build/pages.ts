import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StatedSettings } from 'reward-codes-protocol/stated-settings'
import type { Rolldown } from 'vite'
import { makeHeadersFile } from '../exports/security-headers.ts'
import { CACHE_FOLDER, codeFile, PARTS_FOLDER } from '../folders.ts'
import {
  LEGAL_PAGES,
  type LegalPageName,
  legalFile,
  type NoticeFacts,
} from '../page/legal-pages.ts'
import type { OwnParts } from '../parts/own-parts.ts'
import { isInstalled, packageOf, SHARED_PACKAGES } from '../parts/packages.ts'
import { asPartsError, mapPositions, missingSlot, PartsError } from '../parts/render-error.ts'
import { isSectionStyle } from '../parts/styles.ts'
import { bundle, type PageInput } from './bundle.ts'
import { policyFor, renderDocument } from './document.ts'
import type { SiteAssets } from './generate-assets.ts'
import type { SiteFile } from './output-file.ts'

/** The exports of page/entry.server.tsx. Node code cannot import the page's types. */
export type PageServer = {
  /** The sections that do not show what their owner put inside them. */
  takeMissingSlots: () => string[]
  renderPage: (sectionStyles?: string) => string
  renderNotFound: (home: string) => string
  renderLegal: (kind: LegalPageName, facts: NoticeFacts, styleSheets?: string[]) => string
}

// The first screen needs no styles of the sections below: the page is painted before they arrive.
const SECTION_STYLES =
  /page\/((contact\/.+|sections\/(?!Hero|ProjectPicture).+|components\/(Carousel|Section))\.module|styles\/print)\.css$/

function sectionStyles({ parts }: PageInput) {
  const test = (id: string) => SECTION_STYLES.test(id) || isSectionStyle(id, parts)
  return { name: 'sections', test }
}

// Few sites have legal pages, and the page itself needs none of their styles.
const LEGAL_STYLES = { name: 'legal', test: /page\/LegalPage\.module\.css$/ }

// Modules that several chunks import go into one shared chunk, not into one for each pair.
const SHARED_CHUNK = {
  name: 'shared',
  minShareCount: 2,
  test: (id: string) => !id.includes('/contact/captcha/'),
}

/** The URL of the site; a local one while the content has no `site.url`. */
export function siteUrl({ portfolio }: PageInput): string {
  return portfolio.site.url ?? 'http://localhost/'
}

/** Bundles the scripts, prerenders the page and the 404 page, and allows their code by a policy. */
export async function buildPages(
  assets: SiteAssets,
  content: string,
  settings?: StatedSettings,
): Promise<SiteFile[]> {
  const [client, server] = await Promise.all([
    bundleClient(assets, content),
    bundleServer(assets, content),
  ])
  // Both pages share their styles: each hash in the CSP makes every response larger.
  const styled = { ...assets, css: server.styles + assets.css }
  // Without its trailing slash. The 404 page is served at any depth.
  const sitePath = new URL(siteUrl(assets)).pathname.replace(/\/$/, '')
  const index = await renderDocument(styled, {
    kind: 'page',
    base: '.',
    policy: await policyFor(styled, '.'),
    body: server.renderPage(`.${server.sectionStyles.path}`),
    scripts: client.scripts,
  })
  const missing = await renderDocument(styled, {
    kind: 'missing',
    base: sitePath,
    policy: await policyFor(styled, sitePath),
    body: server.renderNotFound(`${sitePath}/`),
  })
  const legal = LEGAL_PAGES.filter((kind) => assets.portfolio.legal?.[kind])
  const legalPages = legal.map(async (kind) => ({
    path: `/${legalFile(kind)}`,
    body: await renderDocument(styled, {
      kind,
      base: '.',
      policy: await policyFor(styled, '.'),
      body: server.renderLegal(
        kind,
        { imageHosts: imageHosts(assets), settings },
        [server.sectionStyles, server.legalStyles].map(({ path }) => `.${path}`),
      ),
    }),
  }))
  return [
    ...client.files,
    ...server.pictures,
    server.sectionStyles,
    ...(legal.length > 0 ? [server.legalStyles] : []),
    { path: '/index.html', body: index },
    { path: '/404.html', body: missing },
    ...(await Promise.all(legalPages)),
    { path: '/_headers', body: makeHeadersFile(await policyFor(styled, '.', sitePath)) },
  ]
}

/** The other hosts from which the page loads images. */
export function imageHosts({ imageOrigins }: SiteAssets): string[] {
  return imageOrigins.map((origin) => new URL(origin).hostname)
}

/** The entry of the client: islands of the owner need more code. */
export function clientEntry({ islands }: OwnParts): string {
  return islands.length > 0 ? 'page/entry.own-islands.tsx' : 'page/entry.client.tsx'
}

/** The files of the client, and the paths of its entry script and the chunks that this imports. */
async function bundleClient(page: PageInput, content: string) {
  const { output } = await bundle(page, content, {
    write: false,
    rolldownOptions: {
      input: { client: codeFile(clientEntry(page.parts)) },
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

/** The functions that render the pages, the styles of the first screen, and those of the sections. */
async function bundleServer(page: PageInput, content: string) {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CACHE_FOLDER, 'page-'))
  try {
    const { output } = await bundle(page, content, {
      outDir: folder,
      ssr: codeFile('page/entry.server.tsx'),
      // The server renders every component, so its bundle has the styles of the whole page.
      ssrEmitAssets: true,
      cssMinify: true,
      cssCodeSplit: true,
      // For errors of the owner's parts.
      sourcemap: page.parts.text !== '',
      rolldownOptions: {
        output: {
          entryFileNames: 'server.mjs',
          paths: resolvePackage,
          codeSplitting: { groups: [sectionStyles(page), LEGAL_STYLES] },
        },
      },
    })
    const file = join(folder, 'server.mjs')
    const map = output.find((part) => part.type === 'chunk')?.map
    const explain = (error: unknown): never => {
      throw asPartsError(error, page.parts, map ? mapPositions(file, map) : undefined)
    }
    const server: PageServer = await import(pathToFileURL(file).href).catch(explain)
    const styleFile = (name: string): SiteFile => {
      const part = output.find((part) => part.type === 'asset' && part.names.includes(name))
      if (!part) throw new Error(`The bundler emitted no ${name}.`)
      return { path: `/${part.fileName}`, body: bodyOf(part) }
    }
    return {
      ...server,
      renderPage: (styleSheet?: string) =>
        attempt(() => renderWhole(server, page.parts, styleSheet), explain),
      renderLegal: (...args: Parameters<PageServer['renderLegal']>) =>
        attempt(() => server.renderLegal(...args), explain),
      styles: styleFile('entry.css').body,
      sectionStyles: styleFile('sections.css'),
      legalStyles: styleFile('legal.css'),
      // The pictures that theme.css uses.
      pictures: output.flatMap((part): SiteFile[] =>
        part.type === 'asset' && !/\.(?:css|js|map)$/.test(part.fileName)
          ? [{ path: `/${part.fileName}`, body: Buffer.from(part.source) }]
          : [],
      ),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Renders the page, and checks that it shows all parts of the owner. */
export function renderWhole(
  { renderPage, takeMissingSlots }: PageServer,
  { folder }: OwnParts,
  styleSheet?: string,
): string {
  const page = renderPage(styleSheet)
  const missing = takeMissingSlots().map((name) => missingSlot(name, folder))
  if (missing.length > 0) throw new PartsError(missing)
  return page
}

function attempt(render: () => string, explain: (error: unknown) => never): string {
  try {
    return render()
  } catch (error) {
    return explain(error)
  }
}

/**
 * Resolves packages from the engine. Node itself finds those of the owner, in whose folder the server bundle is,
 * in the versions that the owner has installed.
 */
function resolvePackage(id: string): string {
  const name = packageOf(id)
  if (!name) return id
  const isOfOwner = !SHARED_PACKAGES.includes(name) && isInstalled(name, PARTS_FOLDER)
  return isOfOwner ? id : pathToFileURL(createRequire(import.meta.filename).resolve(id)).href
}

type Part = Rolldown.OutputChunk | Rolldown.OutputAsset

/** Whether a file is the style sheet of the islands, which the server's styles include. */
function isStyles(part: Part): boolean {
  return part.type === 'asset' && part.names.includes('style.css')
}

function bodyOf(part: Part): string {
  return part.type === 'chunk' ? part.code : part.source.toString()
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Portfolio } from '../content/schema.ts'
import { buildCsp, type CspSources } from '../exports/security-headers.ts'
import { CACHE_FOLDER, codeFile } from '../folders.ts'
import { UI_ICONS } from '../page/components/ui-icons.ts'
import type { Client } from './build.ts'
import { bundle, isStyles } from './bundle.ts'
import { type InlineCode, renderDocument } from './document.ts'
import type { SiteAssets } from './generate-assets.ts'
import type { SiteFile } from './output-file.ts'

const ENTRY = codeFile('page/entry.server.tsx')

/** The exports of page/entry.server.tsx. Node code cannot import the page's types. */
export type PageServer = { renderPage: () => string; renderNotFound: (home: string) => string }

type PageParts = SiteAssets & { client: Promise<Client>; content: string }

/** The pages, and all that their policy allows. */
type Pages = { files: SiteFile[]; csp: CspSources }

/** Prerenders the page and the 404 page. */
export async function renderPages(parts: PageParts): Promise<Pages> {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CACHE_FOLDER, 'page-'))
  try {
    const { output } = await bundle(parts.page, parts.content, {
      outDir: folder,
      ssr: ENTRY,
      // The server renders every component, so its bundle has the styles of the whole page.
      ssrEmitAssets: true,
      cssMinify: true,
      rolldownOptions: { output: { entryFileNames: 'server.mjs', paths: resolvePackage } },
    })
    const server: PageServer = await import(pathToFileURL(join(folder, 'server.mjs')).href)
    const styles = output.filter(isStyles).map(({ source }) => source.toString())
    return composePages(server, parts, { styles: styles.join(''), client: await parts.client })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Resolves packages from the engine: the server bundle is in the owner's cache folder. */
function resolvePackage(id: string): string {
  const isPackage = /^[a-z@]/.test(id) && !isBuiltin(id)
  return isPackage ? pathToFileURL(createRequire(import.meta.url).resolve(id)).href : id
}

async function composePages(
  server: PageServer,
  { page, brand, icons, imageOrigins, palettes, fonts, css }: SiteAssets,
  { styles, client }: { styles: string; client: Client },
): Promise<Pages> {
  const { portfolio } = page
  // Both pages share their styles: each hash in the CSP makes every response larger.
  const shared = {
    portfolio,
    brand,
    brandUrl: portfolio.brand.image.src,
    palettes,
    fonts,
    css: styles + css,
  }
  const csp: CspSources = { scripts: [], styles: [], imageOrigins }
  // For hosts that send no headers. It precedes everything that it governs.
  const policyFor = (inline: InlineCode) => {
    csp.scripts.push(...inline.scripts)
    csp.styles.push(...inline.styles)
    return buildCsp(portfolio, { ...inline, imageOrigins })
  }
  const index = await renderDocument(
    {
      ...shared,
      base: '.',
      title: portfolio.site.title,
      body: server.renderPage(),
      icons: [...UI_ICONS, ...icons],
      scripts: client.scripts,
    },
    policyFor,
  )
  const missing = await renderDocument(
    {
      ...shared,
      base: sitePath(portfolio),
      title: portfolio.strings.missingTitle,
      noindex: true,
      body: server.renderNotFound(`${sitePath(portfolio)}/`),
      icons: [],
    },
    policyFor,
  )
  const files = [
    { path: '/index.html', body: index },
    { path: '/404.html', body: missing },
  ]
  return { files, csp }
}

/** The site's path without its trailing slash: the 404 page is served at any depth. */
function sitePath({ site }: Portfolio): string {
  return new URL(site.url ?? 'http://localhost/').pathname.replace(/\/$/, '')
}

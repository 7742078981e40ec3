import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makePolicy } from '../artifacts/shield.ts'
import { findReferences } from '../content/references.ts'
import type { Portfolio } from '../content/schema.ts'
import { ENGINE_ICONS } from '../page/parts/engine-icons.ts'
import type { Client } from './build.ts'
import { bundle, ROOT } from './bundle.ts'
import { renderDocument } from './document.ts'
import type { FromContent } from './from-content.ts'
import { escapeHtml } from './head.ts'
import type { SiteFile } from './site-file.ts'

const ENTRY = join(ROOT, 'src/page/server.tsx')

/** What src/page/server.tsx gives; node code does not see the page's own types. */
export type PageServer = { renderPage: () => string; renderMissing: (home: string) => string }

type PageParts = FromContent & { client: Promise<Client>; content: string }

/** Renders the pages with the very code that the browser runs. */
export async function renderPages(parts: PageParts): Promise<SiteFile[]> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.page-'))
  try {
    await bundle(parts.page, parts.content, {
      outDir: folder,
      ssr: ENTRY,
      rolldownOptions: { output: { entryFileNames: 'server.mjs' } },
    })
    const server: PageServer = await import(pathToFileURL(join(folder, 'server.mjs')).href)
    return composePages(server, parts, await parts.client)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function composePages(
  server: PageServer,
  { portfolio, page, palettes, fonts, css }: FromContent,
  client: Client,
): Promise<SiteFile[]> {
  const brandPicture = page.portfolio.brand.image.src
  const shared = { portfolio, brandPicture, palettes, fonts, css: client.css }
  const index = await renderDocument({
    ...shared,
    css: client.css + css,
    base: '.',
    title: portfolio.site.title,
    body: server.renderPage(),
    icons: pageIcons(portfolio),
    scripts: client.scripts,
  })
  const missing = await renderDocument({
    ...shared,
    base: rootOf(portfolio),
    title: portfolio.words.missingTitle,
    isHidden: true,
    body: server.renderMissing(`${rootOf(portfolio)}/`),
    icons: [],
  })
  return [
    { path: '/index.html', body: addPolicy(index, portfolio) },
    { path: '/404.html', body: addPolicy(missing, portfolio) },
  ]
}

const CHARSET = '<meta charset="utf-8">'

/** A copy on a host that sends no headers is shielded by what stands before all else in its page. */
function addPolicy(html: string, portfolio: Portfolio): string {
  const content = escapeHtml(makePolicy(portfolio, [html]))
  const policy = `<meta http-equiv="Content-Security-Policy" content="${content}">`
  return html.replace(CHARSET, `${CHARSET}\n${policy}`)
}

/** The path of the site without its last slash: a page for unknown addresses may stand anywhere. */
function rootOf({ site }: Portfolio): string {
  return new URL(site.url ?? 'http://localhost/').pathname.replace(/\/$/, '')
}

/** Every icon that any state of the page may show. */
export function pageIcons(portfolio: Portfolio): string[] {
  const named = findReferences(portfolio).filter(({ kind }) => kind === 'icon')
  return [...ENGINE_ICONS, ...named.map(({ name }) => name)]
}

import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { codeFile, ENGINE_CODE } from '../folders.ts'
import { renderDocument } from './document.ts'
import type { SiteAssets } from './generate-assets.ts'
import type { PageServer } from './pages.ts'

const HEAD = /<head>(.*)<\/head>/s

const SHARED_STYLES = join(ENGINE_CODE, 'page/styles/all.css')

/** Renders the document for a path: the page, the styleguide or the 404 page. */
export async function renderDevPage(server: ViteDevServer, current: SiteAssets, path: string) {
  const page = (await server.ssrLoadModule(devAddress('page/entry.server.tsx'))) as PageServer
  const parts = partsOf(page, path)
  const links = (await devScripts(server)) + (await devStyles(server))
  return renderDocument(current, { ...parts, base: '', links })
}

function partsOf({ renderPage, renderNotFound }: PageServer, path: string) {
  if (path === '/') {
    const scripts = [devAddress('page/entry.client.tsx')]
    return { kind: 'page' as const, body: renderPage(), scripts }
  }
  if (path === '/styleguide') {
    // It is rendered on the client only.
    const scripts = [devAddress('page/entry.styleguide.tsx')]
    return { kind: 'styleguide' as const, body: '', scripts }
  }
  return { kind: 'missing' as const, body: renderNotFound('/') }
}

/** The URL path of a file of the engine's code on the development server. */
function devAddress(name: string): string {
  return codeFile(name).slice(ENGINE_CODE.length)
}

/**
 * The styles of the rendered page, with the ids that Vite's client uses, so HMR updates them in
 * place. Inlined: as thirty linked files they took half of the time until a change was visible.
 */
async function devStyles(server: ViteDevServer): Promise<string> {
  const { client, ssr } = server.environments
  const rendered = [...ssr.moduleGraph.idToModuleMap.values()].flatMap(({ file }) => file ?? [])
  const files = [SHARED_STYLES, ...rendered.filter((file) => file.endsWith('.module.css'))]
  const styles = files.map(async (file) => {
    const made = await client.transformRequest(`${file.slice(ENGINE_CODE.length)}?direct`)
    return `<style data-vite-dev-id="${file}">${made?.code ?? ''}</style>`
  })
  return (await Promise.all(styles)).join('')
}

/**
 * Vite's client scripts, from an empty page: transforming the whole page would process all of its
 * styles and take longer than everything else together.
 */
async function devScripts(server: ViteDevServer): Promise<string> {
  const page = await server.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return HEAD.exec(page)?.[1] ?? ''
}

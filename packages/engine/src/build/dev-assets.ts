import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { ENGINE_CODE } from '../folders.ts'

const HEAD = /<head>(.*)<\/head>/s

const SHARED = join(ENGINE_CODE, 'page/styles/all.css')

/**
 * The styles of the rendered page, with the ids that Vite's client uses, so HMR updates them in
 * place. Inlined: as thirty linked files they took half of the time until a change was visible.
 */
export async function devStyles(server: ViteDevServer): Promise<string> {
  const { client, ssr } = server.environments
  const rendered = [...ssr.moduleGraph.idToModuleMap.values()].flatMap(({ file }) => file ?? [])
  const files = [SHARED, ...rendered.filter((file) => file.endsWith('.module.css'))]
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
export async function devScripts(server: ViteDevServer): Promise<string> {
  const page = await server.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return HEAD.exec(page)?.[1] ?? ''
}

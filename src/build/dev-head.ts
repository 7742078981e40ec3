import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { ROOT } from './bundle.ts'

const HEAD = /<head>(.*)<\/head>/s

/** Tells every open page that it is an old one, with the new content where React can draw that by itself. */
export const CONTENT_CHANGED = 'page:content'

// The bundler's own call to reload waits 20 ms for others like it, and there are none.
const RELOADER =
  `<script type="module">import { createHotContext } from '/@vite/client'\n` +
  `createHotContext('/').on('${CONTENT_CHANGED}', (detail) => {\n` +
  `  const event = new CustomEvent('content', { detail, cancelable: true })\n` +
  // A fault that lies over the page goes with the page.
  `  const isFaulty = !detail || document.querySelector('vite-error-overlay')\n` +
  `  if (isFaulty || dispatchEvent(event)) location.reload()\n})</script>`

const SHARED = join(ROOT, 'src/page/styles/all.css')

/**
 * The styles of the rendered page, named as the bundler's own client names them: it then changes
 * these in place. As thirty linked files they took half of the time until a change was seen.
 */
export async function devStyles(server: ViteDevServer): Promise<string> {
  const { client, ssr } = server.environments
  const rendered = [...ssr.moduleGraph.idToModuleMap.values()].flatMap(({ file }) => file ?? [])
  const files = [SHARED, ...rendered.filter((file) => file.endsWith('.module.css'))]
  const styles = files.map(async (file) => {
    const made = await client.transformRequest(`${file.slice(ROOT.length)}?direct`)
    return `<style data-vite-dev-id="${file}">${made?.code ?? ''}</style>`
  })
  return (await Promise.all(styles)).join('')
}

/** The bundler's own scripts. It would look into every style of a whole page and take longer than all the rest. */
export async function devScripts(server: ViteDevServer): Promise<string> {
  const page = await server.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return (HEAD.exec(page)?.[1] ?? '') + RELOADER
}

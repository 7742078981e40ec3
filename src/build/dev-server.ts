import { extname, join } from 'node:path'
import { type Connect, createServer, type HotPayload, type Plugin, type ViteDevServer } from 'vite'
import { MEDIA_TYPES } from '../artifacts/media-types.ts'
import { readHue } from '../content/hue.ts'
import type { Written } from '../content/load.ts'
import { formatProblems } from '../content/problem.ts'
import type { Portfolio } from '../content/schema.ts'
import { pageConfig, ROOT } from './bundle.ts'
import { contentModuleId } from './content-plugin.ts'
import { CONTENT_CHANGED } from './dev-head.ts'
import { renderAround, renderDevPage } from './dev-page.ts'
import { followContent } from './follow-content.ts'
import { type FromContent, makeFromContent } from './from-content.ts'
import { loadSite } from './load-site.ts'
import type { LateFile } from './site-file.ts'

// All that the page imports: the bundler prepares these and searches for no others, because one
// found late makes it prepare all anew and answer 504 to a page that is already loading.
const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@emailjs/browser',
  'altcha/external',
]

/** What commands write, and nobody edits. */
const NOT_WATCHED = ['.cache', 'dist', 'data'].map((folder) => join(ROOT, folder))

/** What the content is at the moment: the last good one, and what is wrong with the newest. */
type Current = FromContent & {
  /** What stands around the page. */
  around: string
  /** By their addresses. */
  bodies: Map<string, LateFile['read']>
  problems: string | undefined
  /** What the colours of all that is no page were made from. */
  hue: number | undefined
}

export type DevOptions = {
  portfolio: Portfolio
  content: string
  host: string
  port: number
  /** Answers what begins with /api/, where a gateway belongs to the page. */
  api?: Connect.SimpleHandleFunction | undefined
  /** Told of every valid content after the first. */
  onContent: (written: Written) => void
}

/** A server that shows every change of code and content at once, and every fault on the page. */
export async function createDevServer(options: DevOptions): Promise<ViteDevServer> {
  const { content, host, port } = options
  const current = await readCurrent(options.portfolio, content)
  const config = pageConfig(() => current.page, content)
  const server = await createServer({
    ...config,
    base: '/',
    server: { host, port, strictPort: true, watch: { ignored: NOT_WATCHED } },
    optimizeDeps: { include: BROWSER_PACKAGES, noDiscovery: true },
    plugins: [...(config.plugins ?? []), devPages(current, options)],
  })
  return server.listen()
}

async function readCurrent(portfolio: Portfolio, content: string): Promise<Current> {
  const hue = readHue(content)
  const made = await makeFromContent(portfolio, content, reportSlow)
  const around = await renderAround(made)
  const ready = made.files.map(({ path, body }) => [path, async () => body] as const)
  const late = [...made.pictures, ...made.beside].map(({ path, read }) => [path, read] as const)
  return { ...made, around, bodies: new Map([...ready, ...late]), problems: undefined, hue }
}

/** Only pictures that are seen for the first time take long enough to be told. */
function reportSlow(step: string) {
  if (/ of /.test(step)) console.log(`Making: ${step} ...`)
}

function devPages(current: Current, options: DevOptions): Plugin {
  const { content, api } = options
  return {
    name: 'portfolio-dev-pages',
    configureServer(server) {
      followContent(server, content, {
        isMoreThanStyles: () => current.problems !== undefined || readHue(content) !== current.hue,
        reload: () => reload(server, current, options),
        onFault: (message) => showFault(server, message),
      })
      // A fault may come after a page was rendered and before it listens.
      server.ws.on('connection', () => {
        if (current.problems) server.hot.send(overlayOf(current.problems))
      })
      server.hot.on('page:fault', ({ message }) => showFault(server, String(message)))
      server.middlewares.use((request, response, next) => {
        if (api && request.url?.startsWith('/api/')) return api(request, response)
        const path = decodeURI(request.url ?? '/').split('?')[0] ?? '/'
        const read = current.bodies.get(path)
        if (!read) return next()
        response.setHeader('content-type', MEDIA_TYPES[extname(path)] ?? 'application/octet-stream')
        read().then((body) => response.end(body), next)
      })
      return () => server.middlewares.use(pageMiddleware(server, current))
    },
  }
}

async function reload(server: ViteDevServer, current: Current, options: DevOptions) {
  const { content, onContent } = options
  const loaded = await loadSite(content)
  if (!loaded.ok) {
    current.problems = formatProblems(loaded.problems)
    return showFault(server, current.problems)
  }
  const before = current.around
  Object.assign(current, await readCurrent(loaded.portfolio, content))
  for (const { moduleGraph } of Object.values(server.environments)) {
    const module = moduleGraph.getModuleById(contentModuleId)
    if (module) moduleGraph.invalidateModule(module)
  }
  const isSameAround = current.around === before
  server.hot.send(CONTENT_CHANGED, isSameAround ? current.page.portfolio : undefined)
  onContent(loaded.written)
}

/** Tells a fault where the owner looks: in the terminal and over the page. */
function showFault(server: ViteDevServer, message: string) {
  server.config.logger.error(message)
  server.hot.send(overlayOf(message))
}

const overlayOf = (message: string): HotPayload => ({ type: 'error', err: { message, stack: '' } })

function pageMiddleware(server: ViteDevServer, current: Current): Connect.NextHandleFunction {
  return async (request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    try {
      const html = await renderDevPage(server, current, path ?? '/')
      response.statusCode = path === '/' || path === '/specimen' ? 200 : 404
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(html)
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error)
      response.statusCode = 500
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(error instanceof Error ? error.stack : String(error))
    }
    if (current.problems) showFault(server, current.problems)
  }
}

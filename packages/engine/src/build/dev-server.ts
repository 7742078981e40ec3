import { statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { StatedSettings } from 'reward-codes-protocol/stated-settings'
import {
  type Connect,
  createServer,
  type HotPayload,
  type Plugin,
  searchForWorkspaceRoot,
  type ViteDevServer,
} from 'vite'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { readHue } from '../content/hue.ts'
import { statedSettings } from '../content/legal.ts'
import { codeFile, ENGINE_CODE, OWNER_FOLDER, PARTS_FOLDER } from '../folders.ts'
import { LEGAL_PAGES, legalFile } from '../page/legal-pages.ts'
import { asPartsError, PartsError } from '../parts/render-error.ts'
import { CONTENT_MODULES, pageConfig } from './bundle.ts'
import { renderDocument } from './document.ts'
import { generateAssets, type SiteAssets } from './generate-assets.ts'
import { imageReader, type LoadedContent, loadContent, type ReadImage } from './load-content.ts'
import { MEDIA_TYPES } from './media-types.ts'
import type { LazyFile } from './output-file.ts'
import { clientEntry, imageHosts, type PageServer, renderWhole } from './pages.ts'

// All packages that the page imports. A dependency found late makes Vite optimize all of them again and reload
// a page that is already loading.
const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@emailjs/browser',
  'altcha/external',
]

/** Folders that only commands write. */
const IGNORED = ['.cache', 'dist', 'data'].map((folder) => join(OWNER_FOLDER, folder))

const TEXT_FILES = ['.yaml', '.css', '.json']

// Editors write a file in several steps. Content that is read in between is incomplete.
const DEBOUNCE_MS = 15
// Some editors truncate the file first, or replace it.
const EMPTY_FILE_DEBOUNCE_MS = 50
// Vite's watcher drops a change within 50 ms of another change of the same file.
const WATCHER_THROTTLE_MS = 60

const HEAD = /<head>(.*)<\/head>/s

const SHARED_STYLES = join(ENGINE_CODE, 'page/styles/all.css')

/** The last valid content, and the diagnostics of a newer invalid one. */
type Current = SiteAssets & {
  readImage: ReadImage
  /** The files to serve, by URL path. */
  bodies: Map<string, LazyFile['read']>
  diagnostics: string | undefined
  /** Why the page could not be rendered the last time. */
  fault: string | undefined
  /** What is known of the gateway's settings. */
  settings: StatedSettings
  /** The hue of the current icons, card and resume. */
  hue: number | undefined
}

type DevOptions = {
  loaded: LoadedContent
  content: string
  host: string
  port: number
  /** Handles paths below /api/ if the page has a gateway. */
  api?: Connect.SimpleHandleFunction | undefined
  /** What is known of the gateway's settings, for the privacy notice. */
  settings: StatedSettings
  /** Called with every valid content after the first. */
  onContent: () => void
}

/** A server that applies changes of code and content at once and shows errors on the page. */
export async function createDevServer(options: DevOptions): Promise<ViteDevServer> {
  const { content, host, port } = options
  const { settings } = options
  const current: Current = { ...(await readCurrent(options.loaded, content)), settings }
  const config = pageConfig(() => current, content)
  const server = await createServer({
    ...config,
    base: '/',
    server: {
      host,
      port,
      strictPort: true,
      watch: { ignored: IGNORED },
      fs: { allow: [OWNER_FOLDER, searchForWorkspaceRoot(ENGINE_CODE)] },
    },
    optimizeDeps: {
      include: BROWSER_PACKAGES,
      exclude: ['reward-codes'],
      // The packages that the owner's islands import.
      entries: [join(PARTS_FOLDER, '**/*.island.tsx')],
    },
    plugins: [...(config.plugins ?? []), devPages(current, options)],
  })
  return server.listen()
}

async function readCurrent(
  loaded: LoadedContent,
  content: string,
): Promise<Omit<Current, 'settings'>> {
  const hue = readHue(content)
  const assets = await generateAssets(loaded, content, { report: reportSlow, warn: warnOnce })
  const eager = assets.files.map(({ path, body }) => [path, async () => body] as const)
  const lazy = assets.lazyFiles.map(({ path, read }) => [path, read] as const)
  const bodies = new Map([...eager, ...lazy])
  const { readImage } = loaded
  return { ...assets, readImage, bodies, diagnostics: undefined, fault: undefined, hue }
}

const warnings = new Set<string>()

/** An edit generates all files again, with the same warnings. */
function warnOnce(message: string) {
  if (!warnings.has(message)) console.warn(message)
  warnings.add(message)
}

/** Reports only the encoding of new images: nothing else takes long. */
function reportSlow(step: string) {
  if (/ of /.test(step)) console.log(`Building: ${step} ...`)
}

function devPages(current: Current, options: DevOptions): Plugin {
  const { content, api } = options
  return {
    name: 'portfolio-dev-pages',
    configureServer(server) {
      watchContent(server, content, (changed) =>
        reload(server, current, options, changed).catch((error) =>
          showError(server, String(error)),
        ),
      )
      // An error may occur after a page is rendered and before its socket is connected.
      server.ws.on('connection', () => {
        const message = current.diagnostics ?? current.fault
        if (message) server.hot.send(overlayOf(message))
      })
      server.hot.on('page:error', ({ message }) => showError(server, String(message)))
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

/**
 * Calls `reload` with the files of content and parts that have changed since its last call. The calls are
 * queued, so the newest content is last. A formatter or a quick fix may write a file again right after it
 * was read, which the watcher does not report.
 */
export function watchContent(
  { watcher }: ViteDevServer,
  content: string,
  reload: (changed: string[]) => Promise<void>,
): void {
  watcher.add([content, PARTS_FOLDER])
  let timer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()
  let changed = new Set<string>()
  const reloadQueued = async () => {
    const files = [...changed]
    changed = new Set()
    const read = files.map(modifiedAt)
    await reload(files)
    setTimeout(() => {
      for (const [place, file] of files.entries()) {
        if (modifiedAt(file) !== read[place]) schedule(file)
      }
    }, WATCHER_THROTTLE_MS)
  }
  const schedule = (file: string) => {
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        queue = queue.then(reloadQueued)
      },
      hasContent(file) ? DEBOUNCE_MS : EMPTY_FILE_DEBOUNCE_MS,
    )
  }
  watcher.on('all', (_, file) => {
    if (isIn(content, file) || isIn(PARTS_FOLDER, file)) schedule(file)
  })
}

function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

function isIn(folder: string, file: string): boolean {
  return !relative(folder, file).startsWith('..')
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}

async function reload(
  server: ViteDevServer,
  current: Current,
  { content, onContent }: DevOptions,
  changed: string[],
) {
  // Vite itself updates styles. Icons, card and resume depend on the hue only.
  const areStyles = changed.every((file) => extname(file) === '.css')
  const areParts = changed.some((file) => isIn(PARTS_FOLDER, file))
  if (areStyles && !areParts && !current.diagnostics && readHue(content) === current.hue) return
  // Reading and hashing all images would take most of the time of an edit.
  const areImagesUnchanged = changed.every(
    (file) => TEXT_FILES.includes(extname(file)) || isIn(PARTS_FOLDER, file),
  )
  if (!areImagesUnchanged) current.readImage = imageReader(content)
  const loaded = await loadContent(content, current.readImage)
  if (!loaded.ok) {
    current.diagnostics = formatDiagnostics(loaded.diagnostics)
    return showError(server, current.diagnostics)
  }
  const before = fingerprintOf(current)
  const placed = placesOf(current)
  Object.assign(current, await readCurrent(loaded, content))
  for (const { moduleGraph } of Object.values(server.environments)) {
    // Which part a module imports is known from when it was compiled.
    if (placesOf(current) !== placed) moduleGraph.invalidateAll()
    for (const file of changed) moduleGraph.onFileChange(file)
    for (const id of CONTENT_MODULES) {
      const module = moduleGraph.getModuleById(id)
      if (module) moduleGraph.invalidateModule(module)
    }
  }
  // The browser keeps its scroll position.
  if (areParts || fingerprintOf(current) !== before) server.hot.send({ type: 'full-reload' })
  onContent()
}

/** Changes if the owner adds, renames or deletes a part. */
function placesOf({ parts: { text: _, ...places } }: Current): string {
  return JSON.stringify(places)
}

/** Changes if the page does. A backup file of an editor, for example, does not change the page. */
function fingerprintOf({ portfolio, navBreakpoint, palettes, css, diagnostics }: Current): string {
  return JSON.stringify({ portfolio, navBreakpoint, palettes, css, diagnostics })
}

/** Shows an error in the terminal and in the overlay of the page. */
function showError(server: ViteDevServer, message: string) {
  server.config.logger.error(message)
  server.hot.send(overlayOf(message))
}

const overlayOf = (message: string): HotPayload => ({ type: 'error', err: { message, stack: '' } })

function pageMiddleware(server: ViteDevServer, current: Current): Connect.NextHandleFunction {
  return async (request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    try {
      const { html, status } = await renderDevPage(server, current, path ?? '/')
      response.statusCode = status
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(html)
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error)
      response.statusCode = 500
      await endWithFault(server, current, response, error)
    }
    if (current.diagnostics) showError(server, current.diagnostics)
  }
}

/** Ends with an empty page that shows why it cannot be rendered, and reloads when that changes. */
async function endWithFault(
  server: ViteDevServer,
  current: Current,
  response: ServerResponse,
  error: unknown,
) {
  current.fault = describeFault(asPartsError(error, current.parts))
  server.config.logger.error(current.fault)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><head>${await devScripts(server)}</head><body>`)
}

function describeFault(error: unknown): string {
  if (error instanceof PartsError) return formatDiagnostics(error.diagnostics)
  if (!(error instanceof Error)) return String(error)
  // The bundler's own message has the file, the line and the code.
  return 'plugin' in error ? stripVTControlCharacters(error.message) : String(error.stack)
}

/** Renders the document for a path: the page, a legal page or the 404 page. */
async function renderDevPage(server: ViteDevServer, current: Current, path: string) {
  const page = (await server.ssrLoadModule(devAddress('page/entry.server.tsx'))) as PageServer
  const parts = partsOf(page, current, path)
  current.fault = undefined
  const links = (await devScripts(server)) + (await devStyles(server))
  const html = await renderDocument(current, { ...parts, base: '', links })
  return { html, status: parts.kind === 'missing' ? 404 : 200 }
}

function partsOf(server: PageServer, current: Current, path: string) {
  const { renderNotFound, renderLegal } = server
  if (path === '/') {
    const scripts = [devAddress(clientEntry(current.parts))]
    return { kind: 'page' as const, body: renderWhole(server, current.parts), scripts }
  }
  const legal = LEGAL_PAGES.find((kind) => path === `/${legalFile(kind)}`)
  if (legal && current.portfolio.legal?.[legal]) {
    const settings = statedSettings(current.portfolio.legal.privacy, current.settings)
    return { kind: legal, body: renderLegal(legal, { imageHosts: imageHosts(current), settings }) }
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
  const files = new Set([SHARED_STYLES, ...rendered.filter((file) => file.endsWith('.css'))])
  const styles = Array.from(files, async (file) => {
    const address = isIn(ENGINE_CODE, file) ? file.slice(ENGINE_CODE.length) : `/@fs${file}`
    const made = await client.transformRequest(`${address}?direct`)
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

import { readFileSync, watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

// What the tools need without the engine. Each baseline runs as a separate process:
// node build-baselines.ts NAME ARGUMENTS. Packages are imported where they are used, so that the minimal
// server starts without them.

export const BASELINES = import.meta.filename

const GREETING = /greeting: (.+)/

/** Vite alone: bundles the scripts of the page with empty content. */
async function bundle(project: string) {
  const [{ build }, { default: react }, { ENGINE_CODE }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('reward-codes/internal/folders.ts'),
  ])
  const emptyContent = {
    name: 'empty-content',
    resolveId: (id: string) => (id.startsWith('virtual:') ? `\0${id}` : undefined),
    load: (id: string) => (id.startsWith('\0virtual:') ? 'export default {}' : undefined),
  }
  await build({
    root: ENGINE_CODE,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { 'owner:theme.css': join(project, 'content/theme.css') } },
    plugins: [emptyContent, react()],
    build: {
      write: false,
      rolldownOptions: { input: join(ENGINE_CODE, 'page/entry.client.tsx') },
    },
  })
}

/** sharp alone: encodes photos in all widths and formats, one for each processor at a time. */
async function encode(...photos: string[]) {
  const [{ default: sharp }, { MODERN_FORMATS, OPAQUE_FORMATS }, { PROJECT_CARD }] =
    await Promise.all([
      import('sharp'),
      import('reward-codes/internal/build/images/encode.ts'),
      import('reward-codes/internal/page/image-slots.ts'),
    ])
  const encoders = Object.values({ ...MODERN_FORMATS, ...OPAQUE_FORMATS })
  const queue = photos.values()
  const work = async () => {
    for (const file of queue) {
      const body = readFileSync(file)
      for (const width of PROJECT_CARD.widths) {
        const height = Math.round((width * PROJECT_CARD.height) / PROJECT_CARD.width)
        const { data, info } = await sharp(body)
          .resize({ width, height, fit: 'cover' })
          .raw()
          .toBuffer({ resolveWithObject: true })
        const raw = { width, height, channels: info.channels }
        for (const encoder of encoders) await encoder(sharp(data, { raw })).toBuffer()
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

/** Vite's development server alone, without a page. */
async function develop(project: string) {
  const [{ createServer: createViteServer }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ])
  const server = await createViteServer({
    root: project,
    cacheDir: join(project, '.cache/baseline'),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    appType: 'custom',
    server: { host: '127.0.0.1', port: 0 },
    optimizeDeps: { noDiscovery: true },
    plugins: [react()],
  })
  await server.listen()
  console.log(`Listening at ${server.resolvedUrls?.local[0]}`)
}

/** A page with the greeting of a content file. It reloads when the file changes. */
async function reload(file: string) {
  const clients = new Set<ServerResponse>()
  watch(file, () => {
    for (const client of clients) client.write('data: changed\n\n')
  })
  listen((url, response) => {
    if (url === '/changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      clients.add(response)
      response.on('close', () => clients.delete(response))
      return
    }
    const [, greeting] = GREETING.exec(readFileSync(file, 'utf8')) ?? []
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><main><p>${greeting}</p></main>` +
        `<script>new EventSource('/changes').onmessage = () => location.reload()</script>`,
    )
  })
}

/** The minimal HTTP server. */
async function serve() {
  listen((_, response) => response.end('A page'))
}

function listen(respond: (url: string | undefined, response: ServerResponse) => void) {
  const server = createServer(({ url }, response) => respond(url, response))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    console.log(`Listening at http://127.0.0.1:${typeof address === 'object' && address?.port}`)
  })
}

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  const baselines: Record<string, (...args: [string, ...string[]]) => Promise<void>> = {
    bundle,
    encode,
    develop,
    reload,
    serve,
  }
  await baselines[name]?.(...(args as [string, ...string[]]))
}

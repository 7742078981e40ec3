import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { buildServer } from 'reward-codes-gateway/server'
import { parseDocument } from 'yaml'
import { folderOfBuiltSites } from '../fixtures/built-sites.ts'
import { SITE } from '../fixtures/folders.ts'
import { SITES } from '../fixtures/owner-site.ts'
import { copySampleContent } from '../fixtures/sample-content.ts'
import { BELOW, VARIANTS, type Variant } from './variants.ts'

/** Variants with components of their owner: `astro.config.ts` and `src/` of these folders. */
const OWNERS: Record<string, string> = {
  shipped: SITE,
  levels: join(import.meta.dirname, '../fixtures/owners/levels'),
}

/**
 * Serves every content variant, and builds one when it is first requested, unless an earlier run has built it of the
 * same sources. Passes the URLs to the tests in SITES, and the folders of the sites in FOLDERS.
 */
export default async function serveSites() {
  const built = folderOfBuiltSites()
  const folder = mkdtempSync(join(SITES, 'variants-'))
  const builder = startBuilder(folder)
  const sites = await Promise.all(
    Object.keys(VARIANTS).map(async (name) => [name, await serve(built, name, builder)] as const),
  )
  process.env.SITES = JSON.stringify(
    Object.fromEntries(sites.map(([name, { url }]) => [name, url])),
  )
  process.env.FOLDERS = JSON.stringify(
    Object.fromEntries(sites.map(([name]) => [name, join(built, name)])),
  )
  const outside = await serveOutside()
  process.env.OUTSIDE = outside.url
  return async () => {
    await Promise.all([...sites.map(([, site]) => site.close()), outside.close()])
    await builder.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Listens at once. The first connection waits until the site is built and its server is ready. */
async function serve(built: string, name: string, builder: Builder) {
  let started: Promise<FastifyInstance> | undefined
  const root = name === 'everything' ? BELOW : '/'
  const start = async () => {
    const site = join(built, name)
    if (!existsSync(site)) await builder.build(name, site)
    const app = buildServer({ site, root })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app
  }
  // Paused, so that the site's server reads the connection from its first byte.
  const front = createSocketServer({ pauseOnConnect: true }, async (socket) => {
    try {
      started ??= start()
      const app = await started
      app.server.emit('connection', socket)
      socket.resume()
    } catch (error) {
      console.error(`The site "${name}" could not be built:`, error)
      socket.destroy()
    }
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const close = async () => {
    front.close()
    await (await started?.catch(() => undefined))?.close()
  }
  return { url: urlOf(front) + root.slice(0, -1), close }
}

type Builder = ReturnType<typeof startBuilder>

/**
 * A process that builds the sites one after the other. Every build but the first takes less than half the time, which
 * loads the bundler.
 */
function startBuilder(folder: string) {
  let program: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const build = async (name: string, site: string) => {
    program ??= fork(import.meta.filename, [folder], { execArgv: [] })
    program.send(name)
    const [error] = await once(program, 'message')
    if (error) throw new Error(error)
    // Another run may have built it meanwhile.
    if (!existsSync(site)) renameSync(join(folder, name, 'dist'), site)
  }
  return {
    /** Builds a variant into the folder `site`, as a whole. */
    build(name: string, site: string): Promise<void> {
      const built = last.then(() => build(name, site))
      last = built.catch(() => undefined)
      return built
    },
    async stop() {
      if (!program) return
      program.disconnect()
      await once(program, 'exit')
    },
  }
}

/** The program of a builder: it receives names of variants, and answers with the error of a build, if it has one. */
async function runBuilder(folder: string) {
  for await (const [name] of on(process, 'message', { close: ['disconnect'] })) {
    await writeContent(join(folder, name, 'content'), name)
    const error = await buildSite(join(folder, name), OWNERS[name]).catch((error) => error)
    process.send?.(error ? inspect(error) : '')
  }
}

/** Builds a variant with Astro, as its owner would with `astro build`; `owner` is a folder with components of theirs. */
async function buildSite(root: string, owner?: string) {
  // Playwright sets another value, and React chooses its build by it.
  process.env.NODE_ENV = 'production'
  const { build } = await import('astro')
  const { default: rewardCodes } = await import('reward-codes')
  cpSync(join(SITE, 'package.json'), join(root, 'package.json'))
  for (const name of owner ? ['astro.config.ts', 'src'] : []) {
    cpSync(join(owner ?? '', name), join(root, name), { recursive: true })
  }
  process.chdir(root)
  await build({
    root,
    ...(owner ? {} : { configFile: false, integrations: [rewardCodes()] }),
    logLevel: 'warn',
    // Variants share encoded images.
    cacheDir: join(SITES, 'cache'),
    vite: { cacheDir: join(root, `../vite-${process.pid}`) },
  })
}

async function writeContent(folder: string, name: string) {
  copySampleContent(folder)
  if (OWNERS[name] === SITE) cpSync(join(SITE, 'content'), folder, { recursive: true })
  const file = join(folder, 'portfolio.yaml')
  const document = parseDocument(readFileSync(file, 'utf8'))
  const change: Variant | undefined = VARIANTS[name]
  await change?.(document, folder)
  writeFileSync(file, document.toString())
}

/** A mock for every external site that the page links to. */
async function serveOutside() {
  const server: Server = createServer((_, response) => response.end('<title>Elsewhere</title>'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: urlOf(server), close: () => server.close() }
}

function urlOf(server: Pick<Server, 'address'>): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

if (import.meta.main) await runBuilder(process.argv[2] ?? '')

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
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
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
  const builders = Array.from({ length: availableParallelism() }, () => new Builder(folder))
  const sites = await Promise.all(
    Object.keys(VARIANTS).map(async (name) => [name, await serve(built, name, builders)] as const),
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
    await Promise.all(builders.map((builder) => builder.stop()))
    rmSync(folder, { recursive: true })
  }
}

/** Listens at once. The first connection waits until the site is built and its server is ready. */
async function serve(built: string, name: string, builders: Builder[]) {
  let started: Promise<FastifyInstance> | undefined
  const root = name === 'everything' ? BELOW : '/'
  const start = async () => {
    const site = join(built, name)
    if (!existsSync(site)) await chooseBuilder(builders).build(name, site)
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

function chooseBuilder(builders: Builder[]): Builder {
  return builders.reduce((one, other) => (other.waiting < one.waiting ? other : one))
}

/**
 * A process that builds sites one after the other. The second build in a process takes less than half
 * the time of the first, which loads the bundler.
 */
class Builder {
  waiting = 0
  #folder: string
  #program: ChildProcess | undefined
  #output = ''
  #last: Promise<unknown> = Promise.resolve()
  #current = Promise.withResolvers<void>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Builds a variant into the folder `site`, as a whole. */
  async build(name: string, site: string): Promise<void> {
    this.waiting++
    const build = this.#last.then(() => this.#buildNow(name))
    this.#last = build.catch(() => undefined)
    await build.finally(() => this.waiting--)
    // Another run may have built it meanwhile.
    if (!existsSync(site)) renameSync(join(this.#folder, name, 'dist'), site)
  }

  #buildNow(name: string): Promise<void> {
    this.#program ??= this.#start()
    this.#output = ''
    this.#current = Promise.withResolvers()
    this.#program.send(name)
    return this.#current.promise
  }

  #start(): ChildProcess {
    const program = fork(import.meta.filename, [this.#folder], { execArgv: [], silent: true })
    for (const stream of [program.stdout, program.stderr]) {
      stream?.on('data', (text) => {
        this.#output += text
      })
    }
    program.on('message', () => this.#current.resolve())
    program.on('exit', () => {
      this.#program = undefined
      this.#current.reject(new Error(this.#output))
    })
    return program
  }

  async stop(): Promise<void> {
    if (!this.#program) return
    const ended = once(this.#program, 'exit')
    this.#program.disconnect()
    await ended
  }
}

/** The program of a builder: it receives names of variants. */
async function runBuilder(folder: string) {
  for await (const [name] of on(process, 'message', { close: ['disconnect'] })) {
    await writeContent(join(folder, name, 'content'), name)
    await buildSite(join(folder, name), OWNERS[name])
    process.send?.('built')
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

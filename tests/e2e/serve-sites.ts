import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildServer } from 'reward-codes-gateway/server'
import { builtSite } from '../fixtures/sites.ts'
import { BELOW, VARIANTS } from '../fixtures/variants.ts'

/** Serves every content variant, and passes the URLs to the tests in SITES. */
export default async function serveSites() {
  const sites = await Promise.all(
    Object.keys(VARIANTS).map(async (name) => [name, await serve(name)] as const),
  )
  process.env.SITES = JSON.stringify(
    Object.fromEntries(sites.map(([name, { url }]) => [name, url])),
  )
  const outside = await serveOutside()
  process.env.OUTSIDE = outside.url
  return async () => {
    await Promise.all([...sites.map(([, site]) => site.close()), outside.close()])
  }
}

/** Listens at once. The first connection waits until the site is built and its server is ready. */
async function serve(name: string) {
  let started: Promise<FastifyInstance> | undefined
  const root = name === 'everything' ? BELOW : '/'
  const start = async () => {
    const app = buildServer({ site: await builtSite(name), root })
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

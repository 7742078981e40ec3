import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { decode } from '../log.ts'
import { sendStatus } from './result.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** Files for the host, and dotfiles, except /.well-known (RFC 8615). */
const NOT_SERVED = /^\/_headers$|\/\.(?!well-known\/)/

/**
 * Serves a built site: its files, precompressed where the build did that, and its 404 page for unknown
 * paths. A site with a base path is served there and at the root as well, so a proxy may strip the path
 * or keep it.
 */
export async function serveSite(
  app: FastifyInstance,
  { folder, root = '/' }: { folder: string; root?: string | undefined },
): Promise<void> {
  const headersOf = createHeaderReader(folder)
  const notFoundPage = join(folder, '404.html')
  const base = decode(root)
  app.addHook('onRequest', async (_, reply) => void reply.headers(headersOf('/*')))
  app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    redirect: true,
    cacheControl: false,
    allowedPath: (path) => !NOT_SERVED.test(path),
    setHeaders: (reply, path) => {
      const file = relative(folder, path).replace(/\.(?:br|gz)$/, '')
      const address = `/${file.split(sep).join('/')}`
      const cacheControl = address.startsWith('/assets/') ? IMMUTABLE : REVALIDATE
      const headers = headersOf(address.replace(/\/index\.html$/, '/'))
      for (const [name, value] of Object.entries(headers)) reply.header(name, value)
      reply.header('cache-control', cacheControl)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    // Without the slash, relative URLs of the page would resolve one level too high.
    if (root !== '/' && `${decode(request.url)}/` === base) return reply.redirect(root, 308)
    reply.code(404).headers(headersOf('/404.html'))
    if (!existsSync(notFoundPage)) return reply.send('Not found')
    return reply.type('text/html; charset=utf-8').send(readFileSync(notFoundPage))
  })
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _, reply) =>
    // A path such as `/..` or `//` is forbidden.
    statusCode === 403 ? reply.callNotFound() : sendStatus(reply, statusCode),
  )
}

/**
 * Reads the headers that the build has written for all paths (`/*`), and those of the owner for single ones, which
 * other hosts read too. They are read again when the site is built again.
 */
function createHeaderReader(folder: string): (path: string) => Record<string, string> {
  const file = join(folder, '_headers')
  let readAt = 0
  let headers = new Map<string, Record<string, string>>()
  return (path) => {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    if (mtimeMs !== readAt) headers = parseHeaders(readFileSync(file, 'utf8'))
    readAt = mtimeMs
    return headers.get(path) ?? {}
  }
}

function parseHeaders(text: string): Map<string, Record<string, string>> {
  const rules = text.split(/^(?=\/)/m).map((rule) => {
    const [path = ''] = rule.split('\n', 1)
    const lines = [...rule.matchAll(/^ +([\w-]+): (.+)$/gm)]
    const fields = lines.map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)
    return [path.trim(), Object.fromEntries(fields)] as const
  })
  return new Map(rules)
}

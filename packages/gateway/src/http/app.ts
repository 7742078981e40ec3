import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { connections } from './load-shedding.ts'
import { handleClientError, sendStatus } from './result.ts'
import { reviewRoutes } from './review.ts'
import { decodePath, serveSite } from './site.ts'
import { submissionRoutes } from './submissions.ts'

// A visitor on a slow connection needs seconds for a message. A longer request wastes a socket.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
// For clients that do not read the response. Node checks once more before it closes the socket, so
// it may take two minutes.
const CONNECTION_TIMEOUT_MS = 60_000
// How often Node checks for overdue sockets.
const CHECK_EVERY_MS = 5000
// Visitors load a page in seconds. A proxy keeps its connections for a minute, and must not find
// one closed when it reuses it.
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE_FOR_PROXY_MS = 72_000

/** One year in seconds: browsers then use only TLS for this host. */
const HSTS = 'max-age=31536000'

/** An absolute-form request target replaces the Host header as well (RFC 9112, 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)\/?/i
/** Replaces a path that cannot be decoded: it gets the 404 page. */
const UNKNOWN_PATH = '/%00'

type ServerParts = {
  /** The folder of a built site. */
  site?: string | undefined
  /** The base path of the site, such as /portfolio/. */
  root?: string | undefined
  gateway?: Gateway | undefined
  /** The number of trusted proxies in front of the server. */
  proxies?: number
}

/** The HTTP server of the page, of the gateway, or of both. */
export function buildServer({ site, root, gateway, proxies = 0 }: ServerParts): FastifyInstance {
  const app = Fastify({
    rewriteUrl: (request) => withoutBase(readTarget(request), root),
    clientErrorHandler: handleClientError,
    exposeHeadRoutes: true,
    // Unique among gateways, which may share a log.
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Requests that began before a stop are served.
    return503OnClosing: false,
    keepAliveTimeout: proxies > 0 ? KEEP_ALIVE_FOR_PROXY_MS : KEEP_ALIVE_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      // Node's own 400 response has no headers.
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_, hop) => hop < proxies,
    // A client's value is used as sent, or rejected.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  // Routes that read bodies register their own parsers. All others ignore the body.
  app.removeAllContentTypeParsers()
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _, reply) =>
    sendStatus(reply, statusCode),
  )
  app.addHook('onRequest', async ({ raw, protocol }, reply) => {
    // Browsers ignore this header over plain HTTP.
    if (protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      return sendStatus(reply.header('connection', 'close'), 400)
    }
  })
  // Other expectations than 100-continue may be ignored. Node's own rejection has no headers.
  app.server.on('checkExpectation', (...args) => app.server.emit('request', ...args))
  app.register(connections)
  if (gateway) {
    app.register(submissionRoutes, { gateway })
    app.register(reviewRoutes, { gateway })
  }
  if (site) app.register(serveSite, { folder: site, root })
  else app.setNotFoundHandler((_, reply) => sendStatus(reply, 404))
  return app
}

function readTarget({ url = '/', headers }: IncomingMessage): string {
  const [start, host] = ABSOLUTE_FORM.exec(url) ?? []
  if (start === undefined) return isDecodable(url) ? url : UNKNOWN_PATH
  if (headers.host !== undefined) headers.host = host
  const path = `/${url.slice(start.length)}`
  return isDecodable(path) ? path : UNKNOWN_PATH
}

/** A proxy in front of a site with a base path may keep the path or strip it. */
function withoutBase(path: string, base = '/'): string {
  if (base === '/' || !decodePath(path).startsWith(decodePath(base))) return path
  const depth = base.split('/').length - 1
  return `/${path.split('/').slice(depth).join('/')}`
}

function isDecodable(address: string): boolean {
  if (!address.includes('%')) return true
  try {
    decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

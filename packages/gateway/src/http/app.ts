import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Gateway } from '../gateway/gateway.ts'
import { serveGateway } from '../gateway/intake/routes.ts'
import { serveSite } from '../site/site.ts'
import { endLinesOnClose } from './end-lines.ts'
import { limitConnections } from './limit-connections.ts'
import { answerNonsense, answerPlainly } from './plain-answers.ts'

// A visitor on a slow line needs seconds for a message; who needs longer holds a socket for nothing.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
// And who takes nothing of an answer. Node looks once more before it hangs up, so it may be two minutes.
const SILENCE_TIMEOUT_MS = 60_000
// Who was refused before the end of a form goes on sending it, and hears why when it is sent.
const LINGER_MS = 5000
// Node looks for overdue sockets only so often.
const CHECK_EVERY_MS = 5000
// Visitors are done with a page in seconds. A proxy keeps its connections for a minute, and must
// not find one closed under its hands.
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE_FOR_PROXY_MS = 72_000

/** A year: browsers then ask for this host by TLS only. */
const HSTS = 'max-age=31536000'

/** A target may be a whole address, which then stands for the host as well (RFC 9112, 3.2.2). */
const WHOLE_ADDRESS = /^https?:\/\/([^/?#]*)\/?/i
/** Instead of an address that cannot even be decoded: an unknown page like any other. */
const NOWHERE = '/%00'

export type ServerParts = {
  /** The folder of a built site. */
  site?: string | undefined
  /** The path of the site's own address, such as /portfolio/. */
  root?: string | undefined
  gateway?: Gateway | undefined
  /** How many proxies stand before the server and tell true addresses. */
  proxies?: number
}

/** The HTTP server of the page, of the gateway, or of both. */
export function buildServer({ site, root, gateway, proxies = 0 }: ServerParts): FastifyInstance {
  const app = Fastify({
    rewriteUrl: readTarget,
    clientErrorHandler: answerNonsense,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // Who has begun to send before a stop is served.
    return503OnClosing: false,
    keepAliveTimeout: proxies > 0 ? KEEP_ALIVE_FOR_PROXY_MS : KEEP_ALIVE_MS,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      // Node's own refusal carries no headers.
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_, hop) => hop < proxies,
  })
  // What reads bodies says so itself; to all others a body is nothing, and is not read.
  app.removeAllContentTypeParsers()
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _, reply) =>
    answerPlainly(reply, statusCode),
  )
  app.addHook('onRequest', async ({ raw, protocol }, reply) => {
    // Said over plain HTTP, browsers ignore it.
    if (protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      return answerPlainly(reply.header('connection', 'close'), 400)
    }
  })
  // What is expected here beyond 100-continue may be passed over, and Node would refuse it headerless.
  app.server.on('checkExpectation', (...asked) => app.server.emit('request', ...asked))
  app.addHook('onResponse', async ({ raw }) => linger(raw))
  limitConnections(app.server, proxies)
  endLinesOnClose(app)
  if (gateway) serveGateway(app, gateway)
  if (site) serveSite(app, site, root)
  else app.setNotFoundHandler((_, reply) => answerPlainly(reply, 404))
  return app
}

/** Ends the line of one who was answered and does not stop sending. */
function linger(request: IncomingMessage) {
  if (request.complete) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, LINGER_MS)
  timer.unref()
}

function readTarget({ url = '/', headers }: IncomingMessage): string {
  const [start, host] = WHOLE_ADDRESS.exec(url) ?? []
  if (start === undefined) return isReadable(url) ? url : NOWHERE
  if (headers.host !== undefined) headers.host = host
  const path = `/${url.slice(start.length)}`
  return isReadable(path) ? path : NOWHERE
}

function isReadable(address: string): boolean {
  try {
    decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

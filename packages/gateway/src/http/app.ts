import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { decode } from '../log.ts'
import { ignoreBodies, sendStatus } from './result.ts'
import { type ReviewContext, reviewRoutes } from './review.ts'
import { serveSite } from './site.ts'
import { type SubmissionsContext, submissionRoutes } from './submissions.ts'

// A visitor on a slow connection needs seconds for a message. A longer request wastes a socket.
const REQUEST_TIMEOUT_MS = 30_000
// For clients that do not read the response. Node checks once more before it closes the socket, so
// it may take two minutes.
const CONNECTION_TIMEOUT_MS = 60_000
// A proxy keeps its connections for a minute, and must not find one closed when it reuses it.
const KEEP_ALIVE_MS = 72_000

/** Each connection costs memory and one of the process's file descriptors. */
const MAX_CONNECTIONS = 10_000

/** How long the server waits for clients. */
const TIMES = {
  headersMs: 10_000,
  /** How often Node checks for overdue sockets. */
  checkEveryMs: 5000,
  /** A client that is rejected early keeps sending its form, and reads the response afterwards. */
  lingerMs: 5000,
  /** How long a stop waits for requests and responses. A captcha provider has 5 s; process managers kill after 10 s. */
  stopMs: 7000,
}

export type ClientTimes = typeof TIMES

/** One year in seconds: browsers then use only TLS for this host. */
const HSTS = 'max-age=31536000'

type ServerParts = {
  /** The folder of a built site. */
  site?: string | undefined
  /** The base path of the site, such as /portfolio/. */
  root?: string | undefined
  gateway?: (SubmissionsContext & ReviewContext) | undefined
  /** Whether a gateway should be there and cannot be opened. */
  isGatewayAway?: boolean
  /** The number of trusted proxies in front of the server. */
  proxies?: number
  times?: Partial<ClientTimes> | undefined
}

/** The HTTP server of the page, of the gateway, or of both. */
export function buildServer({
  site,
  root,
  gateway,
  isGatewayAway,
  proxies = 0,
  times,
}: ServerParts): FastifyInstance {
  const { headersMs, checkEveryMs, lingerMs, stopMs } = { ...TIMES, ...times }
  const app = Fastify({
    rewriteUrl: ({ url = '/' }) => withoutBase(url, root),
    // For a path that cannot be decoded.
    frameworkErrors: (_, __, reply) => sendStatus(reply as FastifyReply, 400),
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // Requests that began before a stop are served.
    return503OnClosing: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_, hop) => hop < proxies,
  })
  // Routes that read bodies register their own parsers. All others ignore the body.
  app.removeAllContentTypeParsers()
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _, reply) =>
    sendStatus(reply, statusCode),
  )
  app.addHook('onRequest', async ({ protocol, raw }, reply) => {
    // Two hosts are an error (RFC 9112, 3.2): a proxy in front may have routed by the other one.
    if ((raw.headersDistinct?.host?.length ?? 0) > 1) return sendStatus(reply, 400)
    // Browsers ignore this header over plain HTTP.
    if (protocol === 'https') reply.header('strict-transport-security', HSTS)
  })
  app.server.maxConnections = MAX_CONNECTIONS
  app.addHook('onResponse', async ({ raw }) => {
    // Closes the connection of a client that keeps sending after the response.
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), lingerMs).unref()
  })
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref()
  })
  if (gateway) {
    app.register(submissionRoutes, { gateway })
    app.register(reviewRoutes, { gateway })
  }
  if (isGatewayAway) app.register(unavailableRoutes)
  if (site) app.register(serveSite, { folder: site, root })
  else app.setNotFoundHandler((_, reply) => sendStatus(reply, 404))
  return app
}

async function unavailableRoutes(app: FastifyInstance): Promise<void> {
  ignoreBodies(app)
  app.all('/api/*', (_, reply) => sendStatus(reply, 503))
}

/** A proxy in front of a site with a base path may keep the path or strip it. */
function withoutBase(path: string, base = '/'): string {
  if (base === '/' || !decode(path).startsWith(decode(base))) return path
  const depth = base.split('/').length - 1
  return `/${path.split('/').slice(depth).join('/')}`
}

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { FORBIDDEN, MALFORMED, REASON_HEADER } from 'reward-codes-protocol/responses'
import type { Account } from '../accounts.ts'
import { reject } from './result.ts'

/** The origin of a request, as the browser sends it. Programs send none. */
export type Origin = {
  address: string
  hostname: string
  /** Whether the page is served from the host that the request goes to. */
  isSameHost: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin of a browser's request; undefined if it is missing or invalid. */
    origin: Origin | undefined
    /** Whether the origin belongs to a site of this gateway. */
    isKnownOrigin: boolean
  }
}

/**
 * Resolves the origin of each request, allows the browser to read the response, and rejects requests of
 * other sites and under foreign host names before their body is read.
 */
export const origins = plugin<{ accounts: Map<string, Account> }>(async (app, { accounts }) => {
  app.decorateRequest('origin', undefined)
  app.decorateRequest('isKnownOrigin', false)
  app.addHook('onRequest', async (request, reply) => {
    const origin = readOrigin(request)
    request.origin = origin
    request.isKnownOrigin =
      origin !== undefined && [...accounts.values()].some((account) => isAllowed(origin, account))
    reply.header('vary', 'origin')
    if (origin) {
      // For unknown origins too: it only lets the client read the reason of the rejection.
      if (origin.address !== 'null') reply.header('access-control-allow-origin', origin.address)
      reply.header('access-control-expose-headers', REASON_HEADER)
      // A preflight authorizes nothing: the request that follows is checked.
      if (request.method === 'OPTIONS') return
    }
    if (isForeignHost(request, accounts)) {
      return reply.sendResult(reject(403, FORBIDDEN, 'host'))
    }
    const isForeign = origin
      ? !request.isKnownOrigin
      : Boolean(request.headers.origin) || isCrossSiteWithoutOrigin(request)
    if (isForeign) return reply.sendResult(reject(403, FORBIDDEN, 'origin'))
    // A proxy that decompresses the body would check another body than this program reads.
    if (request.headers['content-encoding']) {
      return reply.sendResult(reject(415, MALFORMED, 'unsupported-content-encoding'))
    }
  })
})

function readOrigin({ headers, host }: FastifyRequest): Origin | undefined {
  const { origin } = headers
  if (!origin || origin === 'null') return undefined
  try {
    const url = new URL(origin)
    return { address: url.origin, hostname: url.hostname, isSameHost: url.host === host }
  } catch {
    return undefined
  }
}

/**
 * Whether a site may send from an origin. An origin equal to the host proves nothing by itself:
 * anyone can point a domain at this gateway (DNS rebinding).
 */
export function isAllowed(
  { address, hostname, isSameHost }: Origin,
  { isOwnSite, origins, hosts }: Account,
): boolean {
  if (origins.has(address)) return true
  return isOwnSite && isSameHost && (isLocalName(hostname) || hosts.has(hostname))
}

/**
 * Whether a browser requests this gateway under an unknown host name. The gateway does not know its
 * own host name as long as neither site.url nor ALLOWED_ORIGINS is set.
 */
function isForeignHost({ hostname }: FastifyRequest, accounts: Map<string, Account>): boolean {
  const all = [...accounts.values()]
  const own = all.find(({ isOwnSite }) => isOwnSite)
  if (!own || own.hosts.size === 0) return false
  return !isLocalName(hostname) && !all.some(({ hosts }) => hosts.has(hostname))
}

/** IP addresses, and names that cannot be registered: of this machine or of a private network. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost')
}

/** A browser on another site that sends no origin, as for an image or after a redirect. */
function isCrossSiteWithoutOrigin({ headers }: FastifyRequest): boolean {
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
}

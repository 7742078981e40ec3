import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { isAllowed, isLocalName, type Origin, type SiteAddresses } from '../origins.ts'
import {
  ACCOUNT_FIELD,
  CHALLENGE_PATH,
  FORBIDDEN,
  MALFORMED,
  REASON_HEADER,
  SEND_FORM_PATH,
  SEND_PATH,
} from '../protocol.ts'
import {
  type Parsed,
  parseForm,
  parseJson,
  submissionFromForm,
  submissionFromJson,
} from '../submissions/parse.ts'
import { reject } from '../submissions/rejection.ts'
import type { HttpContext } from './context.ts'
import { createBodyReader, withTimeout } from './load-shedding.ts'
import { rateLimit } from './rate-limit.ts'
import { pageOf, RESPONSE_HEADERS, results } from './result.ts'

const PREFLIGHT_SECONDS = 86_400

type AccountQuery = { Querystring: { [ACCOUNT_FIELD]?: string | string[] } }

/** The paths of the EmailJS API, and the path of captcha challenges. */
export async function submissionRoutes(
  app: FastifyInstance,
  { gateway }: { gateway: HttpContext },
): Promise<void> {
  const { acceptSubmission, account, captcha, clock, rateLimiter } = gateway
  // What costs least is checked first.
  await app.register(results, gateway)
  await app.register(origins, { site: account })
  await app.register(rateLimit, { rateLimiter })

  const readBody = createBodyReader()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['multipart/form-data', 'application/x-www-form-urlencoded'],
    async ({ headers }: FastifyRequest, payload: IncomingMessage) =>
      parseForm(await readBody(payload), headers['content-type']),
  )
  app.addContentTypeParser(
    'application/json',
    async (_: FastifyRequest, payload: IncomingMessage) => parseJson(await readBody(payload)),
  )

  const accept = async (request: FastifyRequest, reply: FastifyReply, parsed: Parsed) => {
    if (!parsed.ok) return reply.sendResult(parsed.rejection)
    const { origin, network } = request
    if (!network) throw new Error('The request was not counted.')
    const sender = { origin, network, page: pageOf(request) }
    return reply.sendResult(await withTimeout(acceptSubmission(parsed.submission, sender)))
  }
  app.post<{ Body: FormData | undefined }>(SEND_FORM_PATH, (request, reply) =>
    accept(request, reply, submissionFromForm(request.body)),
  )
  app.post(SEND_PATH, (request, reply) => accept(request, reply, submissionFromJson(request.body)))
  for (const path of [SEND_FORM_PATH, SEND_PATH]) {
    app.options(path, (_, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send(),
    )
  }

  app.get<AccountQuery>(CHALLENGE_PATH, async ({ query }, reply) => {
    if (query[ACCOUNT_FIELD] !== account.publicKey || !captcha?.challenge) {
      return reply.sendResult(reject(404, 'There is no such captcha', 'no-captcha'))
    }
    return reply.headers(RESPONSE_HEADERS).send(await captcha.challenge(clock()))
  })
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
 * CORS: resolves the origin of each request, allows the browser to read the response, and rejects requests
 * of other sites and under foreign host names before their body is read.
 */
const origins = plugin<{ site: SiteAddresses }>(async (app, { site }) => {
  app.decorateRequest('origin', undefined)
  app.decorateRequest('isKnownOrigin', false)
  app.addHook('onRequest', async (request, reply) => {
    const origin = readOrigin(request)
    request.origin = origin
    request.isKnownOrigin = origin !== undefined && isAllowed(origin, site)
    reply.header('vary', 'origin')
    if (origin) {
      // For unknown origins too: it only lets the client read the reason of the rejection.
      if (origin.address !== 'null') reply.header('access-control-allow-origin', origin.address)
      reply.header('access-control-expose-headers', REASON_HEADER)
      // A preflight authorizes nothing: the request that follows is checked.
      if (request.method === 'OPTIONS') return
    }
    if (isForeignHost(request, site)) {
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
 * Whether a browser requests this gateway under an unknown host name. The gateway does not know its
 * own host name as long as neither site.url nor ALLOWED_ORIGINS is set.
 */
function isForeignHost({ hostname }: FastifyRequest, { hosts }: SiteAddresses): boolean {
  return hosts.size > 0 && !isLocalName(hostname) && !hosts.has(hostname)
}

/** A browser on another site that sends no origin, as for an image or after a redirect. */
function isCrossSiteWithoutOrigin({ headers }: FastifyRequest): boolean {
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
}

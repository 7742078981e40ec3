import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Account } from '../account.ts'
import { isLocalName } from '../address.ts'
import { ACCOUNT_FIELD, CHALLENGE_PATH, FORBIDDEN, SEND_FORM_PATH, SEND_PATH } from '../protocol.ts'
import type { AcceptSubmission } from '../submissions/accept.ts'
import type { Captcha } from '../submissions/captcha.ts'
import { networkOf } from '../submissions/limits.ts'
import {
  MALFORMED,
  type Parsed,
  reject,
  submissionFromForm,
  submissionFromJson,
} from '../submissions/submission.ts'
import { Overloaded, pageOf, REASON_HEADER, type ResultContext, results } from './result.ts'

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': 86_400,
}
/** The page waits 18 s for all of sending, in which scripts and the captcha load as well. */
const RESPONSE_TIMEOUT_MS = 12_000
/** The variables, plus the overhead of multipart and JSON. */
const MAX_BODY_BYTES = 128 * 1024
const MAX_BODIES_BYTES = 16 * 1024 * 1024
const TooLarge = errorCodes.FST_ERR_CTP_BODY_TOO_LARGE

export type SubmissionsContext = ResultContext & {
  account: Account
  acceptSubmission: AcceptSubmission
  captcha: Captcha | undefined
  clock: () => number
  /** How long a visitor waits for the database. */
  waitMs?: number | undefined
}

type Body = { Body: Buffer | undefined }
type AccountQuery = { Querystring: { [ACCOUNT_FIELD]?: string | string[] } }

/** The paths of the EmailJS API, and the path of captcha challenges. */
export async function submissionRoutes(
  app: FastifyInstance,
  { gateway }: { gateway: SubmissionsContext },
): Promise<void> {
  const { acceptSubmission, account, captcha, clock, waitMs = RESPONSE_TIMEOUT_MS } = gateway
  // What costs least is checked first.
  await app.register(results, gateway)
  await app.register(origins, { account })
  await app.register(bodies, { each: MAX_BODY_BYTES, together: MAX_BODIES_BYTES })

  const accept = async (request: FastifyRequest, reply: FastifyReply, parsed: Parsed) => {
    if (!parsed.ok) return reply.sendResult(parsed.rejection)
    const hostname = request.origin?.hostname
    const sender = { hostname, network: networkOf(request.ip), page: pageOf(request) }
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Overloaded()), waitMs).unref()
    const accepted = acceptSubmission(parsed.submission, sender)
    // The work goes on: a message may still be stored, and a repeat by the visitor is recognized.
    const result = await Promise.race([accepted, late.promise]).finally(() => clearTimeout(timer))
    return reply.sendResult(result)
  }
  app.post<Body>(SEND_FORM_PATH, async (request, reply) => {
    const type = request.headers['content-type']
    return accept(request, reply, await submissionFromForm(request.body, type))
  })
  app.post<Body>(SEND_PATH, (request, reply) =>
    accept(request, reply, submissionFromJson(request.body)),
  )
  for (const path of [SEND_FORM_PATH, SEND_PATH]) {
    app.options(path, (_, reply) => reply.code(204).headers(PREFLIGHT).send())
  }

  app.get<AccountQuery>(CHALLENGE_PATH, async ({ query }, reply) => {
    if (query[ACCOUNT_FIELD] !== account.publicKey || !captcha?.challenge) {
      return reply.sendResult(reject(404, 'There is no such captcha', 'no-captcha'))
    }
    return reply.send(await captcha.challenge(clock()))
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin of a browser's request; undefined if it is missing or invalid. */
    origin: Origin | undefined
  }
}

type Origin = {
  address: string
  hostname: string
  /** Whether the page is served from the host that the request goes to. */
  isSameHost: boolean
}

/**
 * CORS: resolves the origin of each request, allows the browser to read the response, and rejects requests
 * of other sites and under foreign host names before their body is read.
 */
const origins = plugin<{ account: Pick<Account, 'origins' | 'hosts'> }>(
  async (app, { account }) => {
    const { origins, hosts } = account
    const isOwnHost = (name: string) => isLocalName(name) || hosts.has(name)
    app.decorateRequest('origin', undefined)
    app.addHook('onRequest', async (request, reply) => {
      const { headers, hostname, method } = request
      const origin = readOrigin(request)
      request.origin = origin
      reply.header('vary', 'origin')
      if (origin) {
        // For unknown origins too: it only lets the client read the reason of the rejection.
        reply.header('access-control-allow-origin', origin.address)
        reply.header('access-control-expose-headers', REASON_HEADER)
        // A preflight authorizes nothing: the request that follows is checked.
        if (method === 'OPTIONS') return
      }
      // The hosts are unknown as long as neither site.url nor ALLOWED_ORIGINS is set.
      if (hosts.size > 0 && !isOwnHost(hostname)) {
        return reply.sendResult(reject(403, FORBIDDEN, 'host'))
      }
      // An origin equal to the host proves nothing by itself: anyone can point a domain at this gateway (DNS rebinding).
      const isKnown = origin
        ? origins.has(origin.address) || (origin.isSameHost && isOwnHost(origin.hostname))
        : !headers.origin && !HIDDEN_SITES.includes(String(headers['sec-fetch-site']))
      if (!isKnown) return reply.sendResult(reject(403, FORBIDDEN, 'origin'))
      // A proxy that decompresses the body would check another body than this program reads.
      if (headers['content-encoding']) {
        return reply.sendResult(reject(415, MALFORMED, 'unsupported-content-encoding'))
      }
    })
  },
)

/** Values of Sec-Fetch-Site of a page on another site. Such a request may have no origin, as for an image or after a redirect. */
const HIDDEN_SITES = ['cross-site', 'same-site']

function readOrigin({ headers: { origin = '' }, host }: FastifyRequest): Origin | undefined {
  if (!URL.canParse(origin)) return undefined
  const url = new URL(origin)
  if (url.origin === 'null') return undefined
  return { address: url.origin, hostname: url.hostname, isSameHost: url.host === host }
}

/**
 * Reads bodies, and limits the bytes of each and of all that are not complete. Above the total, the oldest incomplete
 * one is refused: a visitor's form arrives at once, so unfinished forms cannot lock others out.
 */
export const bodies = plugin<{ each: number; together: number }>(
  async (app, { each, together }) => {
    /** What ends each body that is being read, the oldest first. */
    const open = new Set<(error: Error | null) => void>()
    let total = 0
    app.removeAllContentTypeParsers()
    // Not `parseAs`: only here is it certain that the bytes of a request are kept.
    app.addContentTypeParser(
      ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
      ({ headers }, body, done) => {
        if (Number(headers['content-length']) > each) return done(new TooLarge())
        const chunks: Buffer[] = []
        let bytes = 0
        const end = (error: Error | null) => {
          if (!open.delete(end)) return
          total -= bytes
          done(error, Buffer.concat(chunks.splice(0)))
        }
        open.add(end)
        body.on('error', (error) => end(Object.assign(error, { statusCode: 400 })))
        body.on('end', () => end(null))
        body.on('data', (chunk: Buffer) => {
          // The rest of what is refused is read, so that the client gets to the response.
          if (!open.has(end)) return
          chunks.push(chunk)
          bytes += chunk.length
          total += chunk.length
          if (bytes > each) end(new TooLarge())
          const [oldest] = open
          if (total > together) oldest?.(new Overloaded())
        })
      },
    )
  },
)

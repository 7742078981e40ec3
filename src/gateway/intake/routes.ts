import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_FIELD } from '../../wire/fields.ts'
import { CHALLENGE_PATH, SEND_FORM_PATH, SEND_PATH } from '../../wire/paths.ts'
import {
  FAILED,
  FORBIDDEN,
  MALFORMED,
  REASON_HEADER,
  TOO_MANY_REQUESTS,
  UNAVAILABLE,
  VARIABLES_TOO_LARGE,
} from '../../wire/texts.ts'
import type { Gateway } from '../gateway.ts'
import { ANSWER_HEADERS, type Answer, refuse } from './answer.ts'
import { createLimiter } from './limit.ts'
import { isAllowed, type Origin, readOrigin } from './origin.ts'
import { answerPage, PAGE_HEADERS } from './pages.ts'
import { parseJson } from './parse-json.ts'
import { type Read, readForm, readJson } from './read-submission.ts'
import { takeIn } from './take-in.ts'

/** The variables, plus what multipart and JSON put around them. */
const BODY_BYTES = 128 * 1024
const PREFLIGHT_SECONDS = 86_400
const RETRY_AFTER_SECONDS = 30
/** What the language throws; a store that is away throws none of these. */
const FAULTS = [TypeError, RangeError, ReferenceError, SyntaxError]

type Handler = (request: FastifyRequest) => Promise<Read>

/** The paths of EmailJS's service, and the one that hands out captcha challenges. */
export function serveGateway(app: FastifyInstance, gateway: Gateway): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const asBuffer = { parseAs: 'buffer', bodyLimit: BODY_BYTES } as const
    scope.addContentTypeParser(
      'multipart/form-data',
      asBuffer,
      async (_: unknown, body: Buffer) => body,
    )
    scope.addContentTypeParser(
      'application/json',
      asBuffer,
      async (_: unknown, body: Buffer) => body,
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      // Closed at once after a body that is too large, the line would take the answer with it.
      reply.removeHeader('connection')
      return send(request, reply, answerTo(gateway, error), gateway)
    })
    const limit = createLimiter(gateway.store)
    scope.addHook('onRequest', async (request, reply) => {
      const refusal = await admit(gateway, limit, request, reply)
      if (refusal) return send(request, reply, refusal, gateway)
    })

    const post = (path: string, read: Handler) => {
      scope.post(path, async (request, reply) => {
        const submission = await read(request)
        const answer = submission.ok
          ? await takeIn(gateway, submission.submission, readOrigin(request))
          : submission.answer
        return send(request, reply, answer, gateway)
      })
      scope.options(path, (_, reply) => preflight(reply))
    }
    post(SEND_FORM_PATH, ({ body, headers }) =>
      readForm(body as Buffer | undefined, headers['content-type'] ?? ''),
    )
    post(SEND_PATH, async ({ body }) => readJson(parseJson(body as Buffer | undefined)))
    scope.get(CHALLENGE_PATH, (request, reply) => challenge(gateway, request, reply))
  })
}

/** What is decided before the body is read: from where it comes, and how often. */
async function admit(
  gateway: Gateway,
  limit: ReturnType<typeof createLimiter>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer | undefined> {
  const origin = readOrigin(request)
  reply.header('vary', 'origin')
  if (origin) {
    if (isStranger(gateway, origin)) return refuse(403, FORBIDDEN, 'origin')
    reply.header('access-control-allow-origin', origin.address)
    reply.header('access-control-expose-headers', REASON_HEADER)
  } else if (request.headers.origin || isHidden(request)) {
    return refuse(403, FORBIDDEN, 'origin')
  }
  // Unpacked by whoever stands before this program, the body would be another one than is read here.
  if (request.headers['content-encoding']) return refuse(415, MALFORMED, 'encoded')
  if (request.method === 'OPTIONS') return undefined
  const kind = request.method !== 'POST' ? 'challenge' : origin ? 'message' : 'program'
  const retryAfterSeconds = await limit(gateway, request.ip, kind)
  if (!retryAfterSeconds) return undefined
  return { ...refuse(429, TOO_MANY_REQUESTS, 'address-limit'), retryAfterSeconds }
}

/** A browser on another site that names no origin, as for a picture or after a redirect. */
function isHidden({ headers }: FastifyRequest): boolean {
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
}

function isStranger({ accounts }: Gateway, origin: Origin): boolean {
  return ![...accounts.values()].some((account) => isAllowed(origin, account))
}

async function challenge(gateway: Gateway, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Record<string, string>
  const account = gateway.accounts.get(query[ACCOUNT_FIELD] ?? '')
  if (!account?.captcha.challenge) {
    return send(request, reply, refuse(404, 'There is no such captcha', 'no-captcha'), gateway)
  }
  return reply.headers(ANSWER_HEADERS).send(await account.captcha.challenge(gateway.clock()))
}

function preflight(reply: FastifyReply) {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .send()
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, gateway: Gateway) {
  const { status, text, reason, retryAfterSeconds } = answer
  reply.code(status).headers(ANSWER_HEADERS).header(REASON_HEADER, reason)
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  if (status >= 400) gateway.noteRefusal(reason, readOrigin(request)?.address)
  if (!isNavigation(request)) return reply.type('text/plain; charset=utf-8').send(text)
  return reply
    .type('text/html; charset=utf-8')
    .headers(PAGE_HEADERS)
    .send(answerPage(answer, gateway.pageWords, pageBefore(gateway, request)))
}

/** Where the visitor came from, if that is a site of this gateway: a stranger gets no link here. */
function pageBefore(gateway: Gateway, request: FastifyRequest): string {
  const origin = readOrigin(request)
  const { referer = '' } = request.headers
  const isOwn = origin && !isStranger(gateway, origin) && referer.startsWith(`${origin.address}/`)
  return isOwn ? referer : '/'
}

/** A browser that goes to the answer as to a page: the form was sent without scripts. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || Boolean(headers.accept?.includes('text/html'))
}

function answerTo(gateway: Gateway, error: FastifyError): Answer {
  const { statusCode = 500 } = error
  if (statusCode === 413) return refuse(413, VARIABLES_TOO_LARGE, 'too-large')
  if (statusCode < 500) return refuse(statusCode, MALFORMED, 'malformed')
  if (FAULTS.some((Fault) => error instanceof Fault)) {
    gateway.logSeldom('error', 'a request met a fault of the program', { error: error.message })
    return refuse(500, FAILED, 'bug')
  }
  gateway.logSeldom('error', 'a request failed', { error: error.message })
  const answer = refuse(503, UNAVAILABLE, 'not-stored')
  return { ...answer, retryAfterSeconds: RETRY_AFTER_SECONDS }
}

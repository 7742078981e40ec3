import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_FIELD } from 'reward-codes-protocol/fields'
import { CHALLENGE_PATH, SEND_FORM_PATH, SEND_PATH } from 'reward-codes-protocol/paths'
import type { Gateway } from '../gateway.ts'
import {
  type Parsed,
  parseForm,
  parseJson,
  submissionFromForm,
  submissionFromJson,
} from '../submissions/parse.ts'
import { loadShedding } from './load-shedding.ts'
import { origins } from './origin.ts'
import { rateLimit } from './rate-limit.ts'
import { RESPONSE_HEADERS, reject, results } from './result.ts'

const PREFLIGHT_SECONDS = 86_400

/** The fields of the visitor. The control fields beside them are checked with their reasons. */
const SEND_SCHEMA = {
  body: { type: 'object', properties: { template_params: { type: 'object' } } },
}

type Challenge = { Querystring: { [ACCOUNT_FIELD]?: string | string[] } }

/** The paths of the EmailJS API, and the path of captcha challenges. */
export async function submissionRoutes(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const { acceptSubmission, accounts, clock, rateLimiter } = gateway
  // What costs least is checked first, and a body is admitted before anything waits.
  await app.register(results, gateway)
  await app.register(origins, { accounts })
  await app.register(loadShedding)
  await app.register(rateLimit, { rateLimiter })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'multipart/form-data',
    async ({ headers }: FastifyRequest, payload: IncomingMessage) =>
      parseForm(await app.readBody(payload), headers['content-type']),
  )
  app.addContentTypeParser(
    'application/json',
    async (_: FastifyRequest, payload: IncomingMessage) => parseJson(await app.readBody(payload)),
  )

  const accept = async (request: FastifyRequest, reply: FastifyReply, parsed: Parsed) => {
    if (!parsed.ok) return reply.sendResult(parsed.rejection)
    const { origin, networkKey, id: requestId } = request
    const accepting = acceptSubmission(parsed.submission, { origin, networkKey, requestId })
    return reply.sendResult(await request.withTimeout(accepting))
  }
  app.post<{ Body: FormData | undefined }>(SEND_FORM_PATH, (request, reply) =>
    accept(request, reply, submissionFromForm(request.body)),
  )
  app.post<{ Body: Parameters<typeof submissionFromJson>[0] }>(
    SEND_PATH,
    { schema: SEND_SCHEMA },
    (request, reply) => accept(request, reply, submissionFromJson(request.body)),
  )
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

  app.get<Challenge>(CHALLENGE_PATH, async ({ query }, reply) => {
    const captcha = accounts.get(String(query[ACCOUNT_FIELD]))?.captcha
    if (!captcha?.challenge) {
      return reply.sendResult(reject(404, 'There is no such captcha', 'no-captcha'))
    }
    return reply.headers(RESPONSE_HEADERS).send(await captcha.challenge(clock()))
  })
}

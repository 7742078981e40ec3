import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteverify } from './siteverify.ts'

type Reply = { status?: number; location?: string; body?: unknown } | 'hang up' | 'say nothing'

/** A mock of the provider: the requests that it received, and the replies that it sends. */
let requests: URLSearchParams[] = []
let replies: Reply[] = []
let verifyUrl = ''
const provider = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  requests.push(new URLSearchParams(Buffer.concat(chunks).toString()))
  const reply = replies.shift() ?? {}
  if (reply === 'say nothing') return
  if (reply === 'hang up') return request.socket.destroy()
  const { status = 200, location, body = {} } = reply
  response.writeHead(status, location ? { location } : {})
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`
})
afterAll(() => {
  provider.close()
  provider.closeAllConnections()
})

type By = 'recaptcha' | 'hcaptcha' | 'turnstile'
type Given = { by?: By; token?: string; scoreToken?: string; scoreSecret?: string }

function verify(answers: Reply[], given: Given = {}) {
  requests = []
  replies = answers
  const { by = 'recaptcha', token = 'token', scoreToken = '', scoreSecret } = given
  const captcha = siteverify({
    ...{ provider: by, secret: 'secret', scoreSecret, verifyUrl },
    timeoutMs: answers[0] === 'say nothing' ? 50 : 5000,
  })
  return captcha.verify({ token, scoreToken, hostname: 'portfolio.test', now: Date.now() })
}

const failed = (...codes: string[]) => ({ body: { success: false, 'error-codes': codes } })
const passed = (more = {}) => ({ body: { success: true, hostname: 'portfolio.test', ...more } })
const refused = (reason: string) => ({ kind: 'refused', reason })
const doubted = (reason: string) => ({ kind: 'suspect', reason })

test.each<By>(['recaptcha', 'hcaptcha', 'turnstile'])(
  '%s: a valid token passes once, and the request holds the secret and the token, not the address',
  async (by) => {
    expect(await verify([passed()], { by })).toMatchObject({
      kind: 'passed',
      once: { key: expect.stringMatching(new RegExp(`^${by}:[0-9a-f]{64}$`)) },
    })
    expect([...(requests[0] ?? [])]).toEqual([
      ['secret', 'secret'],
      ['response', 'token'],
    ])
  },
)

const DOWN = doubted('captcha provider did not respond')

test.each<[string, Reply, object]>([
  ['that it is wrong', failed('invalid-input-response'), refused('captcha-wrong')],
  ['no, without a reason', failed(), refused('captcha-wrong')],
  ['that it is spent or expired', failed('timeout-or-duplicate'), refused('captcha-spent')],
  ['that it has seen it', failed('invalid-or-already-seen-response'), refused('captcha-spent')],
  ['another site', passed({ hostname: 'stranger.test' }), refused('captcha-other-site')],
  [
    'that the secret is wrong',
    failed('invalid-input-secret'),
    doubted('captcha secret is invalid'),
  ],
  ['nothing in time', 'say nothing', DOWN],
  ['nothing, and hangs up', 'hang up', DOWN],
  ['500 and yes', { status: 500, body: '{"success":true}' }, DOWN],
  ['a page', { body: '<html>success: true</html>' }, DOWN],
  ['null', { body: 'null' }, DOWN],
  ['a word', { body: '"success"' }, DOWN],
  ['"true" in quotes', { body: '{"success":"true"}' }, DOWN],
  ['a list of codes that is none', { body: '{"error-codes":7}' }, DOWN],
])('no token passes of which the provider says %s', async (_, reply, verdict) => {
  expect(await verify([reply])).toMatchObject(verdict)
})

test.each([301, 302, 303, 307, 308])('a redirect %i is not followed', async (status) => {
  expect(await verify([{ status, location: verifyUrl }, passed()])).toMatchObject(DOWN)
  expect(requests).toHaveLength(1)
})

test('an oversized token is rejected without a request', async () => {
  const verdict = await verify([passed()], { token: 'x'.repeat(5000) })
  expect(verdict).toMatchObject({ kind: 'refused' })
  expect(requests).toEqual([])
})

const scored = (score: number, action = 'contact') => passed({ score, action })

test.each<[string, Reply[], object]>([
  ['high', [scored(0.9)], { kind: 'passed', once: {} }],
  ['low', [scored(0.1)], doubted('low score 0.1')],
  ['for another action', [scored(0.9, 'login')], doubted('score for another action')],
  ['rejected', [failed('timeout-or-duplicate')], doubted('score: captcha-spent')],
  ['unavailable', ['hang up'], doubted('score: captcha provider did not respond')],
  ['missing', [], doubted('no score')],
])('a score of reCAPTCHA v3 that is %s', async (_, answers, verdict) => {
  const scoreToken = answers.length > 0 ? 'score' : ''
  const given = { scoreToken, scoreSecret: 'score-secret' }
  expect(await verify([passed(), ...answers], given)).toMatchObject(verdict)
  expect(requests[1]?.get('secret')).toBe(scoreToken ? 'score-secret' : undefined)
})

import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteverify } from './siteverify.ts'

const PROVIDERS = ['recaptcha', 'hcaptcha', 'turnstile'] as const
type Provider = (typeof PROVIDERS)[number]

type Reply = { status?: number; location?: string; body: unknown } | 'hang up'

/** A mock of the provider: the requests that it received, and the replies that it sends. */
const requests: URLSearchParams[] = []
let replies: Reply[] = []
let address = ''
const provider = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  requests.push(new URLSearchParams(Buffer.concat(chunks).toString()))
  const reply = replies.shift() ?? { body: {} }
  if (reply === 'hang up') return request.socket.destroy()
  response.statusCode = reply.status ?? 200
  if (reply.location) response.setHeader('location', reply.location)
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const bound = provider.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/siteverify`
})
beforeEach(() => {
  requests.length = 0
})
afterAll(() => {
  provider.close()
})

function verify(by: Provider, answers: Reply[], answer = {}, scoreSecret?: string) {
  replies = answers
  const captcha = siteverify({ provider: by, secret: 'secret', scoreSecret, verifyUrl: address })
  return captcha.verify({
    token: 'token',
    scoreToken: '',
    hostname: 'portfolio.test',
    now: Date.now(),
    ...answer,
  })
}

const failed = (...codes: string[]) => ({ body: { success: false, 'error-codes': codes } })
const passed = (more = {}) => ({ body: { success: true, hostname: 'portfolio.test', ...more } })

describe.each(PROVIDERS)('%s', (name) => {
  test('a valid token passes, and the request holds the secret and the token, not the address', async () => {
    expect(await verify(name, [passed()])).toMatchObject({
      kind: 'passed',
      once: { key: expect.stringMatching(new RegExp(`^${name}:[0-9a-f]{64}$`)) },
    })
    expect(requests[0]?.get('secret')).toBe('secret')
    expect(requests[0]?.get('response')).toBe('token')
    expect(requests[0]?.get('remoteip')).toBeNull()
  })

  test.each([
    ['a wrong token', ['invalid-input-response'], 'captcha-wrong'],
    ['a spent or expired token', ['timeout-or-duplicate'], 'captcha-spent'],
    ['a token seen before', ['invalid-or-already-seen-response'], 'captcha-spent'],
    ['a rejection without a reason', [], 'captcha-wrong'],
  ])('%s is rejected', async (_, codes, reason) => {
    expect(await verify(name, [failed(...codes)])).toMatchObject({ kind: 'refused', reason })
  })

  test('a token that was solved on another site is rejected', async () => {
    const verdict = await verify(name, [passed({ hostname: 'stranger.test' })])
    expect(verdict).toMatchObject({ kind: 'refused', reason: 'captcha-other-site' })
  })

  test.each<[string, Reply]>([
    ['hangs up', 'hang up'],
    ['answers 500 and yes', { status: 500, body: '{"success":true}' }],
    ['answers with a page', { body: '<html>success: true</html>' }],
    ['answers null', { body: 'null' }],
    ['answers a word', { body: '"success"' }],
    ['answers "true" in quotes', { body: '{"success":"true"}' }],
    ['answers a list of codes that is none', { body: '{"error-codes":7}' }],
  ])('no token passes while the provider %s', async (_, reply) => {
    expect((await verify(name, [reply])).kind).not.toBe('passed')
  })

  test.each([301, 302, 303, 307, 308])('a redirect %i is not followed', async (status) => {
    const verdict = await verify(name, [{ status, location: address, body: '' }, passed()])
    expect(verdict.kind).toBe('suspect')
    expect(requests).toHaveLength(1)
  })

  test('a wrong secret makes the message suspicious, not a rejection', async () => {
    const verdict = await verify(name, [failed('invalid-input-secret')])
    expect(verdict).toEqual({ kind: 'suspect', reason: 'captcha secret is invalid' })
  })

  test('an oversized token is rejected without a request', async () => {
    const verdict = await verify(name, [passed()], { token: 'x'.repeat(5000) })
    expect(verdict).toMatchObject({ kind: 'refused' })
    expect(requests).toEqual([])
  })
})

test('a provider that does not respond in time makes the message suspicious', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const bound = silent.address()
  const port = typeof bound === 'object' ? bound?.port : ''
  const captcha = siteverify({
    provider: 'recaptcha',
    secret: 'secret',
    verifyUrl: `http://127.0.0.1:${port}/`,
    timeoutMs: 50,
  })
  const verdict = await captcha.verify({ token: 'x', scoreToken: '', hostname: undefined, now: 0 })
  silent.closeAllConnections()
  silent.close()
  expect(verdict).toEqual({ kind: 'suspect', reason: 'captcha provider did not respond' })
})

describe('the score of reCAPTCHA v3', () => {
  const scored = (score: number, action = 'contact') => passed({ score, action })
  const withScore = (...answers: Reply[]) =>
    verify('recaptcha', [passed(), ...answers], { scoreToken: 'score' }, 'score-secret')

  test('passes if it is high', async () => {
    expect(await withScore(scored(0.9))).toMatchObject({ kind: 'passed', once: {} })
    expect(requests[1]?.get('secret')).toBe('score-secret')
    expect(requests[1]?.get('response')).toBe('score')
  })

  test.each<[string, Reply, string]>([
    ['low', scored(0.1), 'low score 0.1'],
    ['for another action', scored(0.9, 'login'), 'score for another action'],
    ['rejected', failed('timeout-or-duplicate'), 'score: captcha-spent'],
    ['unavailable', 'hang up', 'score: captcha provider did not respond'],
  ])('that is %s makes the message suspicious', async (_, reply, reason) => {
    expect(await withScore(reply)).toEqual({ kind: 'suspect', reason })
  })

  test('that is missing makes the message suspicious', async () => {
    const verdict = await verify('recaptcha', [passed()], {}, 'score-secret')
    expect(verdict).toEqual({ kind: 'suspect', reason: 'no score' })
  })
})

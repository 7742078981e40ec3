import { type ApiAnswer, startMailApi } from 'test-fixtures/mail-api.ts'
import { expect, test } from 'vitest'
import { siteverify } from './siteverify.ts'

/** What the provider was asked. */
let requests: URLSearchParams[] = []

type By = 'recaptcha' | 'hcaptcha' | 'turnstile'
type Given = { by?: By; token?: string; scoreToken?: string; scoreSecret?: string }

async function verify(answers: ApiAnswer[], given: Given = {}) {
  const { url: verifyUrl, calls } = await startMailApi(...answers)
  const { by = 'recaptcha', token = 'token', scoreToken = '', scoreSecret } = given
  const captcha = siteverify({
    ...{ provider: by, secret: 'secret', scoreSecret, verifyUrl },
    timeoutMs: answers[0] === 'silence' ? 50 : 5000,
  })
  const asked = { token, scoreToken, hostname: 'portfolio.test', now: Date.now() }
  const verdict = await captcha.verify(asked)
  requests = calls.map(({ body }) => new URLSearchParams(body))
  return verdict
}

const says = (json: object) => ({ status: 200, json })
const failed = (...codes: string[]) => says({ success: false, 'error-codes': codes })
const passed = (more = {}) => says({ success: true, hostname: 'portfolio.test', ...more })
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

test.each<[string, ApiAnswer, object]>([
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
  ['nothing in time', 'silence', DOWN],
  ['nothing, and hangs up', 'cut', DOWN],
  ['500 and yes', { status: 500, json: { success: true } }, DOWN],
  ['a page', { status: 200, text: '<html>success: true</html>' }, DOWN],
  ['null', { status: 200, text: 'null' }, DOWN],
  ['a word', { status: 200, text: '"success"' }, DOWN],
  ['"true" in quotes', { status: 200, text: '{"success":"true"}' }, DOWN],
  ['a list of codes that is none', { status: 200, text: '{"error-codes":7}' }, DOWN],
])('no token passes of which the provider says %s', async (_, reply, verdict) => {
  expect(await verify([reply])).toMatchObject(verdict)
})

test.each([301, 302, 303, 307, 308])('a redirect %i is not followed', async (status) => {
  expect(await verify([{ status, headers: { location: '/' } }, passed()])).toMatchObject(DOWN)
  expect(requests).toHaveLength(1)
})

test('an oversized token is rejected without a request', async () => {
  const verdict = await verify([passed()], { token: 'x'.repeat(5000) })
  expect(verdict).toMatchObject({ kind: 'refused' })
  expect(requests).toEqual([])
})

const scored = (score: number, action = 'contact') => passed({ score, action })

test.each<[string, ApiAnswer[], object]>([
  ['high', [scored(0.9)], { kind: 'passed', once: {} }],
  ['low', [scored(0.1)], doubted('low score 0.1')],
  ['for another action', [scored(0.9, 'login')], doubted('score for another action')],
  ['rejected', [failed('timeout-or-duplicate')], doubted('score: captcha-spent')],
  ['unavailable', ['cut'], doubted('score: captcha provider did not respond')],
  ['missing', [], doubted('no score')],
])('a score of reCAPTCHA v3 that is %s', async (_, answers, verdict) => {
  const scoreToken = answers.length > 0 ? 'score' : ''
  const given = { scoreToken, scoreSecret: 'score-secret' }
  expect(await verify([passed(), ...answers], given)).toMatchObject(verdict)
  expect(requests[1]?.get('secret')).toBe(scoreToken ? 'score-secret' : undefined)
})

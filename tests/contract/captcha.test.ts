import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import {
  type Fields,
  freshForm,
  type GatewaySetup,
  postForm,
  solveCaptcha,
  solvedCaptcha,
  startTestGateway,
} from '../fixtures/gateway.ts'
import { startVerifier } from '../fixtures/verifier.ts'

async function start(setup: GatewaySetup) {
  const gateway = await startOwnGateway(setup)
  const states = async () => {
    const rows = await gateway.gateway.store.db.selectFrom('messages').selectAll().execute()
    return rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))
  }
  return { ...gateway, states }
}

const answered = (token: string) => freshForm({ 'g-recaptcha-response': token })

test.each<[string, Fields]>([
  ['is left out', {}],
  ['is empty', { 'g-recaptcha-response': '' }],
  ['stands in another field', { 'cf-turnstile-response': 'token' }],
])('a form whose token %s is rejected and not stored', async (_, fields) => {
  const { url, states } = await start({ page: { captcha: 'altcha' } })
  expect(await postForm(url, freshForm(fields))).toMatchObject({
    status: 400,
    text: 'reCAPTCHA: The g-recaptcha-response parameter not found',
    reason: 'captcha-missing',
  })
  expect(await states()).toEqual([])
})

test('one captcha solution is one message, in ten parallel requests and ten encodings', async () => {
  const { url, states } = await start({ page: { captcha: 'altcha' } })
  const { challenge, solution } = JSON.parse(atob(await solveCaptcha(url)))
  const tokens = Array.from({ length: 10 }, (_, time) =>
    btoa(JSON.stringify({ solution: { ...solution, time }, challenge })),
  )
  const ends = await Promise.all(tokens.map((token) => postForm(url, answered(token))))
  const reasons = ends.map(({ reason }) => reason).sort()
  expect(reasons).toEqual(['accepted', ...Array(9).fill('captcha-spent')])
  expect(ends.find(({ reason }) => reason === 'captcha-spent')).toMatchObject({
    status: 400,
    text: 'reCAPTCHA: timeout-or-duplicate',
  })
  expect(await states()).toHaveLength(1)
})

test('one solution sent many times at once from ten networks stops no other visitor', async () => {
  const { url, states, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { TRUST_PROXY: '1', RATE_LIMIT_PER_IP: '20', RATE_LIMIT_PER_SITE: '2' },
  })
  const from = (network: number) => ({ origin: url, 'x-forwarded-for': `192.0.2.${network}` })
  const token = await solvedCaptcha(gateway)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, n) => postForm(url, answered(token), from(n % 10))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ reason }) => reason === 'captcha-spent')).toHaveLength(99)
  const honest = answered(await solvedCaptcha(gateway))
  expect(await postForm(url, honest, from(99))).toMatchObject({ status: 200, reason: 'accepted' })
  expect(await states()).toHaveLength(2)
})

test('a repeat of a stored message needs no second captcha', async () => {
  const { url, states } = await start({ page: { captcha: 'altcha' } })
  const form = answered(await solveCaptcha(url))
  expect(await postForm(url, form)).toMatchObject({ reason: 'accepted' })
  expect(await postForm(url, form)).toMatchObject({ status: 200, text: 'OK', reason: 'duplicate' })
  expect(await states()).toHaveLength(1)
})

test('an unknown account gets no challenge', async () => {
  const { url } = await start({ page: { captcha: 'altcha' } })
  const challenge = `${url}/api/v1.0/captcha/challenge?user_id=unknown`
  expect((await fetch(challenge)).status).toBe(404)
})

test.each([
  ['recaptcha', 'RECAPTCHA_SECRET'],
  ['hcaptcha', 'HCAPTCHA_SECRET'],
  ['turnstile', 'TURNSTILE_SECRET'],
] as const)(
  'a token of %s is valid for one message, even if its provider accepts it again',
  async (captcha, name) => {
    const CAPTCHA_VERIFY_URL = await startVerifier()
    const { url, states } = await start({
      page: { captcha },
      environment: { [name]: 'secret', CAPTCHA_VERIFY_URL },
    })
    const atOnce = await Promise.all([1, 2, 3].map(() => postForm(url, answered('token'))))
    const last = await postForm(url, answered('token'))
    expect([...atOnce, last].map(({ reason }) => reason).sort()).toEqual([
      'accepted',
      ...Array(3).fill('captcha-spent'),
    ])
    expect(last.reason).toBe('captcha-spent')
    expect(await states()).toHaveLength(1)
  },
)

test('if the captcha provider is down, a message is held and not lost', async () => {
  const down = await startVerifier((request) => request.socket.destroy())
  const { url, states, log } = await start({
    page: { captcha: 'turnstile' },
    environment: { TURNSTILE_SECRET: 'secret', CAPTCHA_VERIFY_URL: down },
  })
  expect(await postForm(url, answered('token'))).toMatchObject({ status: 200, text: 'OK' })
  expect(await states()).toEqual(['held: captcha provider did not respond'])
  expect(log.join('\n')).toMatch(/ message held .*captcha provider did not respond/)
})

test.each(['idempotency_keys', 'messages'])(
  'with the table %s missing, a request gets 503 and retry-after, and may be sent again',
  async (table) => {
    const { url, gateway, states } = await start({ page: { captcha: 'altcha' } })
    const token = await solvedCaptcha(gateway)
    await sql`alter table ${sql.table(table)} rename to away`.execute(gateway.store.db)
    const reply = await postForm(url, answered(token))
    expect(reply).toMatchObject({
      status: 503,
      text: 'Service Unavailable',
      reason: 'storage-unavailable',
    })
    expect(reply.headers.get('retry-after')).toBe('30')
    await sql`alter table away rename to ${sql.table(table)}`.execute(gateway.store.db)
    expect(await states()).toEqual([])
    expect(await postForm(url, answered(token))).toMatchObject({ reason: 'accepted' })
  },
)

test.each([
  ['recaptcha', 'RECAPTCHA_SECRET', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'],
  ['hcaptcha', 'HCAPTCHA_SECRET', `0x${'0'.repeat(40)}`],
  ['turnstile', 'TURNSTILE_SECRET', `1x${'0'.repeat(31)}AA`],
] as const)(
  'the public test secret of %s is rejected in production',
  async (captcha, name, secret) => {
    const environment = { [name]: secret, NODE_ENV: 'production' }
    await expect(startTestGateway({ page: { captcha }, environment })).rejects.toThrow(
      'public test secret',
    )
  },
)

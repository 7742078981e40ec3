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
import { startVerifier } from '../fixtures/mail-api.ts'

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

test('one solution, sent a hundred times at once in other encodings from ten networks, is one message and stops no other visitor', async () => {
  const { url, states, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { TRUST_PROXY: '1', RATE_LIMIT_PER_IP: '20', RATE_LIMIT_PER_SITE: '2' },
  })
  const send = async (token: string, network: number) => {
    const headers = { origin: url, 'x-forwarded-for': `192.0.2.${network}` }
    const { status, text, reason } = await postForm(url, answered(token), headers)
    return [status, text, reason].join()
  }
  const { challenge, solution } = JSON.parse(atob(await solvedCaptcha(gateway)))
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      send(btoa(JSON.stringify({ solution: { ...solution, time: n }, challenge })), n % 10),
    ),
  )
  const spent = '400,reCAPTCHA: timeout-or-duplicate,captcha-spent'
  expect(replies.sort()).toEqual(['200,OK,accepted', ...Array(99).fill(spent)])
  expect(await send(await solvedCaptcha(gateway), 99)).toBe('200,OK,accepted')
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

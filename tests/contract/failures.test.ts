import { sql } from 'kysely'
import { SEND_FORM_PATH, SEND_PATH } from 'reward-codes-gateway/protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import { atNoon, freshForm, type GatewaySetup, postForm } from '../fixtures/gateway.ts'

const MINUTE_MS = 60_000

/** A gateway at noon. */
async function start(setup: GatewaySetup = {}) {
  const started = await startOwnGateway({ clock: atNoon, ...setup })
  const countLogged = (event: string) => started.log.filter((line) => line.includes(event)).length
  return { ...started, countLogged }
}

test.each([
  ['without a word', {}],
  ['as a form', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['as JSON', { 'content-type': 'application/json' }],
])('a request without a body is malformed on both paths and logs no error: %s', async (_, type) => {
  const { url, log } = await start()
  for (const path of [SEND_PATH, SEND_FORM_PATH]) {
    const headers = { origin: url, ...type }
    const reply = await fetch(url + path, { method: 'POST', headers })
    expect([reply.status, reply.headers.get('x-reason')]).toEqual([400, 'malformed'])
  }
  expect(log.join('\n')).not.toContain(' error ')
})

test('an unhandled exception gets a 500, not a 503 for an unavailable store', async () => {
  const { url, gateway, countLogged } = await start({ page: { captcha: 'altcha' } })
  const { captcha } = gateway
  if (!captcha) throw new Error('no captcha')
  captcha.verify = () => {
    throw new TypeError('x is not a function')
  }
  const reply = await postForm(url, freshForm({ 'g-recaptcha-response': 'token' }))
  expect(reply).toMatchObject({
    status: 500,
    text: 'Internal Server Error',
    reason: 'internal-error',
  })
  expect(reply.headers.get('retry-after')).toBe(null)
  expect(countLogged('unhandled exception')).toBe(1)
})

/** Lets the log's own time pass, which no clock that is set changes. */
function afterAMinute() {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + MINUTE_MS)
  onTestFinished(() => void vi.restoreAllMocks())
}

test('a repeated failure is logged once a minute', async () => {
  const { url, gateway, countLogged } = await start()
  await sql`alter table idempotency_keys rename to away`.execute(gateway.store.db)
  const failAgain = async () => {
    for (let n = 0; n < 3; n++) expect((await postForm(url, freshForm())).status).toBe(503)
  }
  await failAgain()
  expect(countLogged('storage error')).toBe(1)
  afterAMinute()
  await failAgain()
  expect(countLogged('storage error')).toBe(2)
})

test('an unavailable captcha provider is logged once a minute', async () => {
  const { url, countLogged } = await start({
    page: { captcha: 'turnstile' },
    environment: {
      TURNSTILE_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/',
    },
  })
  const sendAgain = async () => {
    for (let n = 0; n < 3; n++) {
      const reply = await postForm(url, freshForm({ 'g-recaptcha-response': `token ${n}` }))
      expect(reply.status).toBe(200)
    }
  }
  await sendAgain()
  expect(countLogged('captcha not verified')).toBe(1)
  afterAMinute()
  await sendAgain()
  expect(countLogged('captcha not verified')).toBe(2)
})

test('a flood gets a Retry-After header', async () => {
  const clock = () => atNoon() + 20 * MINUTE_MS
  const { url } = await start({ environment: { RATE_LIMIT_PER_SITE: '1' }, clock })
  const replies = []
  for (let n = 0; n < 11; n++) replies.push(await postForm(url, freshForm()))
  expect(replies.at(-1)).toMatchObject({ status: 429, reason: 'site-rate-limited' })
  expect(replies.at(-1)?.headers.get('retry-after')).toBe('2400')
})

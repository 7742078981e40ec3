import { expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import {
  freshForm,
  type GatewaySetup,
  postForm,
  solveCaptcha,
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

test('a form without a solved captcha is rejected and not stored', async () => {
  const { url, states } = await start({ page: { captcha: 'altcha' } })
  expect(await postForm(url, freshForm())).toMatchObject({
    status: 400,
    text: 'reCAPTCHA: The g-recaptcha-response parameter not found',
    reason: 'captcha-missing',
  })
  expect(await states()).toEqual([])
})

test('a solution is valid for one message, even if it is used ten times in parallel', async () => {
  const { url, states } = await start({ page: { captcha: 'altcha' } })
  const token = await solveCaptcha(url)
  const ends = await Promise.all(Array.from({ length: 10 }, () => postForm(url, answered(token))))
  const reasons = ends.map(({ reason }) => reason).sort()
  expect(reasons).toEqual(['accepted', ...Array(9).fill('captcha-spent')])
  expect(ends.find(({ reason }) => reason === 'captcha-spent')).toMatchObject({
    status: 400,
    text: 'reCAPTCHA: timeout-or-duplicate',
  })
  expect(await states()).toHaveLength(1)
})

test('a repeat of a stored message needs no second captcha', async () => {
  const { url, states } = await start({ page: { captcha: 'altcha' } })
  const form = answered(await solveCaptcha(url))
  expect(await postForm(url, form)).toMatchObject({ reason: 'accepted' })
  expect(await postForm(url, form)).toMatchObject({ status: 200, text: 'OK', reason: 'duplicate' })
  expect(await states()).toHaveLength(1)
})

test('a challenge is not cacheable, and an unknown account gets none', async () => {
  const { url } = await start({ page: { captcha: 'altcha' } })
  const ask = (account: string) => fetch(`${url}/api/v1.0/captcha/challenge?user_id=${account}`)
  expect((await ask('portfolio')).headers.get('cache-control')).toBe('no-store')
  expect((await ask('unknown')).status).toBe(404)
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
    const ends = []
    for (let n = 0; n < 3; n++) ends.push((await postForm(url, answered('token'))).reason)
    expect(ends).toEqual(['accepted', 'captcha-spent', 'captcha-spent'])
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
  expect(log.join('\n')).toMatch(/ error captcha not verified/)
})

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

test('a missing secret is reported by its variable name', async () => {
  await expect(startTestGateway({ page: { captcha: 'hcaptcha' } })).rejects.toThrow(
    'HCAPTCHA_SECRET: required',
  )
})

import { SECURITY_HEADERS } from 'reward-codes-gateway/protocol'
import { expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import {
  CONTROLS,
  type Fields,
  freshForm,
  postForm,
  postJson,
  solveCaptcha,
} from '../fixtures/gateway.ts'

const CHALLENGE = '/api/v1.0/captcha/challenge'
const MARK = '<script>alert(1)</script>'
const headersOf = (headers: Headers) => ({
  type: headers.get('content-type'),
  options: headers.get('x-content-type-options'),
  cache: headers.get('cache-control'),
  policy: headers.get('cross-origin-resource-policy'),
})
const PLAIN = {
  type: 'text/plain; charset=utf-8',
  options: 'nosniff',
  cache: 'no-store',
  policy: 'same-origin',
}

test('every rejection is plain text, neither cacheable nor embeddable, and repeats no input', async () => {
  const { url } = await startOwnGateway({ page: { captcha: 'altcha' } })
  const encoded = encodeURIComponent(MARK)
  const wrong: Fields[] = [
    { user_id: MARK },
    { service_id: MARK },
    { template_id: MARK },
    { user_email: MARK },
    { user_name: `${MARK}\n` },
    { user_name: MARK.repeat(20) },
    { 'g-recaptcha-response': MARK },
    { [`${MARK}\u0000`]: 'x' },
    { [MARK.repeat(9)]: 'x' },
  ]
  const post = { method: 'POST', body: MARK }
  const replies = [
    ...(await Promise.all(wrong.map((fields) => postForm(url, freshForm(fields))))),
    await postJson(url, MARK),
    await postJson(url, { ...CONTROLS, template_params: { [MARK]: [MARK] } }),
    await postForm(url, freshForm(), { origin: `https://${encoded}.test` }),
  ]
  const fetched = [
    await fetch(`${url}${CHALLENGE}?user_id=${encoded}`),
    await fetch(`${url}/${encoded}`),
    await fetch(`${url}/%E0%A4%A${encoded}`),
    await fetch(`${url}/${encoded}`, { ...post, headers: { 'content-type': 'x/y' } }),
    await fetch(`${url}/api/v1.0/email/send`, {
      ...post,
      headers: { 'content-type': `a/${encoded}` },
    }),
  ]
  for (const { status, headers } of [...replies, ...fetched]) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headersOf(headers)).toEqual(PLAIN)
  }
  const texts = [
    ...replies.map(({ text }) => text),
    ...(await Promise.all(fetched.map((response) => response.text()))),
  ]
  for (const text of texts) expect(text).not.toMatch(/script|alert/i)
})

test('a 200 and a challenge have the same security headers', async () => {
  const { url } = await startOwnGateway({ page: { captcha: 'altcha' } })
  const solved = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(headersOf((await postForm(url, solved)).headers)).toEqual(PLAIN)
  const challenge = await fetch(`${url}${CHALLENGE}?user_id=portfolio`)
  const type = 'application/json; charset=utf-8'
  expect(headersOf(challenge.headers)).toEqual({ ...PLAIN, type })
})

test('the result page without JavaScript has the security headers of the site', async () => {
  const { url } = await startOwnGateway()
  const { headers } = await postForm(url, freshForm(), { origin: url, accept: 'text/html' })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const expected = { ...SECURITY_HEADERS, 'Referrer-Policy': 'no-referrer' }
  for (const [name, value] of Object.entries(expected)) {
    expect([name, headers.get(name)]).toEqual([name, value])
  }
})

test('every response over TLS has HSTS, and none without TLS', async () => {
  const { url } = await startOwnGateway({
    page: { captcha: 'altcha' },
    environment: { TRUST_PROXY: '1' },
  })
  const from = (protocol: string) => ({ origin: url, 'x-forwarded-proto': protocol })
  const hstsOf = async (protocol: string) => {
    const headers = from(protocol)
    const replies = [
      await postForm(url, freshForm(), headers),
      await postForm(url, freshForm(), { ...headers, accept: 'text/html' }),
      await fetch(`${url}/api/v1.0/email/send`, { method: 'OPTIONS', headers }),
      await fetch(`${url}${CHALLENGE}?user_id=portfolio`, { headers }),
      await fetch(`${url}/nothing`, { headers }),
    ]
    return replies.map((reply) => reply.headers.get('strict-transport-security'))
  }
  expect(await hstsOf('https')).toEqual(Array(5).fill('max-age=31536000'))
  expect(await hstsOf('http')).toEqual(Array(5).fill(null))
})

import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import {
  freshForm,
  type GatewaySetup,
  postForm,
  startTestGateway,
  type TestGateway,
} from '../fixtures/gateway.ts'

const OWN = 'https://portfolio.test'
const STRANGER = 'https://stranger.test'
const CHALLENGE = '/api/v1.0/captcha/challenge?user_id=portfolio'
const SEND_FORM = '/api/v1.0/email/send-form'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ page: { captcha: 'altcha' } })
})
afterAll(() => gateway.close())

/** As a browser asks; `fetch` would not let its Sec- headers through. */
function ask(method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const asked = request(gateway.url + path, { method, headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, headers: response.headers })
      })
      asked.on('error', reject)
      asked.end()
    },
  )
}

const stored = async () =>
  (await gateway.gateway.store.db.selectFrom('messages').select('id').execute()).length

test.each([
  'null',
  'https://stranger.test',
  'https://portfolio.test.stranger.test',
  'https://notportfolio.test',
  'https://portfolio.test@stranger.test',
  'https://stranger.test/https://portfolio.test',
  'http://portfolio.test',
  'https://portfolio.test:444',
  'https://PORTFOLIO.test.',
  'file://',
  '*',
  'about:blank',
  'data:text/html,x',
  'https://portfolio.test https://stranger.test',
])('%s is rejected before the body is read, and can read only the rejection', async (origin) => {
  const before = await stored()
  const replies = [
    await ask('POST', SEND_FORM, { origin }),
    await ask('GET', CHALLENGE, { origin }),
  ]
  const address = URL.canParse(origin) ? new URL(origin).origin : 'null'
  for (const { status, headers } of replies) {
    expect(status).toBe(403)
    expect(headers['access-control-allow-origin']).toBe(address === 'null' ? undefined : address)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['x-reason']).toBe('origin')
    expect(headers.vary).toBe('origin')
  }
  expect(await stored()).toBe(before)
})

test.each([
  ['evil.example', 'http://evil.example'],
  ['evil.example:3000', 'http://evil.example:3000'],
  ['evil.example', OWN],
  ['portfolio.test.evil.example', 'https://portfolio.test.evil.example'],
  ['localhost.evil.example', 'http://localhost.evil.example'],
])('DNS rebinding is rejected: Host %s, Origin %s', async (host, origin) => {
  for (const [method, path] of [
    ['POST', SEND_FORM],
    ['GET', CHALLENGE],
  ] as const) {
    expect((await ask(method, path, { host, origin })).status).toBe(403)
    // The page of that domain names no origin when it asks at home.
    expect((await ask(method, path, { host })).status).toBe(403)
  }
})

test.each([
  ['portfolio.test', 'https://portfolio.test'],
  // Behind a proxy that terminates TLS and sends no X-Forwarded-Proto.
  ['portfolio.test', 'http://portfolio.test'],
  ['localhost:3000', 'http://localhost:3000'],
  ['192.168.1.7:3000', 'http://192.168.1.7:3000'],
  ['[fd00::7]:3000', 'http://[fd00::7]:3000'],
  // Behind a proxy that sets another Host.
  ['portfolio:3000', 'https://portfolio.test'],
  ['127.0.0.1:3000', 'https://portfolio.test'],
])('the page at Host %s may send from Origin %s', async (host, origin) => {
  expect((await ask('GET', CHALLENGE, { host, origin })).status).toBe(200)
})

test('the log names a rejected host and the variable that allows it', async () => {
  const { url, log } = await startOwnGateway()
  const reply = await postForm(url, freshForm(), {
    origin: 'http://staging.example',
    host: 'staging.example',
  })
  expect(reply).toMatchObject({ status: 403, text: 'Forbidden' })
  expect(reply.headers.get('access-control-expose-headers')).toBe('x-reason')
  expect(log.join('\n')).toMatch(/request rejected reason="(host|origin)".*ALLOWED_ORIGINS/)
})

test('CORS headers name the allowed origin exactly and never allow credentials', async () => {
  for (const [method, path] of [
    ['POST', SEND_FORM],
    ['OPTIONS', SEND_FORM],
    ['GET', CHALLENGE],
  ] as const) {
    const { headers } = await ask(method, path, { origin: OWN })
    expect(headers['access-control-allow-origin']).toBe(OWN)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers.vary).toBe('origin')
  }
})

test.each(['cross-site', 'same-site'])(
  'a browser that hides the origin of a %s request is rejected',
  async (site) => {
    const headers = { 'sec-fetch-site': site }
    expect(await ask('GET', CHALLENGE, headers)).toMatchObject({ status: 403 })
    expect(await ask('POST', SEND_FORM, headers)).toMatchObject({ status: 403 })
  },
)

test('a same-origin request without an Origin header is answered', async () => {
  for (const site of ['same-origin', 'none']) {
    const reply = await ask('GET', CHALLENGE, { 'sec-fetch-site': site })
    expect(reply.status).toBe(200)
  }
})

test('no response sets a cookie', async () => {
  const page = { origin: gateway.url, accept: 'text/html' }
  const replies = [
    await postForm(gateway.url, freshForm()),
    await postForm(gateway.url, freshForm({ lib_version: undefined }), page),
    await fetch(gateway.url + CHALLENGE),
  ]
  for (const { headers } of replies) expect(headers.getSetCookie()).toEqual([])
})

test('only POST sends a message', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const query = '?user_id=portfolio&service_id=default_service&template_id=message&message=x'
    const { status } = await ask(method, SEND_FORM + query, { origin: OWN })
    expect(status).toBe(404)
  }
})

test('a preflight succeeds for every origin, and the request itself is checked', async () => {
  for (const origin of [OWN, STRANGER]) {
    const { status, headers } = await ask('OPTIONS', SEND_FORM, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect([status, headers['access-control-allow-headers']]).toEqual([204, 'content-type'])
  }
})

const own = (setup: GatewaySetup = {}) => startOwnGateway({ page: { captcha: 'altcha' }, ...setup })

test('a form sent without scripts is held and gets a result page', async () => {
  const { url, gateway } = await own()
  const headers = { origin: url, accept: 'text/html', referer: `${url}/` }
  const reply = await postForm(url, freshForm({ lib_version: undefined }), headers)
  const [row] = await gateway.store.db.selectFrom('messages').selectAll().execute()
  expect(row).toMatchObject({ state: 'held', reason: 'sent without JavaScript' })
  expect(reply).toMatchObject({ status: 200, reason: 'accepted' })
  expect(reply.text).toContain(`<a href="${url}/">`)
  const refused = await postForm(url, freshForm({ user_email: 'no-address' }), headers)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('<h1>')])
})

test('the page for a form of an unknown site has no link to it', async () => {
  const headers = { origin: STRANGER, referer: `${STRANGER}/`, accept: 'text/html' }
  const reply = await postForm(gateway.url, freshForm(), headers)
  expect(reply).toMatchObject({ status: 403, reason: 'origin' })
  expect(reply.text).toContain('<a href="/">')
})

test('a browser that sends the form of the own site is led to its pages', async () => {
  const polish = { received: '/pl/message/received/', failed: '/pl/message/failed/' }
  const pages = { received: '/message/received/', failed: '/message/failed/' }
  const { url } = await startOwnGateway({ resultPages: { ...pages, languages: { pl: polish } } })
  const send = async (language: string, fields = {}) => {
    const response = await fetch(`${url}${SEND_FORM}?page_language=${language}`, {
      method: 'POST',
      headers: { origin: url, accept: 'text/html' },
      body: freshForm(fields),
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    return response.headers.get('location')
  }
  const fault = { user_email: 'no-address' }
  expect([await send(''), await send('', fault)]).toEqual([pages.received, pages.failed])
  expect([await send('pl'), await send('pl', fault)]).toEqual([polish.received, polish.failed])
  expect(await send('pl', { message: 'x'.repeat(10_000_000) })).toBe(polish.failed)
  expect(await send('__proto__')).toBe(pages.received)
})

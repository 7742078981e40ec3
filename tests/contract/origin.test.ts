import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CONTROLS,
  freshForm,
  postForm,
  postJson,
  startTestGateway,
  type TestGateway,
} from '../fixtures/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ environment: { PRIVATE_KEY } })
})
afterAll(() => gateway.close())

const STRANGER = 'https://stranger.test'
const PRIVATE_KEY = 'a-private-key-of-some-length'

test('CORS headers let a rejected origin read the error', async () => {
  const form = await postForm(gateway.url, freshForm(), { origin: STRANGER })
  const json = await postJson(
    gateway.url,
    { ...CONTROLS, template_params: {} },
    { origin: STRANGER },
  )
  for (const reply of [form, json]) {
    expect(reply).toMatchObject({ status: 403, text: 'Forbidden', reason: 'origin' })
    expect(reply.headers.get('access-control-allow-origin')).toBe(STRANGER)
    expect(reply.headers.get('access-control-expose-headers')).toBe('x-reason')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test("the site's own origin may read the response", async () => {
  const origin = 'https://portfolio.test'
  const reply = await postForm(gateway.url, freshForm(), { origin })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
  expect(reply.headers.get('vary')).toBe('origin')
  expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
})

test('a preflight succeeds for every origin, and the request itself is checked', async () => {
  const ask = (origin: string) =>
    fetch(`${gateway.url}/api/v1.0/email/send`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
  const own = await ask('https://portfolio.test')
  expect(own.status).toBe(204)
  expect(own.headers.get('access-control-allow-headers')).toBe('content-type')
  expect((await ask(STRANGER)).status).toBe(204)
})

test('a program needs the private key', async () => {
  const body = { ...CONTROLS, template_params: { message: crypto.randomUUID() } }
  const statuses = await Promise.all(
    [undefined, 'wrong', PRIVATE_KEY].map(async (accessToken) => {
      const { status } = await postJson(gateway.url, { ...body, accessToken }, {})
      return status
    }),
  )
  expect(statuses).toEqual([403, 403, 200])
})

test('a form sent without scripts is held and gets a result page', async () => {
  const strict = await startTestGateway({ page: { captcha: 'altcha' } })
  const headers = { origin: strict.url, accept: 'text/html', referer: `${strict.url}/` }
  const reply = await postForm(strict.url, freshForm({ lib_version: undefined }), headers)
  const [row] = await strict.gateway.store.db.selectFrom('messages').selectAll().execute()
  await strict.close()
  expect(row).toMatchObject({ state: 'held', reason: 'sent without JavaScript' })
  expect(reply).toMatchObject({ status: 200, reason: 'accepted' })
  expect(reply.text).toContain('<h1>Your message has arrived</h1>')
  expect(reply.text).toContain(`<a href="${strict.url}/">Back to the page</a>`)
})

test('a browser that sends the form of the own site is led to its pages', async () => {
  const polish = { received: '/pl/message/received/', failed: '/pl/message/failed/' }
  const pages = { received: '/message/received/', failed: '/message/failed/' }
  const own = await startTestGateway({ resultPages: { ...pages, languages: { pl: polish } } })
  const fault = { user_email: 'no-address' }
  const tooLarge = { message: 'x'.repeat(10_000_000) }
  const forms: [string, Record<string, string>][] = [
    ['', {}],
    ['', fault],
    ['pl', {}],
    ['pl', fault],
    ['pl', tooLarge],
    ['__proto__', {}],
  ]
  const locations = await Promise.all(
    forms.map(async ([language, fields]) => {
      const response = await fetch(
        `${own.url}/api/v1.0/email/send-form?page_language=${language}`,
        {
          method: 'POST',
          headers: { origin: own.url, accept: 'text/html' },
          body: freshForm(fields),
          redirect: 'manual',
        },
      )
      return [response.status, response.headers.get('location')]
    }),
  )
  await own.close()
  expect(locations).toEqual([
    [303, pages.received],
    [303, pages.failed],
    [303, polish.received],
    [303, polish.failed],
    [303, polish.failed],
    [303, pages.received],
  ])
})

test('a rejected form sent without scripts gets a result page too', async () => {
  const headers = { origin: gateway.url, accept: 'text/html' }
  const reply = await postForm(gateway.url, freshForm({ user_email: 'no-address' }), headers)
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('<h1>Your message was not sent</h1>')
})

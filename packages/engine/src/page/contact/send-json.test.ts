import { createServer, type Server } from 'node:http'
import { SEND_PATH } from 'reward-codes-protocol/paths'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSender, sendJson } from './send.ts'

const ACCOUNT = { publicKey: 'key', service: 'service', template: 'template' }

let server: Server
let origin: string
let status = 200
let answer = 'OK'
let received: { url: string | undefined; type: string | undefined; body: unknown }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    received.push({ url: request.url, type: request.headers['content-type'], body })
    response.writeHead(status).end(status === 200 ? answer : 'Too Many Requests')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  // The EmailJS client reads `location.pathname` and detects headless browsers by `navigator`.
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
})

afterAll(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  status = 200
  answer = 'OK'
  received = []
  createSender({ ...ACCOUNT, origin }, { blockHeadless: false })
})

test('sends variables as JSON, with key, service and template', async () => {
  expect(await sendJson(ACCOUNT, { stars: 5 })).toBe('sent')
  expect(received).toEqual([
    {
      url: SEND_PATH,
      type: 'application/json',
      body: {
        lib_version: '4.3.3',
        user_id: 'key',
        service_id: 'service',
        template_id: 'template',
        template_params: { stars: 5 },
      },
    },
  ])
})

test.each([
  ['no service', { ...ACCOUNT, service: '' }],
  ['no template', { ...ACCOUNT, template: '' }],
])('%s: sends nothing', async (_, account) => {
  expect(await sendJson(account, {})).toBe('failed')
  expect(received).toEqual([])
})

test('no public key: sends nothing', async () => {
  createSender({ ...ACCOUNT, publicKey: '', origin }, { blockHeadless: false })
  expect(await sendJson(ACCOUNT, {})).toBe('failed')
  expect(received).toEqual([])
})

test('variables that are a string: sends nothing', async () => {
  // The types forbid it, but JavaScript callers can pass anything.
  const invalid = 'stars=5' as unknown as Record<string, unknown>
  expect(await sendJson(ACCOUNT, invalid)).toBe('failed')
  expect(received).toEqual([])
})

test('maps a rejection by the gateway to an error code of the form', async () => {
  status = 429
  expect(await sendJson(ACCOUNT, {})).toBe('tooMany')
})

test('treats an HTML page with status 200 as a failure', async () => {
  answer = '<!doctype html><title>Log in</title>'
  expect(await sendJson(ACCOUNT, {})).toBe('failed')
})

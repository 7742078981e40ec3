import { createServer, type Server } from 'node:http'
import { init } from '@emailjs/browser'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SEND_PATH } from '../../../wire/paths.ts'
import { send } from './send.ts'

const ACCOUNT = { publicKey: 'key', service: 'service', template: 'template' }

let server: Server
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
  // The client reads the path of the page and what drives the browser.
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  init({ origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
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
})

test('variables go out as JSON, with key, service and template', async () => {
  expect(await send(ACCOUNT, { stars: 5 })).toEqual({ ok: true, text: 'OK' })
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
  ['no public key', { ...ACCOUNT, publicKey: '' }, 'noPublicKey'],
  ['no service', { ...ACCOUNT, service: '' }, 'noService'],
  ['no template', { ...ACCOUNT, template: '' }, 'noTemplate'],
])('%s: nothing is sent', async (_, account, refusal) => {
  expect(await send(account, {})).toEqual({ ok: false, refusal })
  expect(received).toEqual([])
})

test.each([
  ['text', 'stars=5'],
  ['a list', [5]],
  ['nothing', undefined],
  ['null', null],
  ['a function', () => {}],
])('variables that are %s: nothing is sent', async (_, params) => {
  // Types forbid it; a page that is not checked by types may do it all the same.
  const wrong = params as unknown as Record<string, unknown>
  expect(await send(ACCOUNT, wrong)).toEqual({ ok: false, refusal: 'paramsAreNoObject' })
  expect(received).toEqual([])
})

test('a refusal by the gateway is told in the words of the form', async () => {
  status = 429
  expect(await send(ACCOUNT, {})).toEqual({ ok: false, failure: 'tooMany' })
})

test('a page with status 200 is no answer of a gateway', async () => {
  answer = '<!doctype html><title>Log in</title>'
  expect(await send(ACCOUNT, {})).toEqual({ ok: false, failure: 'failed' })
})

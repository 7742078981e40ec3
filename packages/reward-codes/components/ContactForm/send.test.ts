import { createServer, type Server } from 'node:http'
import { EmailJSResponseStatus } from '@emailjs/browser'
import {
  CAPTCHA_DUPLICATE,
  CAPTCHA_INVALID,
  CAPTCHA_MISSING,
  FORBIDDEN,
  SEND_PATH,
  TOO_MANY_REQUESTS,
  VARIABLES_TOO_LARGE,
} from 'reward-codes-gateway/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isCaptchaReusable, sendJson, toSendError } from './send.ts'

afterEach(() => vi.unstubAllGlobals())

describe('toSendError maps each kind of rejection to an error code', () => {
  test.each<[string, unknown, string]>([
    ['a thrown string', 'The public key is required.', 'failed'],
    ['a network error', new TypeError('Failed to fetch'), 'failed'],
    ['undefined', undefined, 'failed'],
    ['status 0', new EmailJSResponseStatus(), 'failed'],
    ['status 500', new EmailJSResponseStatus(500, 'Internal Server Error'), 'failed'],
    ['status 400', new EmailJSResponseStatus(400, 'The user_id parameter is required'), 'refused'],
    ['status 413', new EmailJSResponseStatus(413, VARIABLES_TOO_LARGE), 'refused'],
    ...[404, 405, 422, 501, 502, 503, 504].map((status): [string, unknown, string] => [
      `status ${status}`,
      { status },
      'failed',
    ]),
    ['status 403', new EmailJSResponseStatus(403, FORBIDDEN), 'forbidden'],
    ['status 429', new EmailJSResponseStatus(429, TOO_MANY_REQUESTS), 'tooMany'],
    // The client itself rejects with it.
    ['status 451', new EmailJSResponseStatus(451, 'Unavailable For Headless Browser'), 'headless'],
    ['a missing captcha', { status: 400, text: CAPTCHA_MISSING }, 'captchaRefused'],
    ['a spent captcha', { status: 400, text: CAPTCHA_DUPLICATE }, 'captchaRefused'],
    ['a wrong captcha', { status: 400, text: CAPTCHA_INVALID }, 'captchaRefused'],
    ['a response without a text', { status: 502 }, 'failed'],
  ])('%s', (_, error, expected) => {
    expect(toSendError(error, true)).toBe(expected)
  })
})

test('offline, a failed request is reported as offline, and a response is not', () => {
  expect(toSendError(new TypeError('Failed to fetch'), false)).toBe('offline')
  expect(toSendError({ status: 500, text: '' }, false)).toBe('failed')
})

test('the captcha is reusable only if the token never left the browser', () => {
  expect(isCaptchaReusable('offline')).toBe(true)
  expect(isCaptchaReusable('headless')).toBe(true)
  expect(isCaptchaReusable('timeout')).toBe(false)
  expect(isCaptchaReusable('captchaRefused')).toBe(false)
})

describe('sendJson', () => {
  const ACCOUNT = {
    publicKey: 'key',
    service: 'service',
    template: 'template',
    spamFilter: { blockHeadless: false },
  }
  const settings = (change = {}) => ({ ...ACCOUNT, origin, ...change })

  let server: Server
  let origin: string
  let status = 200
  let received: { url: string | undefined; type: string | undefined; body: unknown }[] = []

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = JSON.parse(Buffer.concat(chunks).toString())
      received.push({ url: request.url, type: request.headers['content-type'], body })
      response.writeHead(status).end(status === 200 ? 'OK' : 'Too Many Requests')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })

  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  beforeEach(() => {
    status = 200
    received = []
    // The EmailJS client reads `location.pathname` and detects headless browsers by `navigator`.
    vi.stubGlobal('location', { pathname: '/' })
    vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
  })

  test('sends variables as JSON, with key, service and template', async () => {
    expect(await sendJson(settings(), { stars: 5 })).toBe('sent')
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
    ['no public key', { publicKey: '' }],
    ['no service', { service: '' }],
    ['no template', { template: '' }],
  ])('%s: sends nothing', async (_, change) => {
    expect(await sendJson(settings(change), {})).toBe('failed')
    expect(received).toEqual([])
  })

  test('variables that are a string: sends nothing', async () => {
    // The types forbid it, but JavaScript callers can pass anything.
    const invalid = 'stars=5' as unknown as Record<string, unknown>
    expect(await sendJson(settings(), invalid)).toBe('failed')
    expect(received).toEqual([])
  })

  test('maps a rejection by the gateway to an error code of the form', async () => {
    status = 429
    expect(await sendJson(settings(), {})).toBe('tooMany')
  })
})

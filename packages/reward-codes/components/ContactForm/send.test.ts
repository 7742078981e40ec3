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
import { en as english } from '../../content/strings/en.ts'
import { AT_REST, type FormState, reduce, type SendError } from './form-state.ts'
import { isCaptchaReusable, sendJson, toSendError } from './send.ts'

afterEach(() => vi.unstubAllGlobals())

/** Every reply, and what the form shows. */
const REPLIES: [what: string, reply: unknown, outcome: SendError][] = [
  // The client itself rejects with a string or with status 451, fetch with an error.
  ['a thrown string', 'The public key is required.', 'failed'],
  ['a network error', new TypeError('Failed to fetch'), 'failed'],
  ['nothing', undefined, 'failed'],
  ['a program', rejection(451, 'Unavailable For Headless Browser'), 'headless'],
  ['no status', new EmailJSResponseStatus(), 'failed'],
  ['no text', { status: 502 }, 'failed'],
  ['an unknown account', rejection(400, 'The Public Key is invalid'), 'refused'],
  ['a text that is too long', rejection(413, VARIABLES_TOO_LARGE), 'refused'],
  ['a proxy for small bodies', rejection(413, '<html>'), 'refused'],
  ['no captcha', rejection(400, CAPTCHA_MISSING), 'captchaRefused'],
  ['a spent captcha', rejection(400, CAPTCHA_DUPLICATE), 'captchaRefused'],
  ['a wrong captcha', rejection(400, CAPTCHA_INVALID), 'captchaRefused'],
  ['a blocked sender', rejection(403, FORBIDDEN), 'forbidden'],
  ['a limit', rejection(429, TOO_MANY_REQUESTS), 'tooMany'],
  ...[404, 405, 422, 500, 501, 502, 503, 504].map((status): [string, unknown, SendError] => [
    `status ${status}`,
    rejection(status, '<html>'),
    'failed',
  ]),
]

test.each(REPLIES)('%s: the form says why, and keeps the text', (_, reply, outcome) => {
  const before: FormState = { ...AT_REST, status: 'sending', length: 7 }
  const why = toSendError(reply, true)
  expect(why).toBe(outcome)
  expect(english.form[why]).not.toBe('')
  expect(reduce(before, { type: 'stopped', why })).toMatchObject({
    status: outcome,
    length: 7,
    toast: { kind: 'toastFailed' },
  })
  // A token that has left the browser is spent.
  expect(isCaptchaReusable(why)).toBe(outcome === 'headless')
})

test('offline, a failed request is reported as offline, and a response is not', () => {
  expect(toSendError(new TypeError('Failed to fetch'), false)).toBe('offline')
  expect(toSendError({ status: 500, text: '' }, false)).toBe('failed')
  expect(isCaptchaReusable('offline')).toBe(true)
  expect(isCaptchaReusable('timeout')).toBe(false)
})

function rejection(status: number, text: string) {
  return new EmailJSResponseStatus(status, text)
}

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

import { createServer, type Server } from 'node:http'
import { EmailJSResponseStatus } from '@emailjs/browser'
import {
  CAPTCHA_DUPLICATE,
  CAPTCHA_INVALID,
  CAPTCHA_MISSING,
  FORBIDDEN,
  OK,
  SEND_PATH,
  TOO_MANY_REQUESTS,
  VARIABLES_TOO_LARGE,
} from 'reward-codes-gateway/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createSender,
  createThrottleStorage,
  isCaptchaReusable,
  isHtmlResponse,
  sendJson,
  toSendError,
} from './send.ts'

afterEach(() => vi.unstubAllGlobals())

describe('toSendError maps each kind of rejection to an error code', () => {
  test.each([
    ['a thrown string', 'The public key is required.', 'failed'],
    ['a network error', new TypeError('Failed to fetch'), 'failed'],
    ['undefined', undefined, 'failed'],
    ['status 0', new EmailJSResponseStatus(), 'failed'],
    ['status 500', new EmailJSResponseStatus(500, 'Internal Server Error'), 'failed'],
    ['status 400', new EmailJSResponseStatus(400, 'The user_id parameter is required'), 'refused'],
    ['status 413', new EmailJSResponseStatus(413, VARIABLES_TOO_LARGE), 'refused'],
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

test('isHtmlResponse recognises HTML pages and no other text', () => {
  const pages = [
    '<!DOCTYPE html><p>Log in',
    '\n <html lang="en">',
    '<!doctype\thtml>',
    '<!-- cached --><html>',
    '<?xml version="1.0"?><html>',
    '<head><title>Log in',
  ]
  for (const text of pages) {
    expect(isHtmlResponse(text), text).toBe(true)
  }
  for (const text of [OK, '', '{"ok":true}', 'See <html>', '<htmlish>', '<b>OK</b>']) {
    expect(isHtmlResponse(text), text).toBe(false)
  }
})

test('a failed first message leaves no stored time', async () => {
  stubStorage()
  const throttle = createThrottleStorage()
  await throttle.storage.set('last', '100')
  throttle.rollBack()
  expect(await throttle.storage.get('last')).toBeNull()
})

test('a failed message restores the time of the previous one', async () => {
  stubStorage()
  const throttle = createThrottleStorage()
  await throttle.storage.set('last', '100')
  throttle.commit()
  await throttle.storage.set('last', '200')
  throttle.rollBack()
  expect(await throttle.storage.get('last')).toBe('100')
})

test('a rejection before a write changes nothing', async () => {
  stubStorage()
  const throttle = createThrottleStorage()
  await throttle.storage.set('last', '100')
  throttle.commit()
  throttle.rollBack()
  expect(await throttle.storage.get('last')).toBe('100')
})

test('a time in the future is ignored', async () => {
  stubStorage()
  const throttle = createThrottleStorage()
  await throttle.storage.set('last', String(Date.now() + 86_400_000))
  expect(await throttle.storage.get('last')).toBeNull()
})

test('if storage is blocked, the time lasts until the page unloads', async () => {
  vi.stubGlobal('localStorage', undefined)
  const throttle = createThrottleStorage()
  await throttle.storage.set('last', '100')
  expect(await throttle.storage.get('last')).toBe('100')
  await throttle.storage.remove('last')
  expect(await throttle.storage.get('last')).toBeNull()
})

describe('sendJson', () => {
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
  })

  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  beforeEach(() => {
    status = 200
    answer = 'OK'
    received = []
    // The EmailJS client reads `location.pathname` and detects headless browsers by `navigator`.
    vi.stubGlobal('location', { pathname: '/' })
    vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
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
})

function stubStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

import PostalMime from 'postal-mime'
import { type ApiAnswer, startMailApi as serve } from 'test-fixtures/mail-api.ts'
import { describe, expect, test } from 'vitest'
import type { Configuration } from '../../configuration.ts'
import type { OutgoingMail, Transport } from '../transport.ts'
import { createTokenSource, graphTransport } from './graph.ts'
import { openTransport } from './open-transports.ts'

const KEY = 'key-of-the-owner'
const MAIL: OutgoingMail = {
  from: { name: 'Ada "A", via example.org', address: 'page@example.org' },
  to: 'owner@example.org',
  replyTo: 'ada@example.net',
  subject: 'Zażółć',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<7@example.org>',
  date: new Date(0),
  envelope: { from: 'page@example.org', to: 'owner@example.org' },
}

const SETTINGS = {
  MAIL_FROM: 'page@example.org',
  OAUTH_CLIENT_ID: 'id',
  OAUTH_CLIENT_SECRET: 'secret-of-the-client',
  OAUTH_TENANT: 'tenant',
} as Configuration

const sendBy = (transport: Transport, mail = MAIL) =>
  transport.send(mail, new AbortController().signal)

/** A transport whose tokens are there. */
async function open(url: string, times = {}) {
  const { url: OAUTH_TOKEN_URL } = await serve(granted(KEY))
  return graphTransport({ ...SETTINGS, OAUTH_TOKEN_URL }, () => 0, { url, ...times })
}
const granted = (token: string): ApiAnswer => ({
  status: 200,
  json: { access_token: token, expires_in: 3600 },
})
const success: ApiAnswer = { status: 202 }
const recipient: ApiAnswer = {
  status: 400,
  json: { error: { code: 'ErrorInvalidRecipients', message: 'A recipient is not valid.' } },
}
const sender: ApiAnswer = {
  status: 404,
  json: { error: { code: 'ErrorInvalidUser', message: "The user 'page@example.org' is unknown." } },
}
const key: ApiAnswer = {
  status: 401,
  json: { error: { code: 'InvalidAuthenticationToken', message: `${KEY} is expired.` } },
}

const session = { stage: 'session', isPermanent: false }
/** Graph may have the mail: it goes again by its back-off, not whenever a pause ends. */
const lost = { stage: 'mail', isPermanent: false }

test.each<[string, ApiAnswer, object]>([
  ['a recipient that is refused', recipient, { stage: 'mail', isPermanent: true }],
  ['an unknown sender', sender, { stage: 'mail', isPermanent: true }],
  ['a refused token', key, { stage: 'session', isPermanent: true }],
  ['a limit', { status: 429 }, session],
  ['an error of Graph', { status: 500 }, session],
  ['an overload', { status: 503 }, session],
  ['a gateway of Graph that got no answer', { status: 504 }, lost],
  ['a line that is cut', 'cut', lost],
  [
    'another refusal',
    { status: 400, json: { message: 'no' } },
    { stage: 'mail', isPermanent: true },
  ],
])('%s has its stage, and the log has neither an address nor the token', async (_, answer, end) => {
  const api = await serve(answer)
  const result = await sendBy(await open(api.url))
  expect(result).toMatchObject(end)
  expect(result.redacted).not.toContain('@')
  expect(result.reply).not.toContain(KEY)
})

test('a closed port is of the session', async () => {
  const api = await serve(success)
  await api.close()
  // Advice about SMTP would be wrong.
  expect(await sendBy(await open(api.url))).toMatchObject({ ...session, advice: undefined })
})

test('an answer that does not come in time is lost', async () => {
  const api = await serve('silence')
  expect(await sendBy(await open(api.url, { timeoutMs: 100 }))).toMatchObject(lost)
})

test('a stop of the gateway aborts the request', async () => {
  const api = await serve('silence')
  const stop = new AbortController()
  const sending = (await open(api.url)).send(MAIL, stop.signal)
  await expect.poll(() => api.calls.length).toBe(1)
  stop.abort(new Error('stopped'))
  await expect(sending).rejects.toThrow('stopped')
})

test('Graph gets the whole mail, as the mailbox of the sender', async () => {
  const settings = { ...SETTINGS, MAIL_TRANSPORT: 'graph' as const }
  expect(openTransport(settings)?.location).toBe('graph.microsoft.com')
  const api = await serve({ status: 202 })
  await sendBy(await open(api.url))
  const [call] = api.calls
  expect(call?.path).toBe('/v1.0/users/page%40example.org/sendMail')
  expect(call?.headers).toMatchObject({ authorization: `Bearer ${KEY}` })
  const mail = await PostalMime.parse(Buffer.from(call?.body ?? '', 'base64'))
  expect(mail).toMatchObject({
    subject: 'Zażółć',
    messageId: '<7@example.org>',
    to: [{ address: 'owner@example.org' }],
  })
})

describe('an access token', () => {
  const HOUR_MS = 3_600_000
  const sourceAt = (OAUTH_TOKEN_URL: string, clock = () => 0) =>
    createTokenSource({ ...SETTINGS, OAUTH_TOKEN_URL }, clock)
  const formOf = (body = '') => Object.fromEntries(new URLSearchParams(body))

  test('is asked for once, and renewed before it ends', async () => {
    const api = await serve(granted('first'), granted('second'))
    let now = 0
    const read = sourceAt(api.url, () => now)
    expect(await read()).toBe('first')
    now = HOUR_MS / 2
    expect(await read()).toBe('first')
    now = HOUR_MS - 60_000
    expect(await read()).toBe('second')
    expect(formOf(api.calls[0]?.body)).toEqual({
      grant_type: 'client_credentials',
      scope: 'https://graph.microsoft.com/.default',
      client_id: 'id',
      client_secret: 'secret-of-the-client',
    })
  })

  test('is asked for again after a server refused it', async () => {
    const api = await serve(granted('first'), granted('second'))
    const read = sourceAt(api.url)
    await read()
    read.forget()
    expect(await read()).toBe('second')
  })

  test('that is refused is for the owner to repair, without the secret', async () => {
    const json = {
      error: 'invalid_client',
      error_description: 'secret-of-the-client has expired',
    }
    const api = await serve(
      { status: 401, json },
      { status: 400, json: { error: 'invalid_grant' } },
    )
    const read = sourceAt(api.url)
    const first = await read().catch(String)
    expect(first).toContain('401 invalid_client')
    expect(first).not.toContain('secret-of-the-client')
    await expect(read()).rejects.toThrow('400 invalid_grant')
  })

  test('that cannot be had now is a failed session', async () => {
    const api = await serve({ status: 503 }, 'cut')
    const transport = graphTransport({ ...SETTINGS, OAUTH_TOKEN_URL: api.url }, () => 0)
    const failure = { stage: 'session', isPermanent: false }
    expect(await sendBy(transport)).toMatchObject(failure)
    expect(await sendBy(transport)).toMatchObject(failure)
  })
})

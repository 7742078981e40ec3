import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import { startOwnMailServer as serve } from 'test-fixtures/delivery.ts'
import { startTokens } from 'test-fixtures/mail-api.ts'
import {
  after,
  type Deed,
  hang,
  mailServerAt,
  onlyOne,
  reset,
  type Stage,
  say,
  sayIf,
} from 'test-fixtures/mail-server.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isExposed, isOnThisMachine } from '../../mail-server.ts'
import type { OutgoingMail } from '../transport.ts'
import { smtpTransport } from './smtp.ts'
import { adviceFor, describeFailure } from './smtp-errors.ts'

const MAIL: OutgoingMail = {
  from: 'portfolio@example.org',
  to: 'owner@example.org',
  subject: 'Zażółć',
  text: 'Hello',
  messageId: '<1@example.org>',
  envelope: { from: 'portfolio@example.org', to: 'owner@example.org' },
}

/** A way to send to a server, closed when the test ends. */
function open(url: string, times = {}, more = {}) {
  const transport = smtpTransport(mailServerAt(url, more), times)
  onTestFinished(() => transport.close())
  return (
    mail: OutgoingMail = MAIL,
    signal = new AbortController().signal,
    stopping?: AbortSignal,
  ) => transport.send(mail, signal, stopping)
}

const send = (url: string, signal?: AbortSignal) => open(url)(MAIL, signal)

async function failure(url: string, signal?: AbortSignal) {
  const handover = await send(url, signal).catch((error) => describeFailure(error))
  if (handover.kind === 'sent') throw new Error('The mail was sent.')
  return handover
}

test('a password that a server repeats in its responses is redacted', async () => {
  const server = await serve({ script: { recipient: say('550 sent by p@ss-word') } })
  const url = server.url.replace('://', '://me:p%40ss-word@')
  const send = open(url)
  const refused = await send()
  expect(refused).toMatchObject({ stage: 'mail', isPermanent: true })
  expect(refused.reply).toContain('550 sent by ***')
  server.script = { end: say('250 taken of p@ss-word') }
  const sent = await send()
  expect(sent).toMatchObject({ kind: 'sent', reply: '250 taken of ***' })
  expect(JSON.stringify([refused, sent])).not.toContain('p@ss')
})

test.each<[string, (place: string) => SendMailOptions]>([
  ['text', (path) => ({ text: { path } })],
  ['html', (path) => ({ html: { path } })],
  ['attachment', (path) => ({ attachments: [{ path }] })],
  ['raw mail', (path) => ({ raw: { path } })],
])('no file and no URL is read that is given as %s', async (_, mailOf) => {
  const server = await serve()
  const send = open(server.url)
  for (const place of [import.meta.filename, 'http://127.0.0.1:1/']) {
    const mail = { ...mailOf(place), envelope: MAIL.envelope }
    const { reply } = await send(mail)
    expect(reply).toMatch(/access rejected/i)
  }
  expect(server.received).toEqual([])
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.3', true],
  ['localhost', true],
  ['relay.localhost', true],
  ['127.0.0.1.example.org', false],
  ['10.127.0.1', false],
  ['::ffff:128.0.0.1', false],
  ['localhost.example.org', false],
  ['postfix', false],
])('whether mails to the host %s stay on this machine is %s', (host, expected) => {
  expect(isOnThisMachine(host)).toBe(expected)
})

test.each([
  ['', true],
  ['?tls=starttls', true],
  ['?tls=none', false],
])(
  'on this machine STARTTLS is used as the owner sets it, whatever the certificate says: %s',
  async (tls, isSecure) => {
    const server = await serve({ extensions: ['STARTTLS', 'AUTH PLAIN'] })
    await send(`smtp://name:word@127.0.0.1:${server.port}${tls}`)
    expect(server.logins).toMatchObject([{ isSecure }])
  },
)

// On Linux and macOS, 0.0.0.0 leads to this machine, and nothing in the name says so.
test.each([
  ['the owner requires it and the server has none', '127.0.0.1', '?tls=starttls', []],
  ['a server elsewhere has none', '0.0.0.0', '', []],
  ['the certificate of a server elsewhere is invalid', '0.0.0.0', '', ['STARTTLS', 'AUTH PLAIN']],
])(
  'no mail is sent and no password shown without STARTTLS: %s',
  async (_, host, tls, extensions) => {
    const server = await serve({ extensions })
    expect(await failure(`smtp://name:word@${host}:${server.port}${tls}`)).toMatchObject({
      stage: 'session',
    })
    expect([server.logins, server.received]).toEqual([[], []])
  },
)

test('with the consent of the owner a token is the password', async () => {
  const server = await serve({ extensions: ['AUTH XOAUTH2'] })
  const url = server.url.replace('//', '//page@')
  const send = open(url, {}, await startTokens())
  expect(await send()).toMatchObject({ kind: 'sent' })
  expect(server.logins).toMatchObject([{ username: 'page', password: 'a-token' }])
})

// biome-ignore format: a row a case
test.each<[what: string, error: object, advice: string | undefined]>([
  ['a rejected login', { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.8 no' }, 'put a password with # into quotes'],
  ['a token server that does not answer', { code: 'EAUTH', command: 'AUTH XOAUTH2', message: 'login.example.org: connect ECONNREFUSED 127.0.0.1:1' }, undefined],
  ['a token server that refuses', { code: 'EAUTH', command: 'AUTH XOAUTH2', message: 'OAuth: 400 invalid_grant' }, 'Sign in again'],
  ['a password that Microsoft no longer takes', { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.139 Authentication unsuccessful, basic authentication is disabled' }, 'MAIL_TRANSPORT=graph'],
  ['a login that fails for now', { code: 'EAUTH', command: 'AUTH PLAIN', response: '454 4.7.0 Temporary authentication failure' }, undefined],
  ['a required login', { code: 'EENVELOPE', command: 'MAIL FROM', response: '530 5.7.0 Authentication required' }, 'it needs a name and password'],
  ['a server that sends only over TLS', { code: 'EENVELOPE', command: 'MAIL FROM', response: '530 5.7.0 Must issue a STARTTLS command first' }, 'The server sends only over TLS. Set SMTP_TLS to starttls.'],
  ['a sender that is not allowed', { command: 'MAIL FROM', response: '553 5.7.1 Sender address rejected' }, 'MAIL_FROM must be'],
  ['a full disk of the server', { command: 'MAIL FROM', response: '452 4.3.1 Insufficient system storage' }, undefined],
  ['a full mailbox', { command: 'RCPT TO', response: '452 4.2.2 Mailbox full' }, 'make room in it'],
  ['a recipient that does not exist', { command: 'RCPT TO', response: '550 5.1.1 no such user' }, 'Correct MAIL_TO.'],
  ['a recipient that is refused for another reason', { command: 'RCPT TO', response: '550 5.7.1 blocked' }, undefined],
  ['a relay that is denied', { command: 'RCPT TO', response: '554 5.7.1 Relay access denied' }, 'it needs a name and password'],
  ['421 to a recipient', { command: 'RCPT TO', response: '421 4.7.0 try again later' }, undefined],
  ['a block list at the greeting', { code: 'EPROTOCOL', response: '554 5.7.1 blocked using zen.spamhaus.org' }, undefined],
  ['nothing that listens', { code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED 127.0.0.1:1' }, 'Check SMTP_HOST and SMTP_PORT'],
  ['a line that drops', { code: 'ECONNECTION', command: 'CONN', message: 'Connection closed unexpectedly' }, undefined],
])('the advice for %s is certain, or there is none', (_, error, advice) => {
  const given = adviceFor({ message: '', ...error })
  if (advice) expect(given).toContain(advice)
  else expect(given).toBeUndefined()
})

/** Timers that the test advances: on a busy machine a short real one would end a mail on its way. */
function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Longer than a server may take for a content. */
const LONGER_MS = 150_000

async function startWithOneInFlight() {
  const server = await serve()
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  server.script.end = after(() => {
    arrived.resolve()
    return held.promise
  })
  const send = open(server.url.replace('//', '//name:word@'))
  const first = send()
  await arrived.promise
  return { server, send, first, release: held.resolve }
}

test('a mail for which its server has no further connection waits for the one that works', async () => {
  holdTimers()
  const { server, send, first, release } = await startWithOneInFlight()
  server.script.greeting = onlyOne(server)
  const others = [send(), send()]
  await expect.poll(() => [server.conversations, server.open()]).toEqual([3, 1])
  // These have no content yet.
  vi.advanceTimersByTime(LONGER_MS)
  release()
  for (const sending of [first, ...others]) expect(await sending).toMatchObject({ kind: 'sent' })
})

test('a connection is one too many, too, if the other mail ends before its refusal comes', async () => {
  const { server, send, first, release } = await startWithOneInFlight()
  server.script.greeting = async (socket, mail) => {
    server.script = {}
    release()
    await first
    return say('421 4.7.0 too many connections')(socket, mail)
  }
  expect(await send()).toMatchObject({ kind: 'sent' })
})

test('a login that is refused fails the session, also while another mail is in flight', async () => {
  const { server, send, first, release } = await startWithOneInFlight()
  server.script.login = say(535)
  expect(await send()).toMatchObject({ stage: 'session' })
  release()
  expect(await first).toMatchObject({ kind: 'sent' })
})

describe('connection failures', () => {
  const SESSION = { stage: 'session', isPermanent: false }

  const CONTENT = { stage: 'mail', isPermanent: false }

  test.each<[string, Stage | string]>([
    ['a port where nothing listens', 'smtp://127.0.0.1:1'],
    ['an unresolvable host name', 'smtps://nowhere.invalid'],
    ['a connection reset at EHLO', 'hello'],
    ['a connection reset at MAIL', 'sender'],
    ['a connection reset at RCPT', 'recipient'],
    ['a connection reset at DATA', 'data'],
  ])('%s is of the session: nothing was sent', async (_, where) => {
    const url = where.includes(':') ? where : (await serve({ script: { [where]: reset } })).url
    expect(await failure(url)).toMatchObject(SESSION)
  })

  test('a connection reset within the content is of the mail, whose text may be why', async () => {
    const { url } = await serve({ script: { body: reset } })
    expect(await failure(url)).toMatchObject(CONTENT)
  })

  test('a connection closed after the final dot is of the mail', async () => {
    const { url } = await serve({ script: { end: (socket) => socket.destroy() } })
    expect(await failure(url)).toMatchObject(CONTENT)
  })

  test('an unresponsive server is abandoned at the timeout', async () => {
    const { url } = await serve({ script: { data: hang } })
    expect(await failure(url, AbortSignal.timeout(300))).toMatchObject({ isPermanent: false })
  })

  const sendSlowly = async (at: Stage, times = {}, stopping?: AbortSignal) => {
    const answers: (() => void)[] = []
    const hold: Deed = (socket) => answers.push(() => socket.write('250 yes\r\n'))
    const { url } = await serve({ script: { [at]: hold } })
    return { sending: open(url, times)(MAIL, undefined, stopping), answers }
  }

  test('a server that does not take the content in time is of the session', async () => {
    const { sending } = await sendSlowly('recipient', { contentMs: 200 })
    expect(await sending).toMatchObject(SESSION)
  })

  test('the answer to a content may take longer than its way', async () => {
    holdTimers()
    const { sending, answers } = await sendSlowly('end')
    await expect.poll(() => answers.length).toBe(1)
    vi.advanceTimersByTime(LONGER_MS)
    answers[0]?.()
    expect(await sending).toMatchObject({ kind: 'sent' })
  })

  test('a stop ends a session before its content at once, and waits for one after it', async () => {
    const stopping = new AbortController()
    const before = await sendSlowly('recipient', {}, stopping.signal)
    const after = await sendSlowly('end', {}, stopping.signal)
    await expect.poll(() => before.answers.length + after.answers.length).toBe(2)
    const ended = vi.fn()
    before.sending.catch(ended)
    stopping.abort()
    await expect.poll(() => ended).toHaveBeenCalled()
    after.answers[0]?.()
    expect(await after.sending).toMatchObject({ kind: 'sent' })
  })

  test('a kept connection that the server ends between two mails costs neither', async () => {
    const server = await serve()
    const send = open(server.url)
    await send()
    // The library keeps the connection in the next turn of the event loop.
    await sleep(50)
    let refused = 0
    server.script.sender = sayIf(() => ++refused === 1, 421)
    expect(await send()).toMatchObject({ kind: 'sent' })
    expect(refused).toBe(2)
  })
})

test.each([
  ['smtp://relay:25?tls=none', false],
  ['smtp://10.0.0.5?tls=none', false],
  ['smtp://[fd00::1]?tls=none', false],
  ['smtp://mail.example.com?tls=none', true],
  ['smtp://203.0.113.5?tls=none', true],
  ['smtp://mail.example.com', false],
])('%s without TLS is exposed: %s', (url, exposed) => {
  expect(isExposed(mailServerAt(url))).toBe(exposed)
})

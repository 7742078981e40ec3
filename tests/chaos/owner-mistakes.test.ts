import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildOpsServer } from 'reward-codes-gateway/internal/http/ops.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { startOwnersMail, startOwnGateway } from '../fixtures/delivery.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { postForm, startTestGateway } from '../fixtures/gateway.ts'
import { startMailApi } from '../fixtures/mail-api.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { write } from '../fixtures/messages.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { type Deed, type Stage, say, startScriptedDelivery } from '../fixtures/scripted-smtp.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'

const MINUTE_MS = 60_000
/** A quarter of an hour, and a tenth of jitter. */
const LONGEST_PAUSE_MS = 16.5 * MINUTE_MS
const DAY_MS = 86_400_000

/** Rejections by which a mail server answers a mistake of the owner, and not a wrong recipient. */
const MISTAKES: [what: string, Partial<Record<Stage, Deed>>][] = [
  ['a sender that the server rejects', { sender: say('553 5.7.1 Sender address rejected') }],
  ['a sender that the server rejects late', { recipient: say('553 5.7.1 Sender rejected') }],
  ['a relay that wants a login', { recipient: say('554 5.7.1 Relay access denied') }],
  ['a wrong password', { login: say('535 5.7.8 Authentication failed') }],
  ['passwords that the server no longer takes', { login: say('550 5.7.30 Basic auth disabled') }],
]

async function startRefusing(script: Partial<Record<Stage, Deed>>) {
  const delivery = await startScriptedDelivery()
  const server = await delivery.addServer({
    extensions: ['AUTH PLAIN'],
    address: (port) => `smtp://name:word@127.0.0.1:${port}`,
  })
  server.script = script
  const messages = (...args: string[]) => callMessages(args, { DATA_DIR: delivery.folder })
  const ops = buildOpsServer({ gateway: delivery.gateway, isStopping: () => false })
  onTestFinished(() => ops.close())
  const get = async (path: string) => (await ops.inject(path)).body
  return {
    ...delivery,
    refusing: server,
    messages,
    ready: () => get('/readyz'),
  }
}

test.each(MISTAKES)(
  '%s leaves messages queued, is reported, and costs none after the repair',
  async (_, script) => {
    const { refusing, write: post, quiet, row, log, pass, ready } = await startRefusing(script)
    const written = [await post(), await post()]
    await quiet()
    for (const id of written) expect(await row(id)).toMatchObject({ state: 'queued' })
    expect(log.join('\n')).toMatch(/ error transport (paused|refuses mails) .*hint=/)
    expect(await ready()).toMatch(
      /^ready\nwarning: The mail server (is paused until|refuses mails).*: .*\. \w+/,
    )
    refusing.script = {}
    pass(LONGEST_PAUSE_MS)
    await quiet()
    expect(refusing.taken).toHaveLength(2)
    expect(await ready()).toBe('ready\n')
    for (const id of written) expect(await row(id)).toMatchObject({ state: 'sent' })
  },
)

test('60 messages and a wrong password cause at most 3 logins in 5 minutes, and all leave after the repair', async () => {
  const script = { login: say('535 5.7.8 Authentication failed') }
  const { refusing, gateway, pass, quiet } = await startRefusing(script)
  const { db } = gateway.store
  for (let n = 0; n < 60; n++) {
    const receivedAt = gateway.clock()
    await write(gateway.store, { receivedAt })
  }
  const logins = () => refusing.reached.filter((stage) => stage === 'login').length
  gateway.wake()
  for (let second = 0; second < 300; second += 5) {
    await quiet()
    pass(5000)
    gateway.wake()
  }
  await quiet()
  expect(logins()).toBeGreaterThan(1)
  expect(logins()).toBeLessThanOrEqual(3)
  refusing.script = {}
  pass(LONGEST_PAUSE_MS)
  gateway.wake()
  await expect.poll(() => new Set(refusing.taken).size, { timeout: 60_000 }).toBe(60)
  const states = () => db.selectFrom('messages').select('state').distinct().execute()
  await expect.poll(states, { timeout: 10_000 }).toEqual([{ state: 'sent' }])
}, 120_000)

test.each(MISTAKES.slice(0, 1))(
  '%s is retried for five days, then the message fails',
  async (_, script) => {
    const {
      write: post,
      row,
      quiet,
      gateway,
      pass,
      refusing,
      messages,
    } = await startRefusing(script)
    const id = await post()
    const startedAt = gateway.clock()
    do {
      pass(DAY_MS / 6)
      await quiet()
    } while ((await row(id)).state === 'queued')
    expect(await row(id)).toMatchObject({ state: 'failed' })
    expect(gateway.clock() - startedAt).toBeGreaterThan(5 * DAY_MS)
    refusing.script = {}
    expect(await messages('retry', '--all')).toMatchObject({ exitCode: 0 })
    pass(LONGEST_PAUSE_MS)
    gateway.wake()
    await expect.poll(() => refusing.taken.length).toBe(1)
  },
  60_000,
)

test.each([
  ['is refused without a reason', '550 no such user'],
  ['has no mailbox', '550 5.1.1 User unknown'],
  ['has no domain', '550 5.1.2 Bad destination'],
])('a message whose recipient %s is tried again after five minutes', async (_, reply) => {
  const { write: post, quiet, row, refusing, pass } = await startRefusing({ recipient: say(reply) })
  const id = await post()
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'queued', attempt: 1 })
  refusing.script = {}
  pass(6 * MINUTE_MS)
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 2 })
})

test('without a mail server a message stays queued and says so, and is sent when one is set', async () => {
  const DATA_DIR = freshFolder()
  const first = await startTestGateway({ environment: { DATA_DIR } })
  expect(await postForm(first.url)).toMatchObject({ status: 200 })
  await sleep(300)
  const { db } = first.gateway.store
  const rows = await db.selectFrom('messages').select(['state', 'attempt']).execute()
  expect(rows).toEqual([{ state: 'queued', attempt: 0 }])
  expect(first.log.join('\n')).toMatch(/warn +mail server missing .*SMTP_HOST/)
  for (const command of ['list', 'show latest']) {
    const { out } = await callMessages(command.split(' '), { DATA_DIR })
    expect(out, command).toMatch(/queued/)
    expect(out, command).toMatch(/no mail server.*SMTP_HOST/i)
  }
  const { out } = await runCommand(['doctor', '--json', '--send-test'], { DATA_DIR })
  expect(JSON.parse(out).findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        check: 'mail server',
        status: 'warning',
        found: expect.stringContaining('messages stay queued'),
        advice: expect.stringContaining('Follow a recipe'),
      }),
      expect.objectContaining({ check: 'test mail', status: 'failed', found: 'not sent' }),
    ]),
  )
  await first.close()

  const server = await startMailServer()
  onTestFinished(server.close)
  const mail = {
    ...smtpSettings(server.url),
    MAIL_FROM: 'me@portfolio.test',
    MAIL_TO: 'me@portfolio.test',
  }
  const second = await startOwnGateway({ environment: { DATA_DIR, ...mail } })
  await server.waitFor(1)
  const states = () => second.gateway.store.db.selectFrom('messages').select('state').execute()
  await expect.poll(states).toEqual([{ state: 'sent' }])
}, 60_000)

const ADDRESSES: [mistake: string, wrong: (right: string) => string][] = [
  ['a closed port', () => 'smtp://127.0.0.1:1'],
  ['a wrong host', () => 'smtps://nowhere.invalid'],
  ['TLS where there is none', (right) => right.replace('smtp:', 'smtps:')],
]

test.each(ADDRESSES)(
  '%s pauses, and the next start with the right one delivers',
  async (_, wrong) => {
    const { server, mail } = await startOwnersMail()
    const first = await startTestGateway({
      environment: { ...mail, ...smtpSettings(wrong(server.url)) },
    })
    expect(await postForm(first.url)).toMatchObject({ status: 200 })
    await expect
      .poll(() => first.log.join('\n'), { timeout: 10_000 })
      .toMatch(/ error transport paused .*hint=".*SMTP_/)
    await first.close()
    await startOwnGateway({ environment: { ...mail, ...smtpSettings(server.url) } })
    await server.waitFor(1)
  },
)

/** What listens at a wrong port, and the address that an owner gives it. */
const OTHER_SERVERS: [server: string, scheme: string, start: () => Server][] = [
  ['a web server, by TLS', 'smtps', () => createHttpServer()],
  [
    'a web server',
    'smtp',
    () => createHttpServer({ headersTimeout: 100, connectionsCheckingInterval: 100 }),
  ],
  [
    'an SSH server',
    'smtp',
    () => createServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  ],
  ['an IMAP server', 'smtp', () => createServer((socket) => socket.write('* OK IMAP4 ready\r\n'))],
]

test.each(OTHER_SERVERS)(
  'a wrong port where %s answers pauses, and the next start with the right one delivers',
  async (_, scheme, start) => {
    const other = start().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { server, mail } = await startOwnersMail()
    const wrong = smtpSettings(`${scheme}://127.0.0.1:${port}`)
    const first = await startTestGateway({ environment: { ...mail, ...wrong } })
    expect(await postForm(first.url)).toMatchObject({ status: 200 })
    await expect
      .poll(() => first.log.join('\n'), { timeout: 10_000 })
      .toMatch(/ error transport paused .*hint=".*[Pp]ort.*SMTP_/)
    await first.close()
    await startOwnGateway({ environment: { ...mail, ...smtpSettings(server.url) } })
    expect(await server.waitFor(1)).toHaveLength(1)
  },
)

test('an expired consent pauses, and the next start with a new one delivers', async () => {
  const expired = {
    error: 'invalid_grant',
    error_description: 'Token has been expired or revoked.',
  }
  const tokens = await startMailApi({ status: 400, json: expired })
  onTestFinished(tokens.close)
  const server = await startMailServer({
    authOptional: false,
    authMethods: ['XOAUTH2'],
    onAuth: ({ accessToken }, _, done) =>
      accessToken === 'a-token' ? done(null, { user: 'me' }) : done(new Error('no')),
  })
  onTestFinished(server.close)
  const mail = {
    DATA_DIR: freshFolder(),
    MAIL_FROM: 'me@portfolio.test',
    MAIL_TO: 'me@portfolio.test',
    ...smtpSettings(`smtp://me@127.0.0.1:${server.port}`),
    OAUTH_TOKEN_URL: tokens.url,
    OAUTH_CLIENT_ID: 'id',
    OAUTH_CLIENT_SECRET: 'secret',
  }
  const first = await startTestGateway({ environment: { ...mail, OAUTH_REFRESH_TOKEN: 'old' } })
  expect(await postForm(first.url)).toMatchObject({ status: 200 })
  await expect
    .poll(() => first.log.join('\n'))
    .toMatch(/ error transport paused .*hint=".*OAUTH_REFRESH_TOKEN/)
  await first.close()
  tokens.answers.splice(0, 1, { status: 200, json: { access_token: 'a-token', expires_in: 3600 } })
  await startOwnGateway({ environment: { ...mail, OAUTH_REFRESH_TOKEN: 'new' } })
  expect(await server.waitFor(1)).toHaveLength(1)
})

test.each(['452 4.2.2 Mailbox full', '552 5.2.2 Mailbox full'])(
  'a full mailbox (%s) defers the message until there is room',
  async (reply) => {
    const {
      refusing,
      write: post,
      quiet,
      row,
      pass,
    } = await startRefusing({ recipient: say(reply) })
    const id = await post()
    await quiet()
    expect(await row(id)).toMatchObject({ state: 'queued', attempt: 1 })
    refusing.script = {}
    pass(6 * MINUTE_MS)
    await quiet()
    expect(await row(id)).toMatchObject({ state: 'sent', attempt: 2 })
  },
)

test('a message to a misspelt MAIL_TO waits, and leaves by retry after the correction', async () => {
  const server = await startMailServer()
  onTestFinished(server.close)
  server.refusals.recipientOf = { 'mee@portfolio.test': 550 }
  const mail = {
    DATA_DIR: freshFolder(),
    MAIL_FROM: 'me@portfolio.test',
    ...smtpSettings(server.url),
  }
  const first = await startTestGateway({ environment: { ...mail, MAIL_TO: 'mee@portfolio.test' } })
  expect(await postForm(first.url)).toMatchObject({ status: 200 })
  await expect.poll(() => first.log.join('\n')).toMatch(/ error message deferred/)
  await first.close()
  await startOwnGateway({ environment: { ...mail, MAIL_TO: 'me@portfolio.test' } })
  expect(await callMessages(['retry', '--all'], { DATA_DIR: mail.DATA_DIR })).toMatchObject({
    exitCode: 0,
  })
  expect(await server.waitFor(1, 40)).toMatchObject([{ to: ['me@portfolio.test'] }])
}, 60_000)

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { startOwnGateway, startOwnMailServer } from 'test-fixtures/delivery.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { startMailApi } from 'test-fixtures/mail-api.ts'
import {
  type MailServerOptions,
  mailServerAt,
  mailSettings,
  say,
  smtpSettings,
} from 'test-fixtures/mail-server.ts'
import { beginAt, deferredUntil, write } from 'test-fixtures/messages.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Configuration, readConfiguration } from '../../configuration.ts'
import { graphTransport } from '../../delivery/transports/graph.ts'
import { smtpTransport } from '../../delivery/transports/smtp.ts'
import { buildOpsServer } from '../../http/ops.ts'
import { openStore } from '../../store/open-store.ts'
import { settle } from '../../store/outbox.ts'
import type { Store } from '../../store/store.ts'
import { checkMailServer, sendTestMail } from './check-delivery.ts'
import { checkDatabase, checkRunningGateway } from './check-gateway.ts'
import { checkConfiguration } from './doctor.ts'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

const doctor = (args: string[], settings: Record<string, string> = {}) =>
  runCommand(['doctor', ...args], { DATA_DIR: workspace.data, ...settings })

test('a fresh checkout has no failed check, and the checks change nothing', async () => {
  const { exitCode, out, error } = await doctor([])
  expect(exitCode).toBe(0)
  expect(error).toBe('')
  for (const check of ['configuration', 'site', 'database', 'account']) {
    expect(out).toMatch(new RegExp(`^ok {7}${check}`, 'm'))
  }
  expect(out).toMatch(/^warning {2}mail server {4}not set/m)
  expect(existsSync(workspace.data)).toBe(false)
})

test('a failed check sets the exit code, --json lists the findings, and no test mail leaves', async () => {
  const settings = {
    ...smtpSettings('smtp://me:geheim99@127.0.0.1:1'),
    MAIL_FROM: 'me@example.invalid',
    MAIL_TO: 'owner@example.invalid',
  }
  const { exitCode, out, error } = await doctor(['--json', '--send-test'], settings)
  expect(exitCode).toBe(1)
  const { findings, failed } = JSON.parse(out)
  expect(failed).toBeGreaterThan(0)
  for (const finding of findings) {
    expect(Object.keys(finding)).toEqual(['check', 'status', 'found', 'advice'])
  }
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'mail server', status: 'failed' }),
  )
  expect(findings.at(-1)).toMatchObject({ check: 'test mail', status: 'failed', found: 'not sent' })
  expect(out + error).not.toContain('geheim99')
})

test('what pauses the gateway that runs here is reported', async () => {
  const { gateway, url, log } = await startOwnGateway({
    environment: {
      DATA_DIR: workspace.data,
      ...mailSettings('smtp://127.0.0.1:1'),
    },
  })
  const ops = buildOpsServer({ gateway, isStopping: () => false })
  onTestFinished(() => ops.close())
  const OPS_PORT = new URL(await ops.listen({ port: 0, host: '127.0.0.1' })).port
  const running = { ...gateway.configuration, OPS_PORT: Number(OPS_PORT) }
  expect(await checkRunningGateway(running)).toMatchObject([
    { status: 'ok', found: expect.stringMatching(/^runs here: .*ready$/) },
  ])
  await postForm(url)
  await expect.poll(() => log.join('\n')).toContain('transport paused')
  const { findings } = JSON.parse((await doctor(['--json'], { OPS_PORT })).out)
  expect(findings).toContainEqual({
    check: 'gateway',
    status: 'failed',
    found: expect.stringMatching(
      /^The mail server is paused until .*ECONNREFUSED.* Check SMTP_HOST/,
    ),
    advice: expect.stringContaining('at once if you restart it'),
  })
  await gateway.delivery.stop()
  expect(await checkRunningGateway(running)).toMatchObject([
    {
      status: 'failed',
      found: 'the one that runs here is not ready: the delivery worker is not running',
    },
  ])
})

test('a gateway that is down, and one with another database, is none', async () => {
  const { gateway } = await startOwnGateway({ environment: { NODE_ENV: 'production' } })
  const ops = buildOpsServer({ gateway, isStopping: () => false })
  onTestFinished(() => ops.close())
  const OPS_PORT = Number(new URL(await ops.listen({ port: 0, host: '127.0.0.1' })).port)
  const there = { ...gateway.configuration, OPS_PORT }
  expect(await checkRunningGateway(there)).toMatchObject([{ status: 'ok' }])
  const neverStarted = { ...there, DATA_DIR: workspace.data }
  expect(await checkRunningGateway(neverStarted)).toMatchObject([
    { status: 'warning', found: expect.stringMatching(/^none of this folder/) },
  ])
  for (const [NODE_ENV, status] of [
    ['development', 'warning'],
    ['production', 'failed'],
  ] as const) {
    const { close } = await startTestGateway({
      environment: { DATA_DIR: workspace.data, NODE_ENV },
    })
    await close()
    expect(await checkRunningGateway(neverStarted)).toMatchObject([
      { status, found: expect.stringMatching(/^none of this folder/) },
    ])
  }
  await ops.close()
  expect(await checkRunningGateway(there)).toMatchObject([
    { status: 'failed', found: expect.stringMatching(/^none answers at/) },
  ])
  expect(await checkRunningGateway({ ...there, OPS_PORT: 0 })).toMatchObject([
    { status: 'warning' },
  ])
})

test('every configuration error is a finding', () => {
  const findings = checkConfiguration(readConfiguration({ PORT: 'x', MAIL_TO: 'y' }))
  expect(findings.map(({ status }) => status)).toEqual(['failed', 'failed'])
})

const NOW = Date.now()

test('a missing database passes, and is not created', async () => {
  const dataFolder = freshFolder()
  expect(await checkDatabase({ dataFolder }, NOW)).toMatchObject([{ status: 'ok' }])
  expect(existsSync(join(dataFolder, 'messages.db'))).toBe(false)
})

test('a file that is not a database is a failure, not a crash', async () => {
  const dataFolder = freshFolder()
  writeFileSync(join(dataFolder, 'messages.db'), 'no header of a database '.repeat(5))
  expect(await checkDatabase({ dataFolder }, NOW)).toMatchObject([{ status: 'failed' }])
})

const refused = async (store: Store) => {
  const begun = await beginAt(store, NOW)
  if (!begun) throw new Error('nothing was due')
  await settle(store, begun, NOW, deferredUntil(NOW, NOW, 'Invalid login: 535 5.7.8'))
}

test.each<[string, number, (store: Store) => unknown, object]>([
  ['an empty queue', 0, ({ db }) => db.deleteFrom('messages').execute(), { found: 'empty' }],
  ['a message', 40 * 60_000, () => {}, { found: '1 queued; oldest queued for 40 min' }],
  ['a message that waits', 3_600_000, () => {}, { status: 'failed' }],
  ['a refused one', 3_600_000, refused, { found: expect.stringContaining('535 5.7.8') }],
  [
    'a failed one',
    0,
    ({ db }) => db.updateTable('messages').set({ state: 'failed', finished_at: NOW }).execute(),
    { status: 'failed', found: '1 failed' },
  ],
])('the queue check reports %s', async (_, age, change, expected) => {
  const dataFolder = freshFolder()
  const store = await openStore({ dataFolder })
  await write(store, { receivedAt: NOW - age })
  await change(store)
  await store.close()
  const findings = await checkDatabase({ dataFolder }, NOW)
  const queue = findings.find(({ check }) => check === 'queue')
  expect(queue).toMatchObject({ status: age < 3_600_000 ? 'ok' : 'failed', ...expected })
})

function transportTo(address: string, times = {}) {
  const transport = smtpTransport(mailServerAt(address), times)
  onTestFinished(transport.close)
  return transport
}

const checkAt = (address: string, times = {}) =>
  checkMailServer(transportTo(address, times), mailServerAt(address).user !== '')

const has = (text: string) => expect.stringContaining(text)
const REJECTS = { script: { login: say('535 5.7.8 wr0ng-word is wrong') } }

test.each<[string, MailServerOptions, string, object]>([
  ['takes the login', {}, 'smtp://me:word@127.0.0.1', { status: 'ok', found: has('the login') }],
  ['rejects it', REJECTS, 'smtp://me:wr0ng-word@127.0.0.1', { advice: has('rejected the name') }],
  ['has another name', { isSecure: true }, 'smtps://localhost', { advice: has('certificate') }],
  ['has no TLS', {}, 'smtps://127.0.0.1', { advice: has('587 is usual for starttls') }],
])(
  'a server that %s is reported with advice, without the password',
  async (_, options, to, expected) => {
    const { port } = await startOwnMailServer(options)
    const finding = await checkAt(`${to}:${port}`)
    expect(finding).toMatchObject({ status: 'failed', check: 'mail server', ...expected })
    expect(JSON.stringify(finding)).not.toContain('wr0ng')
  },
)

test('STARTTLS for a port with TLS from the first byte is reported with the fix', async () => {
  const { port } = await startOwnMailServer({ isSecure: true })
  const advice = has('465 for implicit')
  // Each waits for the other to begin.
  const finding = await checkAt(`smtp://127.0.0.1:${port}`, { greetingMs: 300 })
  expect(finding).toMatchObject({ status: 'failed', advice })
})

test('a test mail is delivered as any message, and the reply of the server is reported', async () => {
  const server = await startOwnMailServer()
  const environment = { MAIL_FROM: 'me@example.org', MAIL_TO: 'owner@example.org' }
  const { gateway } = await startOwnGateway({ environment })
  const transport = transportTo(server.url)
  const finding = await sendTestMail(gateway.account, transport, Date.now())
  expect(finding).toMatchObject({
    status: 'ok',
    found: has(`${transport.location} responded: 250`),
  })
  const [received] = await server.waitFor(1)
  expect(received?.mail).toMatchObject({
    to: [{ address: 'owner@example.org' }],
    replyTo: [{ address: 'owner@example.org' }],
    subject: has('Test mail: npm run doctor'),
  })
})

test('an application that gets a token passes, and one without a way to it fails', async () => {
  const api = await startMailApi({ status: 200, json: { access_token: 'token' } })
  const settings = { OAUTH_TOKEN_URL: api.url } as Configuration
  const check = () => checkMailServer(graphTransport(settings, Date.now), true)
  expect(await check()).toMatchObject({ status: 'ok', found: has('accepts the login') })
  await api.close()
  expect(await check()).toMatchObject({ status: 'failed', found: has('ECONNREFUSED') })
})

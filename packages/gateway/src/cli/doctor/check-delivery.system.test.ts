import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { startOwnGateway } from 'test-fixtures/delivery.ts'
import { startMailApi } from 'test-fixtures/mail-api.ts'
import { mailServerAt } from 'test-fixtures/smtp-settings.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { graphTransport } from '../../delivery/transports/graph.ts'
import { createTokenSource } from '../../delivery/transports/oauth.ts'
import { smtpTransport } from '../../delivery/transports/smtp.ts'
import { adviceFor, describeFailure } from '../../delivery/transports/smtp-errors.ts'
import { checkMailServer, sendTestMail } from './check-delivery.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

let server: SMTPServer | undefined
let closeTransport = () => {}

beforeEach(() => {
  // The test server warns at each start that its certificate is public.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(async () => {
  closeTransport()
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
  vi.restoreAllMocks()
})

async function startServer(options: SMTPServerOptions = {}): Promise<number> {
  server = new SMTPServer({ authOptional: true, logger: false, ...options })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return (server.server.address() as AddressInfo).port
}

function transportTo(address: string) {
  const transport = smtpTransport(mailServerAt(address))
  closeTransport = transport.close
  return transport
}

const check = (address: string) =>
  checkMailServer(transportTo(address), mailServerAt(address).user !== '')

/** Accepts one password. */
const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, callback) =>
  password === 'right word'
    ? callback(null, { user: username })
    : callback(new Error('Invalid login'))

test('a server that accepts the login passes', async () => {
  const port = await startServer({ onAuth, allowInsecureAuth: true })
  const finding = await check(`smtp://me:right%20word@127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'ok', check: 'mail server' })
  expect(finding.found).toContain('accepts the login')
})

test('a rejected login is reported without the password', async () => {
  const port = await startServer({ onAuth, allowInsecureAuth: true })
  const finding = await check(`smtp://me:wr0ng-word@127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'failed' })
  expect(finding.advice).toContain('rejected the name or password')
  expect(JSON.stringify(finding)).not.toContain('wr0ng')
})

test('a closed port is reported with advice on the port', async () => {
  const finding = await check('smtp://127.0.0.1:1')
  expect(finding).toMatchObject({ status: 'failed' })
  expect(finding.advice).toContain('Check SMTP_HOST and SMTP_PORT')
})

test('a certificate that is not valid is reported with advice on the host', async () => {
  const port = await startServer({ secure: true })
  const finding = await check(`smtps://localhost:${port}`)
  expect(finding).toMatchObject({ status: 'failed', check: 'mail server' })
  expect(finding.advice).toContain('must match the certificate')
})

test('implicit TLS for a port without it is reported with the fix', async () => {
  const port = await startServer()
  const finding = await check(`smtps://127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'failed', check: 'mail server' })
  expect(finding.found).toContain('the server does not answer with TLS')
  expect(finding.advice).toContain('Set SMTP_TLS to starttls')
})

test('STARTTLS for a port with TLS from the first byte is reported with the fix', async () => {
  const port = await startServer({ secure: true })
  const address = `smtp://127.0.0.1:${port}`
  // The gateway itself waits 30 s for the greeting.
  const mailer = createTransport({ host: '127.0.0.1', port, greetingTimeout: 300 })
  const error = await mailer.verify().catch((error) => error)
  const verify = async () => ({ ...describeFailure(error), advice: adviceFor(error) })
  const finding = await checkMailServer({ ...transportTo(address), verify }, false)
  expect(finding).toMatchObject({ status: 'failed', check: 'mail server' })
  expect(finding.advice).toContain('Set SMTP_TLS to implicit')
})

const MAIL = { MAIL_FROM: 'me@example.org', MAIL_TO: 'owner@example.org' }

async function sendTo(port: number) {
  const { gateway } = await startOwnGateway({ environment: MAIL })
  return sendTestMail(gateway.account, transportTo(`smtp://127.0.0.1:${port}`), NOW)
}

test('a test mail is delivered as any message, and the reply of the server is reported', async () => {
  let received = ''
  const port = await startServer({
    onData: (stream, _, callback) => {
      stream.on('data', (chunk) => (received += chunk))
      stream.on('end', () => callback(null, 'OK: queued as TEST1'))
    },
  })
  const finding = await sendTo(port)
  expect(finding).toMatchObject({ status: 'ok' })
  expect(finding.found).toContain('queued as TEST1')
  expect(received).toContain('\nTo: owner@example.org')
  expect(received).toContain('Reply-To: owner@example.org')
  expect(received).toContain('Subject: Test mail: npm run doctor')
})

test('an application that gets a token passes, and one without a way to it fails', async () => {
  const api = await startMailApi({ status: 200, json: { access_token: 'token' } })
  const client = { tokenUrl: api.url, clientId: 'id', clientSecret: 'secret', scope: 'mail' }
  const check = () => {
    const tokens = createTokenSource(client, Date.now)
    return checkMailServer(graphTransport('page@example.org', tokens), true)
  }
  const found = 'graph.microsoft.com accepts the login'
  expect(await check()).toMatchObject({ status: 'ok', found })
  await api.close()
  const away = { status: 'failed', found: expect.stringContaining('ECONNREFUSED') }
  expect(await check()).toMatchObject(away)
})

test('an OAuth2 token that has ended is reported with the variables to renew', async () => {
  const api = await startMailApi({
    status: 400,
    json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
  })
  onTestFinished(api.close)
  const port = await startServer({ authMethods: ['XOAUTH2'], allowInsecureAuth: true })
  const client = { tokenUrl: api.url, clientId: 'id', clientSecret: 'secret', scope: 'mail' }
  const tokens = createTokenSource({ ...client, refreshToken: 'token' }, Date.now)
  const transport = smtpTransport(mailServerAt(`smtp://me@127.0.0.1:${port}`), tokens)
  onTestFinished(transport.close)
  expect(await checkMailServer(transport, true)).toMatchObject({
    status: 'failed',
    found: expect.stringContaining('expired or revoked'),
    advice: expect.stringContaining('OAUTH_REFRESH_TOKEN'),
  })
})

import { createTransport } from 'nodemailer'
import { startOwnGateway } from 'test-fixtures/delivery.ts'
import { startMailApi } from 'test-fixtures/mail-api.ts'
import {
  type Deed,
  type MailServer,
  type MailServerOptions,
  say,
  startMailServer,
} from 'test-fixtures/mail-server.ts'
import { mailServerAt } from 'test-fixtures/smtp-settings.ts'
import { expect, onTestFinished, test } from 'vitest'
import { graphTransport } from '../../delivery/transports/graph.ts'
import { createTokenSource } from '../../delivery/transports/oauth.ts'
import { smtpTransport } from '../../delivery/transports/smtp.ts'
import { adviceFor, describeFailure } from '../../delivery/transports/smtp-errors.ts'
import { checkMailServer, sendTestMail } from './check-delivery.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

async function serve(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(server.close)
  return server
}

function transportTo(address: string) {
  const transport = smtpTransport(mailServerAt(address))
  onTestFinished(transport.close)
  return transport
}

const check = (address: string) =>
  checkMailServer(transportTo(address), mailServerAt(address).user !== '')

test('a server that accepts the login passes', async () => {
  const { port } = await serve()
  const finding = await check(`smtp://me:right%20word@127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'ok', check: 'mail server' })
  expect(finding.found).toContain('accepts the login')
})

test('a rejected login is reported without the password', async () => {
  const { port } = await serve({ script: { login: say('535 5.7.8 wr0ng-word is wrong') } })
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
  const { port } = await serve({ isSecure: true })
  const finding = await check(`smtps://localhost:${port}`)
  expect(finding).toMatchObject({ status: 'failed', check: 'mail server' })
  expect(finding.advice).toContain('must match the certificate')
})

test('implicit TLS for a port without it is reported with the fix', async () => {
  const { port } = await serve()
  const finding = await check(`smtps://127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'failed', check: 'mail server' })
  expect(finding.found).toContain('the server does not answer with TLS')
  expect(finding.advice).toContain('Set SMTP_TLS to starttls')
})

test('STARTTLS for a port with TLS from the first byte is reported with the fix', async () => {
  const { port } = await serve({ isSecure: true })
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
  const end: Deed = (socket, mail) => {
    received = mail.raw
    say('250 OK: queued as TEST1')(socket, mail)
  }
  const { port } = await serve({ script: { end } })
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
  const { port } = await serve({ extensions: ['AUTH XOAUTH2'] })
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

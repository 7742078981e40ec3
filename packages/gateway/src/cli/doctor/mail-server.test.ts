import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '../../gateway/accounts.ts'
import { noCaptcha } from '../../gateway/captcha/captcha.ts'
import { readTemplate } from '../../gateway/mail/template.ts'
import { smtpTransport } from '../../gateway/mail/transport.ts'
import { judgeCertificate, readCertificateEnd } from './certificate.ts'
import { checkMailServer } from './mail-server.ts'
import { sendTestMail } from './test-mail.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000

let server: SMTPServer | undefined
let closeTransport = () => {}

beforeEach(() => {
  // The certificate that the test server brings is known to everybody, which it says at each start.
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
  const transport = smtpTransport(address)
  closeTransport = transport.close
  return transport
}

const check = (address: string) => checkMailServer('SMTP_URL', transportTo(address), address, NOW)

/** Lets in whoever knows the password. */
const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, callback) =>
  password === 'right word'
    ? callback(null, { user: username })
    : callback(new Error('Invalid login'))

test('a server that takes the login is fine', async () => {
  const port = await startServer({ onAuth, allowInsecureAuth: true })
  const [finding] = await check(`smtp://me:right%20word@127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'ok', check: 'mail server' })
  expect(finding?.found).toContain('takes the login')
})

test('a wrong password is told without the password', async () => {
  const port = await startServer({ onAuth, allowInsecureAuth: true })
  const findings = await check(`smtp://me:wr0ng-word@127.0.0.1:${port}`)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ status: 'failed' })
  expect(findings[0]?.advice).toContain('not accepted')
  expect(JSON.stringify(findings)).not.toContain('wr0ng')
})

test('where nothing listens, the port is looked at', async () => {
  const [finding] = await check('smtp://127.0.0.1:1')
  expect(finding).toMatchObject({ status: 'failed' })
  expect(finding?.advice).toContain('Nothing answers there')
})

test('a certificate that has ended is told with its date', async () => {
  const port = await startServer({ secure: true })
  const findings = await check(`smtps://localhost:${port}`)
  expect(findings.map(({ check: name, status }) => [name, status])).toEqual([
    ['certificate', 'failed'],
    ['mail server', 'failed'],
  ])
  expect(findings[0]?.found).toContain('9 Feb 2025')
  expect(findings[1]?.advice).toContain('certificate')
})

test('the certificate is read where encryption begins in the middle of the conversation', async () => {
  const port = await startServer()
  const end = await readCertificateEnd(`smtp://127.0.0.1:${port}`)
  expect(new Date(end ?? 0).toISOString()).toBe('2025-02-09T11:32:58.000Z')
})

test('a server without encryption shows no certificate', async () => {
  const port = await startServer({ disabledCommands: ['STARTTLS'] })
  expect(await readCertificateEnd(`smtp://127.0.0.1:${port}`)).toBeUndefined()
})

test.each([
  [-DAY_MS, 'failed'],
  [13 * DAY_MS, 'warning'],
  [60 * DAY_MS, 'ok'],
])('a certificate that ends in %i ms is judged %s', (left, status) => {
  expect(judgeCertificate('smtps://mail', NOW + left, NOW).status).toBe(status)
})

function ownAccount(): Account {
  const template = readTemplate(
    'contact',
    '---\nto: "{{owner_email}}"\nsubject: "{{subject}}: {{user_name}}"\n---\n<p>{{message}}</p>',
  )
  return {
    publicKey: 'portfolio',
    privateKey: undefined,
    isOwnSite: true,
    origins: new Set(),
    services: new Map([['default_service', 'SMTP_URL']]),
    templates: new Map([['contact', template]]),
    captcha: noCaptcha,
    sender: { from: 'me@example.org', to: 'owner@example.org', site: 'Site' },
    autoReply: undefined,
    notice: undefined,
  }
}

async function sendTo(port: number) {
  const transports = new Map([['SMTP_URL', transportTo(`smtp://127.0.0.1:${port}`)]])
  return sendTestMail(new Map([['portfolio', ownAccount()]]), transports, NOW)
}

test('a test mail goes the way of all messages, and the answer is told', async () => {
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
  expect(received).toContain('To: owner@example.org')
  expect(received).toContain('Subject: Test mail: npm run doctor')
})

test('a refused test mail tells in which words', async () => {
  const port = await startServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('no such user here'), { responseCode: 550 })),
  })
  const finding = await sendTo(port)
  expect(finding).toMatchObject({ status: 'failed' })
  expect(finding.found).toContain('no such user here')
})

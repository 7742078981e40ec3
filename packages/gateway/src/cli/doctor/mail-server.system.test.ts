import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '../../accounts.ts'
import { parseMailServer } from '../../delivery/smtp.ts'
import { readTemplate } from '../../delivery/template.ts'
import { smtpTransport } from '../../delivery/transport.ts'
import { noCaptcha } from '../../submissions/captcha.ts'
import {
  checkMailServer,
  evaluateCertificate,
  findMismatch,
  readCertificateEnd,
  sendTestMail,
} from './mail-server.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000

let server: SMTPServer | undefined
let silent: Server | undefined
let closeTransport = () => {}

beforeEach(() => {
  // The test server warns at each start that its certificate is public.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(async () => {
  closeTransport()
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
  silent?.close()
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

/** Accepts one password. */
const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, callback) =>
  password === 'right word'
    ? callback(null, { user: username })
    : callback(new Error('Invalid login'))

test('a server that accepts the login passes', async () => {
  const port = await startServer({ onAuth, allowInsecureAuth: true })
  const [finding] = await check(`smtp://me:right%20word@127.0.0.1:${port}`)
  expect(finding).toMatchObject({ status: 'ok', check: 'mail server' })
  expect(finding?.found).toContain('accepts the login')
})

test('a rejected login is reported without the password', async () => {
  const port = await startServer({ onAuth, allowInsecureAuth: true })
  const findings = await check(`smtp://me:wr0ng-word@127.0.0.1:${port}`)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ status: 'failed' })
  expect(findings[0]?.advice).toContain('rejected the name or password')
  expect(JSON.stringify(findings)).not.toContain('wr0ng')
})

test('a closed port is reported with advice on the port', async () => {
  const [finding] = await check('smtp://127.0.0.1:1')
  expect(finding).toMatchObject({ status: 'failed' })
  expect(finding?.advice).toContain('No response')
})

test('an expired certificate is reported with its date', async () => {
  const port = await startServer({ secure: true })
  const findings = await check(`smtps://localhost:${port}`)
  expect(findings.map(({ check: name, status }) => [name, status])).toEqual([
    ['certificate', 'failed'],
    ['mail server', 'failed'],
  ])
  expect(findings[0]?.found).toContain('9 Feb 2025')
  expect(findings[1]?.advice).toContain('certificate')
})

test('smtps:// for a STARTTLS port is reported with the fix', async () => {
  const port = await startServer()
  const findings = await check(`smtps://127.0.0.1:${port}`)
  expect(findings).toEqual([
    {
      status: 'failed',
      check: 'mail server',
      found: `smtps://127.0.0.1:${port}: the server responds, but without TLS from the first byte`,
      advice: `Set SMTP_URL to smtp://…:${port}, which uses STARTTLS as on ports 587 and 25, or use the port for smtps://, usually 465.`,
    },
  ])
})

test.each(['localhost', '127.0.0.1'])(
  'smtp:// for an implicit TLS port is reported with the fix, at %s',
  async (host) => {
    const port = await startServer({ secure: true })
    expect(await check(`smtp://${host}:${port}`)).toEqual([
      {
        status: 'failed',
        check: 'mail server',
        found: `smtp://${host}:${port}: the server responds, but only with TLS from the first byte`,
        advice: `Set SMTP_URL to smtps://…:${port} (port 465), or use the port for smtp://, usually 587.`,
      },
    ])
  },
)

test('a silent server without TLS is not a TLS mismatch', async () => {
  silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  for (const protocol of ['smtp:', 'smtps:'] as const) {
    expect(
      await findMismatch(parseMailServer(`${protocol}//127.0.0.1:${port}`), 200),
    ).toBeUndefined()
  }
})

test('the certificate is read after STARTTLS', async () => {
  const port = await startServer()
  const end = await readCertificateEnd(parseMailServer(`smtp://127.0.0.1:${port}`))
  expect(new Date(end ?? 0).toISOString()).toBe('2025-02-09T11:32:58.000Z')
})

test('a server without STARTTLS has no certificate', async () => {
  const port = await startServer({ disabledCommands: ['STARTTLS'] })
  expect(await readCertificateEnd(parseMailServer(`smtp://127.0.0.1:${port}`))).toBeUndefined()
})

test.each([
  [-DAY_MS, 'failed'],
  [13 * DAY_MS, 'warning'],
  [60 * DAY_MS, 'ok'],
])('a certificate that expires in %i ms is %s', (left, status) => {
  expect(evaluateCertificate('smtps://mail', NOW + left, NOW).status).toBe(status)
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
    hosts: new Set(),
    origins: new Set(),
    services: new Map([['default_service', 'SMTP_URL']]),
    templates: new Map([['contact', template]]),
    captcha: noCaptcha,
    isMessageRequired: false,
    sender: { from: 'me@example.org', to: ['owner@example.org'], site: 'Site' },
    autoReply: undefined,
    notice: template,
  }
}

async function sendTo(port: number) {
  const transports = new Map([['SMTP_URL', transportTo(`smtp://127.0.0.1:${port}`)]])
  return sendTestMail(new Map([['portfolio', ownAccount()]]), transports, NOW)
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
  expect(received).toContain('To: owner@example.org')
  expect(received).toContain('Subject: Test mail: npm run doctor')
})

test('a rejected test mail is reported with the reply of the server', async () => {
  const port = await startServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('no such user here'), { responseCode: 550 })),
  })
  const finding = await sendTo(port)
  expect(finding).toMatchObject({ status: 'failed' })
  expect(finding.found).toContain('no such user here')
})

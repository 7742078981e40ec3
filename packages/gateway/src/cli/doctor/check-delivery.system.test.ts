import { startOwnGateway, startOwnMailServer } from 'test-fixtures/delivery.ts'
import { startMailApi } from 'test-fixtures/mail-api.ts'
import { type MailServerOptions, mailServerAt, say } from 'test-fixtures/mail-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Configuration } from '../../configuration.ts'
import { graphTransport } from '../../delivery/transports/graph.ts'
import { smtpTransport } from '../../delivery/transports/smtp.ts'
import { checkMailServer, sendTestMail } from './check-delivery.ts'

function transportTo(address: string, times = {}) {
  const transport = smtpTransport(mailServerAt(address), times)
  onTestFinished(transport.close)
  return transport
}

const check = (address: string, times = {}) =>
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
    const finding = await check(`${to}:${port}`)
    expect(finding).toMatchObject({ status: 'failed', check: 'mail server', ...expected })
    expect(JSON.stringify(finding)).not.toContain('wr0ng')
  },
)

test('STARTTLS for a port with TLS from the first byte is reported with the fix', async () => {
  const { port } = await startOwnMailServer({ isSecure: true })
  const advice = has('465 for implicit')
  // Each waits for the other to begin.
  const finding = await check(`smtp://127.0.0.1:${port}`, { greetingMs: 300 })
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

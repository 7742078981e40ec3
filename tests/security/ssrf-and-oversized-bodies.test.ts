import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { SendMailOptions } from 'nodemailer'
import { smtpTransport } from 'reward-codes-gateway/internal/delivery/transports/smtp.ts'
import { VARIABLES_TOO_LARGE } from 'reward-codes-gateway/protocol'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../fixtures/delivery.ts'
import {
  CONTROLS,
  freshForm,
  postForm,
  postJson,
  startTestGateway,
  type TestGateway,
} from '../fixtures/gateway.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { ask } from '../fixtures/raw-http.ts'
import { mailServerAt } from '../fixtures/smtp-settings.ts'
import { startVerifier } from '../fixtures/verifier.ts'

const OWN_FILE = import.meta.filename

async function serve(answer: RequestListener) {
  const asked: string[] = []
  const url = await startVerifier((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  return { url, asked }
}

describe('4 Server-side request forgery (SSRF)', () => {
  test.each([301, 302, 303, 307, 308])(
    'a redirect %i of the captcha verifier is not followed, and the message is held',
    async (status) => {
      const inner = await serve((_, to) => to.end('{"success":true}'))
      const verifier = await serve((_, to) => to.writeHead(status, { location: inner.url }).end())
      const gateway = await startTestGateway({
        page: { captcha: 'hcaptcha' },
        environment: { HCAPTCHA_SECRET: 'secret', CAPTCHA_VERIFY_URL: verifier.url },
      })
      onTestFinished(gateway.close)
      await postForm(gateway.url, freshForm({ 'g-recaptcha-response': 'token' }))
      const rows = await gateway.gateway.store.db.selectFrom('messages').select('state').execute()
      expect(rows).toEqual([{ state: 'held' }])
      expect([verifier.asked.length, inner.asked.length]).toEqual([1, 0])
    },
  )

  test('no URL in a request is fetched', async () => {
    const target = await serve((_, to) => to.end('secret'))
    const { url, server } = await startDelivery()
    const names =
      'message user_name path href url image attachments raw html text icalEvent watchHtml'
    const fields = Object.fromEntries(
      names.split(' ').map((name) => [name, `${target.url}/${name}`]),
    )
    // A link alone is held.
    fields.message = `Please look at ${fields.message}.`
    expect(await postForm(url, freshForm(fields))).toMatchObject({ status: 200 })
    const [received] = await server.waitFor(1)
    expect(received?.mail.text).toContain(`${target.url}/message`)
    expect(received?.mail.attachments).toEqual([])
    expect(target.asked).toEqual([])
  })

  test.each<[string, (place: string) => SendMailOptions]>([
    ['text', (path) => ({ text: { path } })],
    ['html', (path) => ({ html: { path } })],
    ['attachment', (path) => ({ attachments: [{ path }] })],
    ['raw mail', (path) => ({ raw: { path } })],
  ])('the transport reads no file and no URL given as %s', async (_, mailOf) => {
    const target = await serve((_, to) => to.end('secret'))
    const server = await startMailServer()
    const smtp = smtpTransport(mailServerAt(server.url))
    onTestFinished(async () => {
      smtp.close()
      await server.close()
    })
    const { signal } = new AbortController()
    for (const place of [OWN_FILE, target.url]) {
      const mail = { ...mailOf(place), envelope: { from: 'a@x.test', to: ['b@x.test'] } }
      const { reply } = await smtp.send(mail, signal)
      expect(reply).toMatch(/access rejected/i)
    }
    expect([target.asked, server.received]).toEqual([[], []])
  })
})

describe('5 Oversized and compressed request bodies', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  const head = (...lines: string[]) =>
    [
      'POST /api/v1.0/email/send HTTP/1.1',
      `Host: ${new URL(gateway.url).host}`,
      `Origin: ${gateway.url}`,
      'Content-Type: application/json',
      ...lines,
      '\r\n',
    ].join('\r\n')

  test.each([
    ['a length of a gigabyte', ['Content-Length: 1000000000'], '{"user_id":"'],
    ['chunks without end', ['Transfer-Encoding: chunked'], `30000\r\n${'x'.repeat(0x30000)}\r\n1`],
  ])('%s gets 413 at the limit', async (_, lines, body) => {
    const answer = await ask(gateway.url, Buffer.from(head(...lines) + body))
    expect(answer).toMatchObject({ status: 413, body: VARIABLES_TOO_LARGE })
  })

  test.each(['gzip', 'deflate', 'br', 'zstd', 'identity, gzip', 'x-unknown', 'identity'])(
    'a body with content-encoding %s is rejected, compressed or not',
    async (encoding) => {
      const body = JSON.stringify({ ...CONTROLS, template_params: { message: 'x' } })
      const headers = {
        origin: gateway.url,
        'content-type': 'application/json',
        'content-encoding': encoding,
      }
      for (const sent of [body, gzipSync(body)]) {
        const url = `${gateway.url}/api/v1.0/email/send`
        const reply = await fetch(url, { method: 'POST', body: sent, headers })
        expect([reply.status, reply.headers.get('x-reason')]).toEqual([
          415,
          'unsupported-content-encoding',
        ])
      }
    },
  )

  test.each<[string, FormData | Record<string, string>]>([
    ['fifty-one fields', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, 'x']))],
    ['a thousand twins', manyTwins()],
    ['words of 51 KB', { message: 'x'.repeat(51 * 1024) }],
    ['words of 51 KB in three bytes each', { message: '€'.repeat(17 * 1024) }],
    ['a name of 51 KB', { ['x'.repeat(51 * 1024)]: '' }],
  ])('%s are too much', async (_, form) => {
    const reply = await postForm(gateway.url, form)
    expect(reply).toMatchObject({
      status: 413,
      reason: expect.stringMatching(/^too-(large|many-fields)$/),
    })
  })

  test.each([
    ['objects in objects', '{"a":'.repeat(20_000)],
    ['lists in lists', `${'['.repeat(60_000)}${']'.repeat(60_000)}`],
    ['a list of thousands', JSON.stringify({ user_id: Array.from({ length: 30_000 }, () => 1) })],
    ['a number without end', `{"user_id":${'9'.repeat(100_000)}}`],
  ])('%s are refused and nothing more', async (_, body) => {
    const { status } = await postJson(gateway.url, body)
    expect(status).toBe(400)
  })
})

function manyTwins(): FormData {
  const form = freshForm()
  for (let n = 0; n < 1000; n++) form.append('twin', 'x')
  return form
}

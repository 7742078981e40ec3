import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import { createLog } from 'reward-codes-gateway/internal/log.ts'
import { sharedSecret } from 'reward-codes-gateway/internal/store/open-store.ts'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../fixtures/delivery.ts'
import {
  CONTROLS,
  freshForm,
  postForm,
  postJson,
  solveCaptcha,
  startTestGateway,
} from '../fixtures/gateway.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { runCommand, startGatewayProgram } from '../fixtures/run-command.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'
import { freshPlace } from '../fixtures/stores.ts'

const KEY = 'a-private-key-of-some-length'
const VISITOR = {
  user_name: 'Ada Nowak',
  user_email: 'ada@example.org',
  subject: 'Very private',
  message: 'Words for one reader.',
}
const PASSWORD = 'TOPSECRET'
const PRIVATE = /\bada\b|nowak|very private|one reader|127\.0\.0\.1/i

describe('12 Log injection', () => {
  const QUOTE =
    '<ada@example.org> (Ada Nowak): "VERY PRIVATE" words for one reader.\u2028{"level":"info"}'
  const refuse = (code: number, enhanced = '5.7.1') =>
    Object.assign(new Error(`${enhanced} ${QUOTE}`), { responseCode: code })
  const WAYS: [where: string, event: string, codes: string, options: SMTPServerOptions][] = [
    [
      'that takes it',
      'message sent',
      '250',
      {
        onData: (stream, _, done) => stream.on('end', () => done(null, QUOTE)).resume(),
      },
    ],
    [
      'that refuses it',
      'message deferred',
      'Message failed: 554 5.7.1',
      { onData: (stream, _, done) => stream.on('end', () => done(refuse(554))).resume() },
    ],
    [
      'that refuses its recipient',
      'message deferred',
      "Configuration error: Can't send mail - all recipients were rejected: 550 5.1.1",
      { onRcptTo: (_, __, done) => done(refuse(550, '5.1.1')) },
    ],
    [
      'that refuses its sender for now',
      'message deferred',
      'Mail command failed: 451 5.7.1',
      { onMailFrom: (_, __, done) => done(refuse(451)) },
    ],
  ]
  test.each(WAYS)(
    'of the response of a mail server %s the log has only the codes, and no address',
    async (_, event, codes, options) => {
      const server = await startMailServer(options)
      onTestFinished(server.close)
      const { url, log, settled } = await startDelivery({
        environment: { ...smtpSettings(server.url) },
      })
      await postForm(url, VISITOR)
      await settled(1)
      const lines = () => log.filter((line) => line.includes(event))
      await expect.poll(lines).toHaveLength(1)
      expect(lines()[0]).toContain(` reply=${JSON.stringify(codes)}`)
      expect(log.join('\n')).not.toMatch(PRIVATE)
      expect(log.join('\n')).not.toContain('owner@')
    },
  )

  test('no request field can start a line in either log format', async () => {
    const { url, log } = await startTestGateway().then((gateway) => {
      onTestFinished(gateway.close)
      return gateway
    })
    const mark = 'x\n2026-01-15T00:00:00.000Z info  all is well'
    for (const field of ['user_id', 'service_id', 'template_id', 'subject', 'submission_id']) {
      await postForm(url, freshForm({ [field]: mark }))
    }
    const evil = { origin: `https://x.test/${encodeURIComponent(mark)}` }
    await postForm(url, freshForm(), evil)
    const shapes: string[] = []
    createLog((line) => shapes.push(line), Date.now, 'json').warn({ origin: mark }, mark)
    for (const line of [...log, ...shapes]) expect(line).not.toMatch(/\n|^2026.*all is well/)
    expect(shapes).toHaveLength(1)
  })
})

describe('13 Secrets in logs, responses and URLs', () => {
  const start = () =>
    startDelivery({ page: { captcha: 'altcha' }, environment: { PRIVATE_KEY: KEY } })
  const words = () => ({ ...CONTROLS, template_params: { message: crypto.randomUUID() } })

  test('no content, key, token or address appears in the log or in a response', async () => {
    const { url, log, gateway } = await start()
    const token = await solveCaptcha(url)
    const replies = [
      await postForm(url, { ...VISITOR, 'g-recaptcha-response': token }),
      await postForm(url, { ...VISITOR, 'g-recaptcha-response': token, message: 'one reader' }),
      await postJson(url, { ...words(), accessToken: KEY }, {}),
      await postJson(url, { ...words(), accessToken: `${KEY}x` }, {}),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 200, 403])
    await expect.poll(() => log.filter((line) => line.includes('message sent')).length).toBe(2)
    const shared = await sharedSecret(gateway.store, 'gateway')
    const said = [
      ...log,
      ...replies.map(({ text, headers }) => text + JSON.stringify([...headers])),
    ]
    for (const text of said) {
      expect(text).not.toMatch(/\bada\b|nowak|very private|one reader/i)
      for (const secret of [KEY, token, token.slice(0, 40), shared]) {
        expect(text).not.toContain(secret)
      }
    }
    const rows = await gateway.store.db.selectFrom('messages').select('template_params').execute()
    for (const { template_params: variables } of rows)
      expect(variables).not.toMatch(/accessToken|g-recaptcha/)
  })

  test.each([
    ['before the host', (url: URL) => Object.assign(url, { username: 'gw', password: PASSWORD })],
    [
      'among the parameters',
      (url: URL) => {
        url.searchParams.set('user', url.username)
        url.searchParams.set('password', PASSWORD)
        return url
      },
    ],
  ])(
    'the password of a database is in no output, written %s',
    async (_, withPassword) => {
      const { databaseUrl = '' } = await freshPlace('postgres')
      const role = new pg.Client({ connectionString: databaseUrl })
      await role.connect()
      await role.query(
        `do $$ begin create role gw superuser login; exception when others then end $$`,
      )
      await role.end()
      const settings = {
        DATABASE_URL: withPassword(new URL(databaseUrl)).href,
        NODE_ENV: 'production',
        PORT: '0',
        OPS_PORT: '0',
      }
      const program = startGatewayProgram(settings)
      onTestFinished(() => {
        program.child.kill('SIGKILL')
      })
      await program.until(/(is at)/)
      const started = program.said()
      expect(started).toContain('Messages are stored in postgres://')
      const doctor = await runCommand(['doctor'], settings)
      expect(doctor.out).toMatch(/ok +database/)
      const away = settings.DATABASE_URL.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')
      const failing = await runCommand(['messages', 'list'], { ...settings, DATABASE_URL: away })
      expect(failing.exitCode).toBe(1)
      for (const text of [started, doctor.out, doctor.error, failing.out, failing.error]) {
        expect(text).not.toContain(PASSWORD)
      }
    },
    60_000,
  )

  test('a private key is accepted in the body only', async () => {
    const { url } = await start()
    const send = `${url}/api/v1.0/email/send`
    const body = JSON.stringify(words())
    const type = { 'content-type': 'application/json' }
    for (const [address, headers] of [
      [`${send}?accessToken=${KEY}`, {}],
      [send, { authorization: `Bearer ${KEY}` }],
      [send, { accessToken: KEY, cookie: `accessToken=${KEY}` }],
    ] as const) {
      const reply = await fetch(address, { method: 'POST', body, headers: { ...type, ...headers } })
      expect(reply.status).toBe(403)
    }
  })

  test('keys are compared in constant time, and only at equal length', async () => {
    const lengths: [number, number][] = []
    const { timingSafeEqual } = crypto
    crypto.timingSafeEqual = (one, other) => {
      lengths.push([one.byteLength, other.byteLength])
      return timingSafeEqual(one, other)
    }
    syncBuiltinESMExports()
    onTestFinished(() => {
      crypto.timingSafeEqual = timingSafeEqual
      syncBuiltinESMExports()
    })
    const { url } = await start()
    for (const accessToken of ['x', KEY.slice(0, -1), `${KEY}x`, 'ż'.repeat(KEY.length), KEY]) {
      const expected = accessToken === KEY ? 200 : 403
      expect(await postJson(url, { ...words(), accessToken }, {})).toMatchObject({
        status: expected,
      })
    }
    expect(lengths).toEqual(Array(5).fill([32, 32]))
  })

  test('an empty key is rejected where none is set', async () => {
    const gateway = await startTestGateway()
    onTestFinished(gateway.close)
    for (const accessToken of ['', 'undefined', 'null', null, false]) {
      const reason = accessToken ? 'private-key-invalid' : 'origin-required'
      const reply = await postJson(gateway.url, { ...words(), accessToken }, {})
      expect(reply).toMatchObject({ status: 403, reason })
    }
  })
})

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sharedSecret } from 'reward-codes-gateway/internal/store/open-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startDelivery, startOwnGateway } from '../fixtures/delivery.ts'
import { CONTROLS, postForm, postJson, solvedCaptcha } from '../fixtures/gateway.ts'
import { say } from '../fixtures/mail-server.ts'
import { runCommand, startGatewayProgram } from '../fixtures/run-command.ts'
import { freshPlace } from '../fixtures/stores.ts'

const KEY = 'a-private-key-of-some-length'
const VISITOR = {
  user_name: 'Ada Nowak',
  user_email: 'ada@example.org',
  subject: 'Very private',
  message: 'Words for one reader.',
}
const PRIVATE = /\bada\b|nowak|very private|one reader|127\.0\.0\.1|owner@/i

test('of the response of a mail server the log has only the codes, and no address', async () => {
  const { server, url, pass, quiet, log } = await startDelivery()
  const QUOTE =
    '<ada@example.org> (Ada Nowak): "VERY PRIVATE" words for one reader.{"level":"info"}'
  const replies = () => log.flatMap((line) => / reply=(".*?")/.exec(line)?.slice(1) ?? [])
  await postForm(url, VISITOR)
  await quiet()
  for (const [stage, code] of [
    ['sender', '451 4.7.1'],
    ['recipient', '550 5.1.1'],
    ['end', '554 5.7.1'],
    ['end', '250'],
  ] as const) {
    server.script = { [stage]: say(`${code} ${QUOTE}`) }
    pass(4 * 3_600_000)
    await postForm(url, { ...VISITOR, message: `${VISITOR.message} ${code}` })
    await quiet()
    expect(replies().at(-1), code).toContain(code)
  }
  expect(log.join('\n')).not.toMatch(PRIVATE)
})

const start = () =>
  startDelivery({ page: { captcha: 'altcha' }, environment: { PRIVATE_KEY: KEY } })
const words = () => ({ ...CONTROLS, template_params: { message: crypto.randomUUID() } })

test('no content, key, token or address appears in the log or in a response', async () => {
  const { url, log, gateway, server } = await start()
  const token = await solvedCaptcha(gateway)
  const replies = [
    await postForm(url, { ...VISITOR, 'g-recaptcha-response': token }),
    await postForm(url, { ...VISITOR, 'g-recaptcha-response': token, message: 'one reader' }),
    await postJson(url, { ...words(), accessToken: KEY }, {}),
    await postJson(url, { ...words(), accessToken: `${KEY}x` }, {}),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 200, 403])
  await server.waitFor(2)
  await expect.poll(() => log.filter((line) => line.includes('message sent')).length).toBe(2)
  const shared = await sharedSecret(gateway.store, gateway.isProduction)
  for (const text of [...log, ...replies.map((reply) => reply.text + JSON.stringify(reply))]) {
    expect(text).not.toMatch(/\bada\b|nowak|very private|one reader/i)
    for (const secret of [KEY, token.slice(0, 40), shared]) expect(text).not.toContain(secret)
  }
  const rows = await gateway.store.db.selectFrom('messages').select('template_params').execute()
  for (const { template_params: variables } of rows)
    expect(variables).not.toMatch(/accessToken|g-recaptcha/)
})

test('the password of a database is in no output', async () => {
  const { databaseUrl = '' } = await freshPlace('postgres')
  const url = new URL(databaseUrl)
  // The server of the tests takes any password.
  url.searchParams.set('user', url.username)
  url.searchParams.set('password', 'TOPSECRET')
  const settings = { DATABASE_URL: url.href, NODE_ENV: 'production' }
  const program = startGatewayProgram(settings)
  onTestFinished(() => void program.child.kill('SIGKILL'))
  await program.until(/(is at)/)
  const doctor = await runCommand(['doctor'], settings)
  url.port = '1'
  const failing = await runCommand(['messages', 'list'], { DATABASE_URL: url.href })
  expect(failing.exitCode).toBe(1)
  const all = [program.said(), doctor.out, doctor.error, failing.out, failing.error].join('\n')
  expect(all).toContain('postgres://')
  expect(all).not.toContain('TOPSECRET')
})

test('a private key is accepted in the body only', async () => {
  const { url } = await start()
  const send = `${url}/api/v1.0/email/send`
  for (const [address, headers] of [
    [`${send}?accessToken=${KEY}`, {}],
    [send, { authorization: `Bearer ${KEY}` }],
    [send, { accessToken: KEY, cookie: `accessToken=${KEY}` }],
  ] as const) {
    const reply = await fetch(address, {
      method: 'POST',
      body: JSON.stringify(words()),
      headers: { 'content-type': 'application/json', ...headers },
    })
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
    const status = accessToken === KEY ? 200 : 403
    expect(await postJson(url, { ...words(), accessToken }, {})).toMatchObject({ status })
  }
  expect(lengths).toEqual(Array(5).fill([32, 32]))
})

test('an empty key is rejected where none is set', async () => {
  const { url } = await startOwnGateway()
  for (const accessToken of ['', 'undefined', 'null', null, false]) {
    const reason = accessToken ? 'private-key-invalid' : 'origin-required'
    const reply = await postJson(url, { ...words(), accessToken }, {})
    expect(reply).toMatchObject({ status: 403, reason })
  }
})

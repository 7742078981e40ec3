import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { blockSender } from 'reward-codes-gateway/internal/store/accept-message.ts'
import { SEND_FORM_PATH, SEND_PATH } from 'reward-codes-gateway/protocol'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startDelivery, startOwnGateway } from '../fixtures/delivery.ts'
import {
  CONTROLS,
  type Fields,
  formOf,
  freshForm,
  postForm,
  postJson,
  startTestGateway,
  storedWith,
  type TestGateway,
} from '../fixtures/gateway.ts'
import { ask, requestOf } from '../fixtures/raw-http.ts'

// Requests that the gateway accepts, compatible with the EmailJS API, and those that it refuses.
// Random ones are in tests/security/fuzz-gateway.test.ts.

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

/** Posts a form, and gives the fields that are stored. */
async function storedOf(fields: Fields | ((form: FormData) => void)) {
  const mark = crypto.randomUUID()
  const form = formOf({ mark, ...(typeof fields === 'object' && fields) })
  if (typeof fields === 'function') fields(form)
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200, text: 'OK' })
  const [{ mark: _, ...stored } = {}] = await storedWith(gateway, mark)
  return stored
}

test('a form gets 200 and OK in plain text', async () => {
  const reply = await postForm(gateway.url, freshForm())
  expect(reply).toMatchObject({ status: 200, text: 'OK', reason: 'accepted' })
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

const ADA = { user_name: 'Ada Nowak', user_email: 'ada@example.org' }
const TEXT = 'Zażółć 🎉 \u{1F9D1}\u200D\u{1F4BB}\r\n<b>'
const append = (name: string, value: string | File) => (form: FormData) => form.append(name, value)

test.each<[string, Fields | ((form: FormData) => void), object]>([
  ["every character, also outside of Unicode's basic plane", { message: TEXT }, { message: TEXT }],
  [
    'values without the space around them, and no field of space',
    {
      user_name: '   ',
      user_email: ' ada@example.org ',
      subject: '\u00a0Feedback\t',
      message: '  Hello\n\n Yours ',
    },
    { user_email: 'ada@example.org', subject: 'Feedback', message: 'Hello\r\n\r\n Yours' },
  ],
  ['a control field that is appended again', append('user_id', 'portfolio'), ADA],
  ['no file of an empty file input', append('attachment', new File([], '')), ADA],
  [
    'several values of one name, without the empty ones',
    (form) => {
      for (const value of ['', 'one', 'two']) form.append('colour', value)
    },
    { colour: 'one, two' },
  ],
])('a form has stored: %s', async (_, fields, expected) => {
  expect(await storedOf(fields)).toMatchObject(expected)
})

test('a message of white space counts as empty, and the mail states it', async () => {
  const { url, server, message } = await startDelivery()
  await postForm(url, { message: ' \r\n\t ' })
  const { template_params } = await message()
  expect(JSON.parse(template_params ?? '')).not.toHaveProperty('message')
  const [received] = await server.waitFor(1)
  expect(received?.mail.text).toContain('(The message is empty.)')
})

test.each<[string, Fields, string, string]>([
  ['of its default template', { name: 'Ada', email: 'ada@example.org' }, 'Ada', 'ada@example.org'],
  [
    'of older templates',
    { from_name: 'Ada', from_email: 'Ada@example.org' },
    'Ada',
    'Ada@example.org',
  ],
  [
    'with an address to reply to',
    { from_name: 'Ada', reply_to: 'a@example.org' },
    'Ada',
    'a@example.org',
  ],
])(
  'a form of EmailJS %s has a Reply-To, and its sender can be blocked',
  async (_, fields, name, address) => {
    const { url, server, gateway } = await startDelivery()
    const form = { user_name: undefined, user_email: undefined, subject: undefined, ...fields }
    await postForm(url, freshForm(form))
    const [received] = await server.waitFor(1)
    expect(received?.mail.from?.name).toBe(`${name} via portfolio.test`)
    expect(received?.mail.replyTo).toEqual([{ address, name: '' }])
    for (const field of Object.keys(fields)) expect(received?.mail.text).not.toContain(`${field}:`)
    await gateway.store.write((tx) => blockSender(tx, address))
    await postForm(url, freshForm(form))
    const reasons = gateway.store.db.selectFrom('messages').select('reason')
    expect(await reasons.execute()).toContainEqual({ reason: 'blocked sender' })
  },
)

test('a field of EmailJS that is no address is a field like others', async () => {
  const { url, server } = await startDelivery()
  const names = { email: 'none', from_email: 'ada@example.org', name: 'a'.repeat(300) }
  const form = freshForm({ user_email: undefined, ...names })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  expect(received?.mail.replyTo).toEqual([{ address: 'ada@example.org', name: '' }])
  expect(received?.mail.text).toContain('email: none')
})

test('default_service is the first service, whatever its name', async () => {
  const other = await startOwnGateway({ page: { service: 'service_x1' } })
  const statusOf = async (service_id: string) =>
    (await postForm(other.url, freshForm({ service_id }))).status
  const services = ['default_service', 'service_x1', 'service_x2']
  expect(await Promise.all(services.map(statusOf))).toEqual([200, 200, 400])
})

test('JSON is accepted with numbers and booleans, also chunked without content-length', async () => {
  const mark = crypto.randomUUID()
  const template_params = { user_name: 'Ada', message: mark, pages: 3, urgent: true, call: false }
  const body = JSON.stringify({ ...CONTROLS, template_params })
  const chunks = [body.slice(0, 40), body.slice(40), '']
  const chunked = chunks.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')
  const head = { host: 'portfolio.test', origin: 'http://portfolio.test' }
  const coding = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const request = requestOf(`POST ${SEND_PATH} HTTP/1.1`, { ...head, ...coding }, chunked)
  expect(await ask(gateway.url, request)).toMatchObject({ status: 200, body: 'OK' })
  expect(await storedWith(gateway, mark)).toEqual([
    { user_name: 'Ada', message: mark, pages: '3', urgent: 'true' },
  ])
})

test('fifty visitor fields are accepted in addition to the control fields', async () => {
  const more = Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`f${n}`, `${n}`]))
  expect(Object.keys(await storedOf(more))).toHaveLength(49)
})

test('the same content from different networks is not a duplicate', async () => {
  const { url, gateway: own } = await startOwnGateway({ environment: { TRUST_PROXY: '1' } })
  const rating = { user_name: undefined, user_email: undefined, message: undefined, rating: 'good' }
  const post = async (address: string, more = {}) => {
    const headers = { origin: url, 'x-forwarded-for': address }
    return (await postForm(url, { ...rating, ...more }, headers)).reason
  }
  for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) {
    expect(await post(address)).toBe('accepted')
  }
  // The browser retries by itself after a broken connection.
  expect(await post('192.0.2.1')).toBe('duplicate')
  // With a submission id: two people in one office, and one person who changes networks.
  expect(await post('192.0.2.1', { submission_id: 'one' })).toBe('accepted')
  expect(await post('192.0.2.1', { submission_id: 'two' })).toBe('accepted')
  expect(await post('192.0.2.9', { submission_id: 'two' })).toBe('duplicate')
  expect(await own.store.db.selectFrom('messages').select('id').execute()).toHaveLength(5)
})

test('a submission id is known for seven days', async () => {
  let now = Date.now()
  const { url } = await startOwnGateway({ clock: () => now })
  const post = async () => (await postForm(url, { message: 'Hello', submission_id: 'one' })).reason
  expect(await post()).toBe('accepted')
  now += 7 * 86_400_000 - 60_000
  expect(await post()).toBe('duplicate')
  now += 2 * 60_000
  expect(await post()).toBe('accepted')
})

test('50 KB of content are accepted, one byte more is not', async () => {
  const overhead = Object.entries({ ...CONTROLS, text: '' })
    .flat()
    .join('').length
  const post = (bytes: number) =>
    postJson(gateway.url, { ...CONTROLS, template_params: { text: 'x'.repeat(bytes - overhead) } })
  expect(await post(51_200)).toMatchObject({ status: 200 })
  expect(await post(51_201)).toMatchObject({ status: 413, reason: 'too-large' })
})

describe('refused, and nothing of it is stored:', () => {
  const count = async () =>
    (await gateway.gateway.store.db.selectFrom('messages').select('id').execute()).length

  /** Expects that a request is refused. */
  async function refuse(request: () => Promise<object>, expected: object) {
    const before = await count()
    expect(await request()).toMatchObject(expected)
    expect(await count()).toBe(before)
  }

  const fields = (number: number) =>
    Object.fromEntries(Array.from({ length: number }, (_, n) => [`f${n}`, '']))
  const BREAKS = [...'\r\n\v\f\0\t', '\r\n', '\u0085', '\u2028', '\u2029', '\u001b']

  test.each<[string, Fields, number, string]>([
    ['no account', { user_id: undefined }, 400, 'parameter-missing'],
    ['no service', { service_id: undefined }, 400, 'parameter-missing'],
    ['no template', { template_id: undefined }, 400, 'parameter-missing'],
    ['an unknown account', { user_id: 'x' }, 400, 'account-unknown'],
    ['an unknown service', { service_id: 'x' }, 400, 'service-unknown'],
    ...['x', 'auto-reply', 'review', '../../etc/passwd', 'message.html', '__proto__'].map(
      (template_id): [string, Fields, number, string] => [
        `the template ${template_id}`,
        { template_id },
        400,
        'template-unknown',
      ],
    ),
    ['two addresses', { user_email: 'a@x.test, b@x.test' }, 400, 'email-invalid'],
    ['a name without end', { user_name: 'A'.repeat(201) }, 400, 'too-long'],
    ['a long field name', { ['x'.repeat(101)]: 'x' }, 400, 'malformed'],
    ['a zero byte', { message: 'a\0b' }, 400, 'malformed'],
    ['too many fields', fields(51), 413, 'too-many-fields'],
    ['51 KB in three bytes each', { message: '€'.repeat(17 * 1024) }, 413, 'too-large'],
    ['a body of 200 KB', { extra: 'x'.repeat(200_000) }, 413, 'too-large'],
  ])('%s', async (_, given, status, reason) => {
    await refuse(() => postForm(gateway.url, freshForm(given)), { status, reason })
  })

  test.each(['user_name', 'user_email', 'subject'])('a control character in %s', async (field) => {
    for (const mark of BREAKS) {
      const text = `ada@example.org${mark}Bcc: stranger@example.net`
      const json = { ...CONTROLS, template_params: { message: 'x', [field]: text } }
      await refuse(() => postForm(gateway.url, freshForm({ [field]: text })), { status: 400 })
      await refuse(() => postJson(gateway.url, json), { status: 400 })
    }
  })

  const malformed = { status: 400, reason: 'malformed' }
  const corrupted = { status: 400, reason: 'variable-corrupted' }
  const json = (template_params: unknown, controls: object = CONTROLS) =>
    JSON.stringify({ ...controls, template_params })

  test.each<[string, string, object]>([
    ['text', 'hello', malformed],
    ['a list', '[]', malformed],
    ['nothing', '', malformed],
    ['half an object', '{"user_id":', malformed],
    ['a name twice', json({ name: 'a' }).replace('"name"', '"name":"b","name" '), malformed],
    ['words instead of variables', json('x'), malformed],
    ['a list instead of variables', json(['x']), malformed],
    ['null instead of variables', json(null), malformed],
    ['a list as the name', json({ user_name: ['Ada'] }), corrupted],
    ['an object as a field', json({ contact: { phone: '12' } }), corrupted],
    ['a list in a control field', json({}, { ...CONTROLS, template_id: ['message'] }), corrupted],
  ])('JSON that is %s', async (_, body, expected) => {
    await refuse(() => postJson(gateway.url, body), expected)
  })

  const BOUNDARY = 'between-the-parts'
  const named = (name: string) => `Content-Disposition: form-data; name=${name}`
  const send = (type: string, body: BodyInit, more = {}, to = SEND_FORM_PATH) =>
    fetch(gateway.url + to, {
      method: 'POST',
      headers: { origin: gateway.url, 'content-type': type, ...more },
      body,
    })

  /** Sends a multipart form with a part that has exactly the given headers. */
  function sendPart(head: string, value: string, type = `boundary=${BOUNDARY}`) {
    const own = Object.entries({ ...CONTROLS, message: crypto.randomUUID() })
    const parts = [...own.map(([name, text]) => [named(`"${name}"`), text]), [head, value]]
    const text = parts.map(([head, value]) => `--${BOUNDARY}\r\n${head}\r\n\r\n${value}\r\n`)
    return send(`multipart/form-data; ${type}`, `${text.join('')}--${BOUNDARY}--\r\n`)
  }

  test.each([
    ['a control with another value', named('"user_id"'), 'other'],
    ['a control with two names', `${named('"company"')}; name="user_id"`, 'other'],
    ['a control behind a second header', `${named('"x"')}\r\n${named('"user_id"')}`, 'other'],
    ['a file', `${named('"f"')}; filename="cv.txt"`, 'x'],
    ['a file under a starred name', `${named('"f"')}; filename*=UTF-8''a.html`, 'x'],
    ['a file under two names', `${named('"f"')}; filename="a"; filename*=UTF-8''b`, 'x'],
    ['a file that leaves its folder', `${named('"f"')}; filename="../../.env"`, 'x'],
    ['a file without a name', `${named('"f"')}; filename=""`, 'words'],
    ['a file without words', `${named('"f"')}; filename="a.html"`, ''],
    ['a line break in a name', named('"a%0D%0Ab"'), 'x'],
    ['a part without a name', 'Content-Disposition: form-data', 'x'],
    ['a part that is no part of a form', 'Content-Disposition: attachment; name="x"', 'x'],
  ])('a form with %s', async (_, head, value) => {
    expect((await sendPart(named('"company"'), 'x')).status).toBe(200)
    await refuse(() => sendPart(head, value), { status: 400 })
  })

  test.each(['boundary=c', `boundary=c; boundary=${BOUNDARY}`, 'boundary=', 'charset=utf-8'])(
    'a form with the boundary %s',
    async (type) => {
      await refuse(() => sendPart(named('"company"'), 'x', type), { status: 400 })
    },
  )

  test('a body that is no form', async () => {
    await refuse(() => send('text/plain', 'user_id=portfolio'), { status: 415 })
  })

  test.each(['', 'multipart/form-data; boundary=x', 'application/json'])(
    'no body on both paths, and no error is logged: %s',
    async (type) => {
      for (const path of [SEND_PATH, SEND_FORM_PATH]) {
        const reply = await fetch(gateway.url + path, {
          method: 'POST',
          headers: { origin: gateway.url, ...(type && { 'content-type': type }) },
        })
        expect([reply.status, reply.headers.get('x-reason')]).toEqual([400, 'malformed'])
      }
      expect(gateway.log.join('\n')).not.toContain(' error ')
    },
  )

  test.each(['gzip', 'deflate', 'br', 'identity, gzip', 'x-unknown', 'identity'])(
    'a body with content-encoding %s, compressed or not',
    async (encoding) => {
      const body = json({ message: 'x' })
      for (const sent of [body, gzipSync(body)]) {
        const coding = { 'content-encoding': encoding }
        const reply = await send('application/json', sent, coding, SEND_PATH)
        expect(reply.headers.get('x-reason')).toBe('unsupported-content-encoding')
      }
    },
  )

  test.each<[string, Record<string, string>, string]>([
    ['a length of a gigabyte', { 'content-length': '1000000000' }, '{"user_id":"'],
    [
      'chunks without end',
      { 'transfer-encoding': 'chunked' },
      `30000\r\n${'x'.repeat(0x30000)}\r\n1`,
    ],
  ])('%s, at the limit', async (_, length, body) => {
    const head = { host: 'portfolio.test', origin: 'http://portfolio.test', ...length }
    const type = { 'content-type': 'application/json' }
    const request = requestOf(`POST ${SEND_PATH} HTTP/1.1`, { ...head, ...type }, body)
    await refuse(() => ask(gateway.url, request), { status: 413 })
  })
})

test.each([undefined, '', ' \r\n\t '])(
  'a site that requires a message rejects the message %j',
  async (message) => {
    const own = await startOwnGateway({ page: { isMessageRequired: true } })
    expect(await postForm(own.url, formOf({ message }))).toMatchObject({
      status: 400,
      reason: 'parameter-missing',
    })
    expect(await postForm(own.url, freshForm())).toMatchObject({ status: 200 })
    expect(await postForm(gateway.url, formOf({ message }))).toMatchObject({ status: 200 })
  },
)

test('an unhandled exception gets a 500, not a 503 for an unavailable store', async () => {
  const { url, gateway, log } = await startOwnGateway({ page: { captcha: 'altcha' } })
  if (!gateway.captcha) throw new Error('no captcha')
  gateway.captcha.verify = () => {
    throw new TypeError('x is not a function')
  }
  const reply = await postForm(url, freshForm({ 'g-recaptcha-response': 'token' }))
  expect(reply).toMatchObject({ status: 500, reason: 'internal-error' })
  expect(reply.headers.get('retry-after')).toBe(null)
  expect(log.filter((line) => line.includes('unhandled exception'))).toHaveLength(1)
})

test('a failure that repeats is logged once a minute', async () => {
  const { url, gateway, log } = await startOwnGateway()
  await sql`alter table idempotency_keys rename to away`.execute(gateway.store.db)
  const failAgain = async () => {
    for (let n = 0; n < 3; n++) expect((await postForm(url, freshForm())).status).toBe(503)
    return log.filter((line) => line.includes('storage error')).length
  }
  expect(await failAgain()).toBe(1)
  // The log's own time, which no clock that is set changes.
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await failAgain()).toBe(2)
})

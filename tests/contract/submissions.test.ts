import { connect } from 'node:net'
import { blockSender } from 'reward-codes-gateway/internal/store/blocked-senders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  await gateway.gateway.store.write((tx) => blockSender(tx, 'portfolio', 'bad@example.org'))
})
afterAll(() => gateway.close())

// Requests that the gateway accepts, compatible with the EmailJS API, and those that it refuses.

test('a form gets 200 and OK in plain text', async () => {
  const reply = await postForm(gateway.url, freshForm())
  expect(reply).toMatchObject({ status: 200, text: 'OK', reason: 'accepted' })
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

test("every character is preserved, also outside of Unicode's basic plane", async () => {
  const text = `Zażółć 🎉 ${crypto.randomUUID()} \u{1F9D1}\u200D\u{1F4BB}\r\n<b>`
  await postForm(gateway.url, freshForm({ message: text }))
  const [found] = await storedWith(gateway, text.slice(9, 45))
  expect(found?.message).toBe(text)
})

test('a message of white space counts as empty, and the mail states it', async () => {
  const { url, server, message } = await startDelivery()
  await postForm(url, { message: ' \r\n\t ' })
  const { template_params } = await message()
  expect(JSON.parse(template_params ?? '')).not.toHaveProperty('message')
  const [received] = await server.waitFor(1)
  expect(received?.mail.text).toContain('(The message is empty.)')
})

test('control fields that are in the form and appended again count once', async () => {
  const form = freshForm()
  for (const name of ['service_id', 'template_id', 'user_id', 'lib_version']) {
    form.append(name, String(form.get(name)))
  }
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200 })
})

test('a file input without a file is ignored', async () => {
  const form = freshForm()
  form.append('attachment', new File([], ''))
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200 })
})

test('several values of one name are kept, empty ones are dropped', async () => {
  const form = freshForm({ subject: undefined })
  const mark = crypto.randomUUID()
  for (const subject of ['', mark, 'Other']) form.append('subject', subject)
  await postForm(gateway.url, form)
  expect((await storedWith(gateway, mark))[0]?.subject).toBe(`${mark}, Other`)
})

test.each<[string, Fields, string, string]>([
  [
    'of its default template',
    { name: 'Ada Nowak', email: 'ada@example.org' },
    'Ada Nowak',
    'ada@example.org',
  ],
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
    await gateway.store.write((tx) => blockSender(tx, 'portfolio', address))
    await postForm(url, freshForm(form))
    const reasons = gateway.store.db.selectFrom('messages').select('reason')
    expect(await reasons.execute()).toContainEqual({ reason: 'blocked sender' })
  },
)

test('a field of EmailJS that is no address is a field like others', async () => {
  const { url, server } = await startDelivery()
  const form = {
    user_email: undefined,
    email: 'none',
    from_email: 'ada@example.org',
    name: 'a'.repeat(300),
  }
  expect(await postForm(url, freshForm(form))).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  expect(received?.mail.replyTo).toEqual([{ address: 'ada@example.org', name: '' }])
  expect(received?.mail.text).toContain('email: none')
})

test('default_service is the first service, whatever its name', async () => {
  const other = await startTestGateway({ page: { service: 'service_x1' } })
  const replies = await Promise.all(
    ['default_service', 'service_x1', 'service_x2'].map((service_id) =>
      postForm(other.url, freshForm({ service_id })),
    ),
  )
  await other.close()
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 400])
})

test('JSON is accepted with numbers and booleans', async () => {
  const mark = crypto.randomUUID()
  const template_params = { user_name: 'Ada', message: mark, pages: 3, urgent: true, call: false }
  const reply = await postJson(gateway.url, { ...CONTROLS, template_params })
  expect(reply).toMatchObject({ status: 200, text: 'OK' })
  const [stored = {}] = await storedWith(gateway, mark)
  expect(stored).toMatchObject({ pages: '3', urgent: 'true' })
  expect(stored).not.toHaveProperty('call')
})

test('values are trimmed, and a field of white space is dropped', async () => {
  const mark = crypto.randomUUID()
  const fields = {
    user_name: '   ',
    user_email: ' ada@example.org ',
    subject: '\u00a0Feedback\t',
    message: `  ${mark}\n\n Yours `,
  }
  expect(await postForm(gateway.url, formOf(fields))).toMatchObject({ status: 200 })
  expect((await storedWith(gateway, mark))[0]).toEqual({
    user_email: 'ada@example.org',
    subject: 'Feedback',
    message: `${mark}\r\n\r\n Yours`,
  })
})

test('fifty visitor fields are accepted in addition to the control fields', async () => {
  const mark = crypto.randomUUID()
  const more = Object.fromEntries(Array.from({ length: 46 }, (_, n) => [`f${n}`, `${n}`]))
  expect(await postForm(gateway.url, formOf({ ...more, message: mark }))).toMatchObject({
    status: 200,
  })
  expect(Object.keys((await storedWith(gateway, mark))[0] ?? {})).toHaveLength(50)
})

test('the same content from different networks is not a duplicate', async () => {
  const { url, gateway: own } = await startOwnGateway({ environment: { TRUST_PROXY: '1' } })
  const rating = { user_name: undefined, user_email: undefined, subject: undefined }
  const post = (address: string, more = {}) =>
    postForm(
      url,
      { ...rating, message: undefined, rating: 'good', ...more },
      {
        origin: url,
        'x-forwarded-for': address,
      },
    )
  for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) {
    expect(await post(address)).toMatchObject({ status: 200, reason: 'accepted' })
  }
  // The browser retries by itself after a broken connection.
  expect(await post('192.0.2.1')).toMatchObject({ status: 200, reason: 'duplicate' })
  // With a submission id: two people in one office, and one person who changes networks.
  expect(await post('192.0.2.1', { submission_id: 'one' })).toMatchObject({ reason: 'accepted' })
  expect(await post('192.0.2.1', { submission_id: 'two' })).toMatchObject({ reason: 'accepted' })
  expect(await post('192.0.2.9', { submission_id: 'two' })).toMatchObject({ reason: 'duplicate' })
  const rows = await own.store.db.selectFrom('messages').select('id').execute()
  expect(rows).toHaveLength(5)
})

test('50 KB of content are accepted, one byte more is not', async () => {
  const around = { ...CONTROLS, template_params: { text: '' } }
  const overhead = Buffer.byteLength(
    Object.entries({ ...CONTROLS, text: '' })
      .flat()
      .join(''),
  )
  const ends = await Promise.all(
    [51_200, 51_201].map((bytes) =>
      postJson(gateway.url, {
        ...around,
        template_params: { text: 'x'.repeat(bytes - overhead) },
      }),
    ),
  )
  expect(ends.map(({ status, text }) => [status, text])).toEqual([
    [200, 'OK'],
    [413, 'Variables size limit (50 KB)'],
  ])
})

test('a chunked body without content-length is accepted', async () => {
  const { port } = new URL(gateway.url)
  const mark = crypto.randomUUID()
  const body = JSON.stringify({ ...CONTROLS, template_params: { message: mark } })
  const half = Math.floor(body.length / 2)
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
    socket.write(
      'POST /api/v1.0/email/send HTTP/1.1\r\nHost: portfolio.test\r\nOrigin: http://portfolio.test\r\n' +
        'Connection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    socket.write(chunk(body.slice(0, half)))
    socket.write(`${chunk(body.slice(half))}0\r\n\r\n`)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(await storedWith(gateway, mark)).toHaveLength(1)
})

async function count() {
  const rows = await gateway.gateway.store.db.selectFrom('messages').select('id').execute()
  return rows.length
}

test.each<[string, Fields, number, string]>([
  ['no account', { user_id: undefined }, 400, 'The user_id parameter is required'],
  ['no service', { service_id: undefined }, 400, 'The service_id parameter is required'],
  ['no template', { template_id: undefined }, 400, 'The template_id parameter is required'],
  ['an unknown account', { user_id: 'x' }, 400, 'The Public Key is invalid'],
  ['an unknown service', { service_id: 'x' }, 400, 'The service ID not found'],
  ['an unknown template', { template_id: 'x' }, 400, 'The template ID not found'],
  ['the template of replies', { template_id: 'auto-reply' }, 400, 'The template ID not found'],
  ['two addresses', { user_email: 'a@x.test, b@x.test' }, 400, 'not one e-mail address'],
  ['a header in the name', { user_name: 'A\r\nBcc: b@x.test' }, 400, 'holds a line break'],
  ['a header in the subject', { subject: 'A\nBcc: b@x.test' }, 400, 'holds a line break'],
  ['an escape in the name', { user_name: 'A\u001b[2J' }, 400, 'holds a line break'],
  ['a name without end', { user_name: 'A'.repeat(201) }, 400, 'user_name parameter is too long'],
  ['a long field name', { ['x'.repeat(101)]: 'x' }, 400, 'malformed'],
  ['a zero byte', { message: 'a\0b' }, 400, 'malformed'],
  [
    'too many fields',
    Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, ''])),
    413,
    'Too many fields (at most 50)',
  ],
])('refuses %s', async (_, fields, status, text) => {
  const before = await count()
  const reply = await postForm(gateway.url, freshForm(fields))
  expect(reply).toMatchObject({ status, text: expect.stringContaining(text) })
  expect(await count()).toBe(before)
})

test.each([undefined, '', ' \r\n\t '])(
  'a site that requires a message rejects the message %j',
  async (message) => {
    const own = await startOwnGateway({ page: { isMessageRequired: true } })
    expect(await postForm(own.url, formOf({ message }))).toMatchObject({
      status: 400,
      text: 'The message parameter is required',
      reason: 'parameter-missing',
    })
    expect(await postForm(own.url, freshForm())).toMatchObject({ status: 200 })
    expect(await postForm(gateway.url, formOf({ message }))).toMatchObject({ status: 200 })
  },
)

test('refuses control fields with conflicting values', async () => {
  const form = freshForm()
  form.append('service_id', 'another')
  expect(await postForm(gateway.url, form)).toMatchObject({
    status: 400,
    text: 'The service_id parameter is given twice with different values',
  })
})

test('refuses a file', async () => {
  const form = freshForm()
  form.append('attachment', new File(['words'], 'cv.txt'))
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 400, reason: 'attachment' })
})

test('refuses a body that is too large, before reading it completely', async () => {
  const reply = await postForm(gateway.url, freshForm({ extra: 'x'.repeat(200_000) }))
  expect(reply).toMatchObject({ status: 413, text: 'Variables size limit (50 KB)' })
})

test.each([
  ['text', 'hello'],
  ['a list', '[]'],
  ['nothing', ''],
  ['half an object', '{"user_id":'],
  [
    'an object with a name twice',
    JSON.stringify({ ...CONTROLS, template_params: { message: 'a' } }).replace(
      '{"message"',
      '{"message":"b", "message" ',
    ),
  ],
  ['words instead of variables', JSON.stringify({ ...CONTROLS, template_params: 'x' })],
  ['a list instead of variables', JSON.stringify({ ...CONTROLS, template_params: ['x'] })],
  ['null instead of variables', JSON.stringify({ ...CONTROLS, template_params: null })],
])('refuses JSON that is %s', async (_, body) => {
  expect(await postJson(gateway.url, body)).toMatchObject({ status: 400, reason: 'malformed' })
})

test.each([
  ['a list as the name', { user_name: ['Ada'] }],
  ['an object as another field', { contact: { phone: '12' } }],
])('refuses %s', async (_, template_params) => {
  const reply = await postJson(gateway.url, { ...CONTROLS, template_params })
  expect(reply).toMatchObject({ status: 400, reason: 'variable-corrupted' })
  expect(reply.text).toContain('text, numbers and booleans are accepted')
})

test('refuses a list or an object in a control field', async () => {
  const body = { ...CONTROLS, template_id: ['message'], template_params: {} }
  expect(await postJson(gateway.url, body)).toMatchObject({ reason: 'variable-corrupted' })
})

test('refuses a body that is no form', async () => {
  const response = await fetch(`${gateway.url}/api/v1.0/email/send-form`, {
    method: 'POST',
    body: 'user_id=portfolio',
    headers: { origin: gateway.url, 'content-type': 'text/plain' },
  })
  expect(response.status).toBe(415)
  expect(await response.text()).toBe('The request is malformed')
})

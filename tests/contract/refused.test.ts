import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
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
  gateway = await startTestGateway({
    environment: { SENDER_BLOCKLIST: 'spam.test, bad@example.org' },
  })
})
afterAll(() => gateway.close())

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
  ['a blocked domain', { user_email: 'x@mail.spam.test' }, 403, 'Forbidden'],
  ['a blocked address', { user_email: 'Bad@example.org' }, 403, 'Forbidden'],
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
  ['words instead of variables', JSON.stringify({ ...CONTROLS, template_params: 'x' })],
])('refuses JSON that is %s', async (_, body) => {
  expect(await postJson(gateway.url, body)).toMatchObject({ status: 400, reason: 'malformed' })
})

test.each([
  ['a list as the name', { user_name: ['Ada'] }],
  ['an object as the address', { user_email: { at: 'ada@example.org' } }],
  ['values that lie too deep', { a: [[[[[[[[[[['deep']]]]]]]]]]] }],
])('refuses %s', async (_, template_params) => {
  const body = { ...CONTROLS, template_params }
  expect(await postJson(gateway.url, body)).toMatchObject({ reason: 'variable-corrupted' })
})

test('refuses a list or an object in a control field', async () => {
  const body = { ...CONTROLS, template_id: ['contact'], template_params: {} }
  expect(await postJson(gateway.url, body)).toMatchObject({ reason: 'variable-corrupted' })
})

test('lists and objects count toward the size limit', async () => {
  const template_params = { items: Array.from({ length: 6000 }, () => ({ t: 'ab' })) }
  expect(await postJson(gateway.url, { ...CONTROLS, template_params })).toMatchObject({
    status: 413,
  })
})

test('refuses a form that is not multipart/form-data', async () => {
  const response = await fetch(`${gateway.url}/api/v1.0/email/send-form`, {
    method: 'POST',
    body: new URLSearchParams({ user_id: 'portfolio' }),
    headers: { origin: gateway.url },
  })
  expect(response.status).toBe(415)
  expect(await response.text()).toBe('The request is malformed')
})

test('field names such as __proto__ are plain names', async () => {
  const mark = crypto.randomUUID()
  const form = freshForm({ message: mark, __proto__: 'x', constructor: 'y' })
  form.append('__proto__', 'z')
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200 })
  expect(Object.keys((await storedWith(gateway, mark))[0] ?? {})).toContain('__proto__')
})

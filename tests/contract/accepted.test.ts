import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CONTROLS,
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
})
afterAll(() => gateway.close())

// What the gateway accepts, as the service of EmailJS does.

test('a form is answered 200 and OK in plain text', async () => {
  const reply = await postForm(gateway.url, freshForm())
  expect(reply).toMatchObject({ status: 200, text: 'OK', reason: 'accepted' })
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

test('every letter arrives, also beyond the first plane of Unicode', async () => {
  const words = `Zażółć 🎉 ${crypto.randomUUID()} \u{1F9D1}\u200D\u{1F4BB}\r\n<b>`
  await postForm(gateway.url, freshForm({ message: words }))
  const [found] = await storedWith(gateway, words.slice(9, 45))
  expect(found?.message).toBe(words)
})

test('controls that stand in the form and are appended again are one', async () => {
  const form = freshForm()
  for (const name of ['service_id', 'template_id', 'user_id', 'lib_version']) {
    form.append(name, String(form.get(name)))
  }
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200 })
})

test('a file control without a file is nothing', async () => {
  const form = freshForm()
  form.append('attachment', new File([], ''))
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200 })
})

test('several choices under one name are kept, an empty twin is not', async () => {
  const form = freshForm({ subject: undefined })
  const mark = crypto.randomUUID()
  for (const subject of ['', mark, 'Other']) form.append('subject', subject)
  await postForm(gateway.url, form)
  expect((await storedWith(gateway, mark))[0]?.subject).toBe(`${mark}, Other`)
})

test('default_service is the first service, whatever it is called', async () => {
  const other = await startTestGateway({ page: { service: 'service_x1' } })
  const replies = await Promise.all(
    ['default_service', 'service_x1', 'service_x2'].map((service_id) =>
      postForm(other.url, freshForm({ service_id })),
    ),
  )
  await other.close()
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 400])
})

test('JSON is accepted, with numbers and yes and no in it', async () => {
  const mark = crypto.randomUUID()
  const template_params = { user_name: 'Ada', message: mark, pages: 3, urgent: true, call: false }
  const reply = await postJson(gateway.url, { ...CONTROLS, template_params })
  expect(reply).toMatchObject({ status: 200, text: 'OK' })
  expect((await storedWith(gateway, mark))[0] ?? {}).toMatchObject({
    pages: '3',
    urgent: 'true',
    call: '',
  })
})

test('50 KB of words pass, a byte more does not', async () => {
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

test('a body in chunks without a length is read like any other', async () => {
  const { port } = new URL(gateway.url)
  const mark = crypto.randomUUID()
  const body = JSON.stringify({ ...CONTROLS, template_params: { message: mark } })
  const half = Math.floor(body.length / 2)
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('end', () => resolve(heard))
    socket.on('error', reject)
    socket.write(
      'POST /api/v1.0/email/send HTTP/1.1\r\nHost: gateway.test\r\nOrigin: http://gateway.test\r\n' +
        'Connection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    socket.write(chunk(body.slice(0, half)))
    socket.write(`${chunk(body.slice(half))}0\r\n\r\n`)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(await storedWith(gateway, mark)).toHaveLength(1)
})

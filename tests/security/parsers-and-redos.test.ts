import { CHALLENGE_PATH } from 'reward-codes-gateway/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CONTROLS,
  freshForm,
  postForm,
  postJson,
  startTestGateway,
  storedWith,
  type TestGateway,
} from '../fixtures/gateway.ts'
import { hear } from '../fixtures/raw-http.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const BOUNDARY = 'between-the-parts'

const stored = async () =>
  (await gateway.gateway.store.db.selectFrom('messages').select('id').execute()).length

/** Sends a multipart form whose parts have exactly the given headers. */
function postParts(parts: [head: string, value: string][], type = `boundary=${BOUNDARY}`) {
  const own = Object.entries({ ...CONTROLS, message: crypto.randomUUID() })
  const all = [...own.map(([name, value]) => [named(`"${name}"`), value] as const), ...parts]
  const body = `${all.map(([head, value]) => `--${BOUNDARY}\r\n${head}\r\n\r\n${value}\r\n`).join('')}--${BOUNDARY}--\r\n`
  const headers = { origin: gateway.url, 'content-type': `multipart/form-data; ${type}` }
  return fetch(`${gateway.url}/api/v1.0/email/send-form`, { method: 'POST', body, headers })
}

const named = (name: string) => `Content-Disposition: form-data; name=${name}`

describe('6 Parser differentials and prototype pollution', () => {
  test('a valid form is accepted, so the next ones are rejected for their trick alone', async () => {
    const noFile = `${named('"f"')}; filename=""\r\nContent-Type: application/octet-stream`
    expect(
      (
        await postParts([
          [named('"company"'), 'x'],
          [noFile, ''],
        ])
      ).status,
    ).toBe(200)
  })

  test.each([
    ['an account that contradicts the first', named('"user_id"'), 'other'],
    ['a control with two names', `${named('"company"')}; name="user_id"`, 'other'],
    ['a control behind a second header', `${named('"x"')}\r\n${named('"user_id"')}`, 'other'],
    ['a file under a starred name', `${named('"f"')}; filename*=UTF-8''a.html`, 'x'],
    ['a file under two names', `${named('"f"')}; filename="a"; filename*=UTF-8''b`, 'x'],
    ['a file without a name', `${named('"f"')}; filename=""`, 'words'],
    ['a file without words', `${named('"f"')}; filename="a.html"`, ''],
    ['a line break in a name', named('"a%0D%0Ab"'), 'x'],
    ['a part without a name', 'Content-Disposition: form-data', 'x'],
    ['a part that is no part of a form', 'Content-Disposition: attachment; name="x"', 'x'],
  ])('%s is rejected', async (_, head, value) => {
    const before = await stored()
    expect((await postParts([[head, value]])).status).toBe(400)
    expect(await stored()).toBe(before)
  })

  test.each(['boundary=c', `boundary=c; boundary=${BOUNDARY}`, 'boundary=', 'charset=utf-8'])(
    'a form with the boundary %s is rejected',
    async (type) => {
      const before = await stored()
      expect((await postParts([], type)).status).toBe(400)
      expect(await stored()).toBe(before)
    },
  )

  test('a control field repeated with another value is rejected', async () => {
    for (const name of Object.keys(CONTROLS)) {
      const body = { ...CONTROLS, template_params: { message: 'x', [name]: 'other' } }
      expect(await postJson(gateway.url, body)).toMatchObject({ reason: 'conflicting-fields' })
    }
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])(
    '%s is an ordinary field name on both paths and pollutes no prototype',
    async (name) => {
      const mark = crypto.randomUUID()
      const form = freshForm({ message: mark })
      form.append(name, `${mark} form`)
      const words = JSON.stringify({ message: `${mark} json` }).slice(1)
      const json = `{"template_params":{"${name}":"${mark}",${words},${JSON.stringify(CONTROLS).slice(1)}`
      const replies = [await postForm(gateway.url, form), await postJson(gateway.url, json)]
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const found = await storedWith(gateway, mark)
      expect(found.map((variables) => Object.hasOwn(variables, name))).toEqual([true, true])
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )

  test('a request with two hosts is rejected, because a proxy may read the other one', async () => {
    const host = new URL(gateway.url).host
    const lines = `Host: ${host}\r\nHost: portfolio.test\r\nConnection: close\r\n\r\n`
    const answer = await hear(gateway.url, `GET ${CHALLENGE_PATH}?user_id=x HTTP/1.1\r\n${lines}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    ['two kinds of length', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
    ['a length that is none', 'Content-Length: +4\r\n'],
    ['an unknown coding', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a bent header', 'Transfer-Encoding : chunked\r\n'],
    ['a folded header', 'Content-Length:\r\n 4\r\n'],
  ])(
    'a request with %s closes the connection, and no second request is read from it',
    async (_, lines) => {
      const smuggled = 'GET /api/v1.0/captcha/challenge HTTP/1.1\r\nHost: x\r\n\r\n'
      const first = `POST /api/v1.0/email/send HTTP/1.1\r\nHost: x\r\n${lines}\r\n0\r\n\r\n`
      const answer = await hear(gateway.url, first + smuggled)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer.match(/^HTTP\/1\.1/gm)).toHaveLength(1)
    },
  )
})

describe('7 Regular expression denial of service (ReDoS)', () => {
  // A pattern that backtracks would not come back from these; the limit of the test would end it.
  const LONG = 40_000
  const words = [
    `${'a@'.repeat(LONG / 2)}`,
    `a@${'a.'.repeat(LONG / 2)}`,
    `a@${'a-'.repeat(LONG / 2)}`,
    `${'a.'.repeat(LONG / 2)}@b`,
    ' '.repeat(LONG),
    `${'\t'.repeat(LONG)}x`,
    '='.repeat(LONG),
    '{{'.repeat(LONG / 2),
    '{{#a}}'.repeat(LONG / 6),
    '<'.repeat(LONG),
    '\n\r'.repeat(LONG / 2),
    '\u202e\u200b'.repeat(LONG / 6),
  ]

  test.each(['user_name', 'user_email', 'subject', 'message', 'seconds_to_fill', 'submission_id'])(
    'any 40,000 characters in %s get a response in time',
    async (field) => {
      for (const text of words) {
        const byJson = { ...CONTROLS, template_params: { message: 'x', [field]: text } }
        const replies = [
          await postForm(gateway.url, freshForm({ [field]: text })),
          await postJson(gateway.url, byJson),
        ]
        for (const { status } of replies) expect([200, 400]).toContain(status)
      }
    },
  )

  test.each([' ', '\t', '\u00a0'])(
    'a run of spaces (%j) between two words blocks no other request',
    async (space) => {
      const message = `a${space.repeat(LONG / Buffer.byteLength(space))}b`
      // The gateway runs on this thread. What else runs on the machine does not count as processor time.
      const before = process.threadCpuUsage()
      await postForm(gateway.url, freshForm({ message }))
      await postJson(gateway.url, { ...CONTROLS, template_params: { message } })
      // Without backtracking, both take a few milliseconds. With it, each takes a second or more.
      expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500)
    },
  )
})

import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildOpsServer } from 'reward-codes-gateway/internal/http/ops.ts'
import { blockSender } from 'reward-codes-gateway/internal/store/accept-message.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { startDelivery } from '../fixtures/delivery.ts'
import { CONTROLS, postForm, postJson } from '../fixtures/gateway.ts'
import { type ApiAnswer, startMailApi } from '../fixtures/mail-api.ts'
import { say, sayIf } from '../fixtures/mail-server.ts'
import { runCommand } from '../fixtures/run-command.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const VISITOR = { user_name: 'Zoë Łoś', user_email: 'zoe@example.org', message: 'My words' }
const HELD = { contact_website_url: 'https://spam.example' }

/** A gateway whose notices go to a local server, and what that gets. */
async function start(answer: ApiAnswer = { status: 204 }, environment = {}) {
  const api = await startMailApi(answer)
  const delivery = await startDelivery({
    environment: { NOTICE_URL: `${api.url}/hook`, ...environment },
  })
  const { gateway, pass } = delivery
  const bodies = () => api.calls.map(({ body }) => JSON.parse(body))
  const types = () => bodies().map(({ type }) => type)
  const advance = (milliseconds: number) => {
    pass(milliseconds)
    gateway.wake()
  }
  /** What was posted until then, and long enough after it for a notice to be posted. */
  const typesAfter = async (milliseconds: number) => {
    advance(milliseconds)
    await rest(300)
    return types()
  }
  return { ...delivery, api, bodies, types, advance, typesAfter }
}

test('a message that came is reported with who wrote, signed as Standard Webhooks, and without its words', async () => {
  const { url, api, message, log } = await start({ status: 204 }, { NOTICE_SECRET: SECRET })
  await postForm(url, VISITOR)
  await expect.poll(() => api.calls.length).toBe(1)
  const { id } = await message()
  const [call] = api.calls
  const body = call?.body ?? ''
  expect(JSON.parse(body)).toEqual({
    type: 'message.received',
    timestamp: '2026-01-15T12:00:00.000Z',
    title: expect.stringContaining('Zoë Łoś'),
    text: expect.stringContaining('Zoë Łoś &lt;zoe@example.org&gt;'),
    content: expect.stringContaining('Zoë Łoś \\<zoe@example.org\\>'),
    data: { message: id, site: 'Reward Codes', name: 'Zoë Łoś', email: 'zoe@example.org' },
    unfurl_links: false,
    unfurl_media: false,
    allowed_mentions: { parse: [] },
    flags: 4,
  })
  const {
    'webhook-id': name,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = call?.headers ?? {}
  expect(name).toBe(id)
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  await expect.poll(() => log.join()).toContain('notice sent')
  expect(log.join()).not.toMatch(/zoe|Zo/)
})

test('no name mentions anybody or formats anything, and each stays one text', async () => {
  const { url, bodies } = await start()
  const names = [
    ...['<!channel>', '<!here|x>', '<@U123>', '@everyone', '[a](http://b.test)', '{{.text}}'],
    ...[
      '<http://b.test|your bank>',
      '"},"allowed_mentions":{"parse":["everyone"]',
      '*'.repeat(100),
    ],
  ]
  const user_email = `${'_'.repeat(60)}@example.org`
  for (const user_name of names) await postForm(url, { ...VISITOR, user_name, user_email })
  await expect.poll(() => bodies().length).toBe(names.length)
  for (const { title, text, content, allowed_mentions, flags } of bodies()) {
    // Slack reads <...> in `text` alone.
    expect(`${title}${text}`).not.toMatch(/[<>]/)
    // Discord mentions whom `allowed_mentions` lists, and a link with a text needs brackets.
    expect({ allowed_mentions, flags }).toEqual({ allowed_mentions: { parse: [] }, flags: 4 })
    expect(content).not.toMatch(/(?<!\\)[[\]()<>]/)
    expect(content.length).toBeLessThanOrEqual(2000)
  }
  expect(bodies().map(({ data }) => data.name)).toEqual(names)
})

test('name and password of the URL become a header, and its query stays, as ntfy needs it', async () => {
  const api = await startMailApi({ status: 200 })
  const query = '?tpl=1&t={{.title}}&m={{.text}}'
  const NOTICE_URL = `${api.url.replace('//', '//:tk_x@')}/topic${query}`
  const { url } = await startDelivery({ environment: { NOTICE_URL } })
  await postForm(url, VISITOR)
  await expect.poll(() => api.calls.length).toBe(1)
  expect(api.calls[0]?.headers.authorization).toBe(`Basic ${btoa(':tk_x')}`)
  const { pathname, searchParams } = new URL(api.calls[0]?.path ?? '', api.url)
  expect([pathname, searchParams.get('t'), searchParams.get('m')]).toEqual([
    '/topic',
    '{{.title}}',
    '{{.text}}',
  ])
})

test('a mail does not wait for a notice, and one request is open at a time', async () => {
  const { url, server, typesAfter } = await start('silence')
  for (const message of ['one', 'two', 'three']) await postForm(url, { ...VISITOR, message })
  await server.waitFor(3)
  expect(await typesAfter(0)).toHaveLength(1)
})

test.each<ApiAnswer>([{ status: 500 }, { status: 404 }, { status: 429 }, 'cut'])(
  'a notice that is answered with %j is repeated after five minutes, under the same id',
  async (answer) => {
    const { url, api, log, advance, typesAfter } = await start(answer)
    await postForm(url, VISITOR)
    await expect.poll(() => log.join()).toContain('notice deferred')
    expect(await typesAfter(4 * MINUTE_MS)).toHaveLength(1)
    api.answers[0] = { status: 200 }
    advance(MINUTE_MS)
    await expect.poll(() => log.join()).toContain('notice sent')
    expect(api.calls[1]?.headers['webhook-id']).toBe(api.calls[0]?.headers['webhook-id'])
    expect(await typesAfter(MINUTE_MS)).toHaveLength(2)
  },
)

test('a notice that is taken and cannot be recorded is repeated after five minutes', async () => {
  const { url, api, gateway, log, advance, typesAfter } = await start()
  const fail = sql`create trigger disk_is_full before update of notified on messages
    begin select raise(abort, 'full'); end`
  await fail.execute(gateway.store.db)
  await postForm(url, VISITOR)
  await expect.poll(() => log.join()).toContain('notices failed')
  expect(await typesAfter(4 * MINUTE_MS)).toHaveLength(1)
  await sql`drop trigger disk_is_full`.execute(gateway.store.db)
  advance(MINUTE_MS)
  await expect.poll(() => api.calls.length).toBe(2)
  expect(await typesAfter(5 * MINUTE_MS)).toHaveLength(2)
})

test('a notice that the receiver refuses holds back no other, least of all that a message waits', async () => {
  const { url, api, types, log, pass, advance, typesAfter } = await start({ status: 500 })
  await postJson(url, { ...CONTROLS, template_params: { ...VISITOR, user_name: 'A\ud800' } })
  await expect.poll(() => log.join()).toContain('notice deferred')
  // The notices are in the order of time.
  pass(1000)
  await postForm(url, { ...VISITOR, message: 'two' })
  await postForm(url, { ...VISITOR, ...HELD })
  api.answers.splice(0, 1, { status: 204 }, { status: 400 }, { status: 204 }, { status: 500 })
  advance(5 * MINUTE_MS)
  await expect
    .poll(() => types().slice(1))
    .toEqual(['message.waiting', ...Array(2).fill('message.received')])
  await typesAfter(0)
  const ids = api.calls.map(({ headers }) => headers['webhook-id'])
  expect(ids[2]).toBe(ids[0])
  expect(ids[3]).not.toBe(ids[0])
  expect(api.calls[2]?.body).toContain('"name":"A\ufffd"')
  expect(await typesAfter(4 * MINUTE_MS)).toHaveLength(4)
  advance(MINUTE_MS)
  await expect.poll(() => api.calls[4]?.headers['webhook-id']).toBe(ids[0])
})

test('more than twenty messages are one notice with their number', async () => {
  const { url, api, bodies, log, advance, typesAfter } = await start({ status: 500 })
  await postForm(url, VISITOR)
  await expect.poll(() => log.join()).toContain('notice deferred')
  for (let n = 0; n < 20; n++) await postForm(url, { ...VISITOR, message: String(n) })
  api.answers[0] = { status: 200 }
  advance(5 * MINUTE_MS)
  await expect.poll(() => bodies().at(-1)?.type).toBe('messages.received')
  expect(bodies().at(-1)).toMatchObject({ data: { count: 21 } })
  expect(api.calls.at(-1)?.body).not.toContain('zoe')
  expect(await typesAfter(0)).toHaveLength(2)
})

test('a message that came a day ago is no news', async () => {
  const { url, api, log, settled, typesAfter } = await start({ status: 500 })
  await postForm(url, VISITOR)
  await settled(1)
  await expect.poll(() => log.join()).toContain('notice deferred')
  api.answers[0] = { status: 200 }
  expect(await typesAfter(25 * HOUR_MS)).toEqual(['message.received'])
})

test('a held message is reported once as one that waits, with its link, and with nothing that a stranger wrote', async () => {
  const { url, api, bodies, typesAfter } = await start()
  await postForm(url, { ...VISITOR, ...HELD })
  await expect.poll(() => api.calls.length).toBe(1)
  expect(bodies()[0]).toMatchObject({
    type: 'message.waiting',
    data: { held: 1, failed: 0, queued: 0 },
  })
  const link = /\nhttps:\/\/portfolio\.test\/api\/v1\.0\/review\/[\w.-]+$/
  expect(bodies()[0].text).toMatch(link)
  expect(bodies()[0].content).toMatch(link)
  // The signature of the link has any letters, such as Zo.
  expect(api.calls[0]?.body).not.toMatch(/zoe@|Zoë|My words|spam\.example/)
  expect(await typesAfter(HOUR_MS)).toEqual(['message.waiting'])
})

test('a held message of a blocked sender is not reported', async () => {
  const { url, gateway, typesAfter } = await start()
  await gateway.store.write((tx) => blockSender(tx, VISITOR.user_email))
  await postForm(url, VISITOR)
  expect(await typesAfter(0)).toEqual([])
})

test('what is forgotten is reported no more', async () => {
  const { url, api, log, folder, typesAfter } = await start({ status: 500 })
  await postForm(url, VISITOR)
  await expect.poll(() => log.join()).toContain('notice deferred')
  await callMessages(['forget', VISITOR.user_email, '--yes'], { DATA_DIR: folder })
  api.answers[0] = { status: 200 }
  expect(await typesAfter(5 * MINUTE_MS)).toEqual(['message.received'])
})

test.each<[reply: string, stage: 'recipient' | 'end']>([
  ['452 4.2.2 Mailbox full', 'recipient'],
  ['451 4.3.0 later', 'end'],
  ['554 not verified', 'end'],
])(
  'with %s to %s, that mail stands still is reported after an hour, once a day, and once when it ends',
  async (reply, stage) => {
    const { url, server, gateway, settled, types, advance, typesAfter } = await start()
    server.script[stage] = say(reply)
    await postForm(url, VISITOR)
    await settled(1)
    await expect.poll(types).toEqual(['message.received'])
    await typesAfter(HOUR_MS)
    await expect.poll(types).toEqual(['message.received', 'mail.stalled', 'message.waiting'])
    const ops = buildOpsServer({ gateway, isStopping: () => false })
    onTestFinished(() => ops.close())
    const ready = async () => (await ops.inject('/readyz')).body
    expect(await ready()).toMatch(/^ready\nwarning: mail stands still/)
    expect(await typesAfter(22 * HOUR_MS)).toHaveLength(3)
    await typesAfter(2 * HOUR_MS)
    await expect.poll(() => types().slice(3)).toEqual(['mail.stalled'])
    server.script = {}
    advance(4 * HOUR_MS)
    await server.waitFor(1)
    await typesAfter(0)
    gateway.wake()
    await expect.poll(() => types().slice(4)).toEqual(['mail.resumed'])
    expect(await ready()).toBe('ready\n')
  },
)

test('a standstill ends too when nothing waits any more', async () => {
  const { url, server, folder, settled, types, advance } = await start()
  server.script.recipient = say(452)
  await postForm(url, VISITOR)
  await settled(1)
  await expect.poll(types).toEqual(['message.received'])
  advance(HOUR_MS)
  await expect.poll(() => types().slice(-2)).toEqual(['mail.stalled', 'message.waiting'])
  await callMessages(['forget', VISITOR.user_email, '--yes'], { DATA_DIR: folder })
  advance(HOUR_MS)
  await expect.poll(() => types().at(-1)).toBe('mail.resumed')
})

test('doctor posts a test, and names an address that takes none', async () => {
  const api = await startMailApi({ status: 200 })
  const check = async () => {
    const { out } = await runCommand(['doctor', '--json', '--send-test'], { NOTICE_URL: api.url })
    const { findings } = JSON.parse(out)
    return findings.find((finding: { check: string }) => finding.check === 'notices')
  }
  expect(await check()).toMatchObject({ status: 'ok' })
  expect(JSON.parse(api.calls[0]?.body ?? '')).toMatchObject({ type: 'test' })
  api.answers[0] = { status: 404 }
  expect(await check()).toMatchObject({ status: 'failed', found: expect.stringContaining('404') })
})

test('two standstills of one message are four notices with distinct ids', async () => {
  const { url, server, api, types, advance } = await start()
  server.script.end = sayIf(({ raw }) => raw.includes('My words'), 452)
  await postForm(url, VISITOR)
  await expect.poll(types).toEqual(['message.received'])
  const standstill = async () => {
    advance(HOUR_MS)
    await expect.poll(types).toContain('mail.stalled')
    await postForm(url, { ...VISITOR, message: 'Other words' })
    // The gap after a refused mail passes, whenever its attempt ends.
    const typesLater = () => {
      advance(5000)
      return types()
    }
    await expect.poll(typesLater).toContain('mail.resumed')
    const notices = api.calls.splice(0)
    return notices
      .filter(({ body }) => JSON.parse(body).type.startsWith('mail.'))
      .map(({ headers }) => headers['webhook-id'])
  }
  const ids = [...(await standstill()), ...(await standstill())]
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(4)
})

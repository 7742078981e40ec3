import { blockSender } from 'reward-codes-gateway/internal/store/blocked-senders.ts'
import { waitingToMail } from 'reward-codes-gateway/internal/store/notices.ts'
import { expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import { findInFiles } from '../fixtures/find-in-files.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import {
  atNoon,
  CONTROLS,
  formOf,
  freshForm,
  type GatewaySetup,
  postForm,
  postJson,
  solvedCaptcha,
} from '../fixtures/gateway.ts'

const start = (setup: GatewaySetup) => startOwnGateway({ clock: atNoon, ...setup })

async function statuses(url: string, count: number, headers: Record<string, string> = {}) {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    const { status } = await postForm(url, freshForm(), { origin: url, ...headers })
    all.push(status)
  }
  return all
}

test('an IP address has an hourly rate limit with a Retry-After header', async () => {
  let now = Date.UTC(2026, 0, 15, 12, 20)
  const { url } = await start({ environment: { RATE_LIMIT_PER_IP: '3' }, clock: () => now })
  expect(await statuses(url, 3)).toEqual([200, 200, 200])
  const refused = await postForm(url, freshForm())
  expect(refused).toMatchObject({
    status: 429,
    text: 'Too Many Requests',
    reason: 'ip-rate-limited',
  })
  expect(refused.headers.get('retry-after')).toBe('2400')
  now += 2_400_000
  expect(await statuses(url, 1)).toEqual([200])
})

test('rejected requests and challenges of a neighbour stop nobody', async () => {
  const { url, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { RATE_LIMIT_PER_IP: '2' },
  })
  for (let n = 0; n < 5; n++) await postForm(url, formOf({ user_id: 'nobody' }))
  const challenge = () => fetch(`${url}/api/v1.0/captcha/challenge?user_id=portfolio`)
  for (let n = 0; n < 20; n++) expect((await challenge()).status).toBe(200)
  const solved = async () => freshForm({ 'g-recaptcha-response': await solvedCaptcha(gateway) })
  const replies = []
  for (let n = 0; n < 3; n++) replies.push((await postForm(url, await solved())).status)
  expect(replies).toEqual([200, 200, 429])
})

/** A form with the address in every header that a proxy may set. */
const from = async (url: string, address: string) => {
  const headers = { origin: url, 'x-forwarded-for': address, forwarded: `for=${address}` }
  return (await postForm(url, freshForm(), { ...headers, 'x-real-ip': address })).status
}

test.each([
  // [trusted proxies, X-Forwarded-For of each request, status of each response]
  [0, ['198.51.100.1', '198.51.100.2'], [200, 429]],
  [1, ['198.51.100.1, 203.0.113.1', '198.51.100.2, 203.0.113.1'], [200, 429]],
  [1, ['198.51.100.1', '198.51.100.2'], [200, 200]],
  [2, ['192.0.2.1, 198.51.100.1, 203.0.113.1', '192.0.2.2, 198.51.100.1, 203.0.113.2'], [200, 429]],
  [2, ['198.51.100.1, 203.0.113.1', '198.51.100.2, 203.0.113.1'], [200, 200]],
  // A client that bypasses one of the proxies is identified by the last address.
  [2, ['203.0.113.1', '203.0.113.1'], [200, 429]],
  [1, ['198.51.100.1:4711', '198.51.100.1:4712'], [200, 429]],
  [1, ['[2001:db8::1]:4711', '2001:db8::2'], [200, 429]],
  [1, ['::ffff:198.51.100.1', '198.51.100.1'], [200, 429]],
  // A /56 is one address.
  [1, ['2001:db8:1:1::1', '2001:db8:1:ff:ffff::2', '2001:db8:1:100::1'], [200, 429, 200]],
])('with TRUST_PROXY=%i, X-Forwarded-For %j gets %j', async (proxies, forwarded, answers) => {
  const { url } = await startOwnGateway({
    environment: { RATE_LIMIT_PER_IP: '1', TRUST_PROXY: String(proxies) },
    clock: atNoon,
  })
  const statuses = []
  for (const addresses of forwarded) statuses.push(await from(url, addresses))
  expect(statuses).toEqual(answers)
})

test('an invalid client address breaks nothing and gives no extra attempt', async () => {
  const environment = { RATE_LIMIT_PER_IP: '1', TRUST_PROXY: '1' }
  const { url } = await startOwnGateway({ environment, clock: atNoon })
  for (const junk of ['unknown', '<script>', '%00', ', , ', 'x'.repeat(4000)]) {
    expect(await from(url, junk)).toBe(200)
    expect(await from(url, junk)).toBe(429)
  }
})

test('counters restart at every full hour, also after the clock was set back', async () => {
  const minute = 60_000
  let now = Date.UTC(2026, 0, 15, 23, 59)
  const { url } = await start({ environment: { RATE_LIMIT_PER_IP: '2' }, clock: () => now })
  expect(await statuses(url, 3)).toEqual([200, 200, 429])
  now += minute - 1
  expect(await statuses(url, 1)).toEqual([429])
  now += 1
  expect(await statuses(url, 3)).toEqual([200, 200, 429])
  now -= 365 * 24 * 60 * minute
  expect(await statuses(url, 1)).toEqual([200])
})

test('no network address is in a file', async () => {
  const folder = freshFolder()
  const { url } = await start({
    environment: { DATA_DIR: folder, RATE_LIMIT_PER_IP: '2', TRUST_PROXY: '1' },
  })
  const visitor = { 'x-forwarded-for': '198.51.100.77' }
  expect(await statuses(url, 3, visitor)).toEqual([200, 200, 429])
  expect(findInFiles([folder], ['198.51.100.77']).found).toEqual([])
})

test('over the hourly site limit messages are held, and only a flood is rejected', async () => {
  const { url, gateway } = await start({ environment: { RATE_LIMIT_PER_SITE: '1' } })
  const all = await statuses(url, 7)
  expect(all).toEqual([...Array(6).fill(200), 429])
  const rows = await gateway.store.db.selectFrom('messages').select(['state', 'reason']).execute()
  expect(rows.filter(({ state }) => state === 'held')).toHaveLength(5)
  expect(rows.at(-1)?.reason).toBe('site rate limit exceeded')
})

test('over the hourly site limit a repeat of a stored message is still accepted', async () => {
  const { url } = await start({ environment: { RATE_LIMIT_PER_SITE: '1' } })
  const form = formOf({ submission_id: crypto.randomUUID() })
  await postForm(url, form)
  expect((await statuses(url, 10)).at(-1)).toBe(429)
  expect(await postForm(url, form)).toMatchObject({ status: 200, reason: 'duplicate' })
})

test('a flood without captchas does not block visitors with a solved one', async () => {
  const { url, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { RATE_LIMIT_PER_SITE: '3' },
  })
  const scriptless = () => freshForm({ lib_version: undefined })
  const flood: number[] = []
  for (let n = 0; n < 17; n++) flood.push((await postForm(url, scriptless())).status)
  expect(flood).toEqual([...Array(15).fill(200), 429, 429])
  const solved = formOf({ 'g-recaptcha-response': await solvedCaptcha(gateway) })
  expect(await postForm(url, solved)).toMatchObject({ status: 200 })
  const messages = gateway.store.db.selectFrom('messages').select('state')
  const rows = await messages.execute()
  expect(rows.map(({ state }) => state).filter((state) => state !== 'held')).toHaveLength(1)
})

test('a flood with solved captchas is held, and refuses nobody', async () => {
  const { url, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { RATE_LIMIT_PER_SITE: '1' },
  })
  const replies: number[] = []
  for (let n = 0; n < 8; n++) {
    const solved = freshForm({ 'g-recaptcha-response': await solvedCaptcha(gateway) })
    replies.push((await postForm(url, solved)).status)
  }
  expect(replies).toEqual(Array(8).fill(200))
  const rows = await gateway.store.db.selectFrom('messages').select('state').execute()
  expect(rows.filter(({ state }) => state === 'held')).toHaveLength(7)
})

test('on a disk that is almost full, the quota of the day holds for solved captchas, too', async () => {
  const { url, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { RATE_LIMIT_PER_SITE: '1' },
    prepare: ({ store }) => {
      store.hasRoom = () => false
    },
  })
  const replies: number[] = []
  for (let n = 0; n < 7; n++) {
    const solved = freshForm({ 'g-recaptcha-response': await solvedCaptcha(gateway) })
    replies.push((await postForm(url, solved)).status)
  }
  expect(replies).toEqual([...Array(6).fill(200), 429])
})

test('without a captcha, a message takes little more than its bytes, and a day has few of them', async () => {
  const minutes = 60_000
  let now = atNoon()
  const { url, gateway } = await start({
    page: { captcha: 'altcha' },
    environment: { RATE_LIMIT_PER_SITE: '2' },
    clock: () => now,
  })
  const scriptless = (message: string) => freshForm({ lib_version: undefined, message })
  // Each control character has six bytes in the database.
  expect(await postForm(url, scriptless('\u0001'.repeat(45_000)))).toMatchObject({ status: 413 })
  const reasons: (string | null)[] = []
  for (let hour = 0; hour < 8; hour++) {
    for (let n = 0; n < 2; n++)
      reasons.push((await postForm(url, scriptless(`Hello ${hour} ${n}`))).reason)
    now += 60 * minutes
  }
  expect(reasons).toEqual([...Array(10).fill('accepted'), ...Array(6).fill('site-rate-limited')])
  const solved = freshForm({ 'g-recaptcha-response': await solvedCaptcha(gateway) })
  expect(await postForm(url, solved)).toMatchObject({ status: 200 })
  now += 24 * 60 * minutes
  expect(await postForm(url, scriptless('Hello'))).toMatchObject({ status: 200 })
})

test.each([
  [
    'the honeypot is filled in',
    { contact_website_url: 'https://spam.test' },
    'hidden field filled in',
  ],
  ['the form was filled in too fast', { seconds_to_fill: '1' }, 'filled too fast'],
  ['its fill time is invalid', { seconds_to_fill: 'soon' }, 'filled too fast'],
])('a message is held when %s, and the response does not reveal it', async (_, fields, reason) => {
  const { url, gateway } = await start({})
  expect(await postForm(url, fields)).toMatchObject({
    status: 200,
    text: 'OK',
    reason: 'accepted',
  })
  const row = await gateway.store.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'held', reason })
})

test('a repeat gets the same response as the first and stays one message', async () => {
  const { url, gateway } = await start({})
  const form = formOf({ submission_id: crypto.randomUUID() })
  const ends = await Promise.all([1, 2, 3].map(() => postForm(url, form)))
  expect(ends.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, 'OK']))
  expect(ends.map(({ reason }) => reason).sort()).toEqual(['accepted', 'duplicate', 'duplicate'])
  expect(await gateway.store.db.selectFrom('messages').select('id').execute()).toHaveLength(1)
})

test.each([
  ['BAD@Example.ORG', 'held'],
  ['bad+again@example.org', 'held'],
  ['ｂａｄ@example.org', 'held'],
  ['bad@ｅｘａｍｐｌｅ.org', 'held'],
  ['b\u200bad@example.org', 'held'],
  ['ba\u00add@example.org', 'held'],
  ['bad\ufe0f@example.org', 'held'],
  ['x@BÜCHER.test', 'held'],
  ['x@XN--bcher-kva.test', 'held'],
  ['  bad@example.org ', 'held'],
  // Other mailboxes, of which the owner has said nothing.
  ['badger@example.org', 'queued'],
  ['bad@notexample.org', 'queued'],
  ['bad@example.org.test', 'queued'],
])(
  'with a blocked sender, a message of %j is %s, and the answer does not reveal it',
  async (user_email, state) => {
    const { url, gateway } = await startOwnGateway()
    for (const sender of ['bad@example.org', 'x@bücher.test'])
      await gateway.store.write((tx) => blockSender(tx, 'portfolio', sender))
    expect(await postForm(url, freshForm({ user_email }))).toMatchObject({
      status: 200,
      reason: 'accepted',
    })
    const { db } = gateway.store
    expect(await db.selectFrom('messages').select('state').executeTakeFirstOrThrow()).toEqual({
      state,
    })
    // The owner is not told of it.
    expect(await waitingToMail(db, gateway.clock())).toEqual([])
  },
)

test('without a solved captcha nobody learns whether an address is blocked', async () => {
  const { url, gateway } = await startOwnGateway({ page: { captcha: 'altcha' } })
  await gateway.store.write((tx) => blockSender(tx, 'portfolio', 'bad@example.org'))
  const replies = await Promise.all(
    ['bad@example.org', 'ada@example.org'].map((user_email) =>
      postForm(url, freshForm({ user_email })),
    ),
  )
  expect(replies.map(({ status, reason }) => [status, reason])).toEqual(
    Array(2).fill([400, 'captcha-missing']),
  )
})

test('no encoding of a request evades the rate limit', async () => {
  const { url } = await startOwnGateway({
    environment: { RATE_LIMIT_PER_IP: '2' },
    clock: atNoon,
  })
  const send = '/api/v1.0/email/send'
  const body = () =>
    JSON.stringify({ ...CONTROLS, template_params: { message: crypto.randomUUID() } })
  const headers = { origin: url, 'content-type': 'application/json' }
  const sendTo = (path: string) => fetch(url + path, { method: 'POST', headers, body: body() })
  const tries = [
    () => postForm(url, freshForm()),
    () => postJson(url, { ...CONTROLS, template_params: { message: 'x' } }),
    () => postForm(url, freshForm(), { origin: 'https://portfolio.test' }),
    () => sendTo(`${send}?x=1`),
    () => sendTo('/api/v1.0/email/%73end'),
  ]
  const statuses = []
  for (const attempt of tries) statuses.push((await attempt()).status)
  expect(statuses).toEqual([200, 200, 429, 429, 429])
})

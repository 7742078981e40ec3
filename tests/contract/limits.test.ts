import { blockSender } from 'reward-codes-gateway/internal/store/accept-message.ts'
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
  type TestGateway,
} from '../fixtures/gateway.ts'

const start = (setup: GatewaySetup) => startOwnGateway({ clock: atNoon, ...setup })

const statesOf = async ({ gateway: { store } }: Pick<TestGateway, 'gateway'>) =>
  (await store.db.selectFrom('messages').select('state').execute()).map(({ state }) => state)

/** A gateway with a captcha, and a form that has solved it. */
async function startWithCaptcha(setup: GatewaySetup) {
  const started = await start({ page: { captcha: 'altcha' }, ...setup })
  const solved = async (fields = {}) =>
    freshForm({ 'g-recaptcha-response': await solvedCaptcha(started.gateway), ...fields })
  return {
    ...started,
    solved,
    scriptless: (fields = {}) => freshForm({ lib_version: undefined, ...fields }),
  }
}

/** The statuses of forms, sent one after the other. */
async function statusesOf(
  url: string,
  count: number,
  formOf: () => FormData | Promise<FormData> = freshForm,
  headers: Record<string, string> = {},
) {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    all.push((await postForm(url, await formOf(), { origin: url, ...headers })).status)
  }
  return all
}

test('rejected requests and challenges of a neighbour stop no one', async () => {
  const { url, solved } = await startWithCaptcha({ environment: { RATE_LIMIT_PER_IP: '2' } })
  await statusesOf(url, 5, () => formOf({ user_id: 'unknown' }))
  const challenge = () => fetch(`${url}/api/v1.0/captcha/challenge?user_id=portfolio`)
  for (let n = 0; n < 20; n++) expect((await challenge()).status).toBe(200)
  expect(await statusesOf(url, 3, solved)).toEqual([200, 200, 429])
})

test('a message that is not stored is not counted', async () => {
  const { url, gateway, solved } = await startWithCaptcha({
    environment: { RATE_LIMIT_PER_IP: '2' },
  })
  const captcha = { 'g-recaptcha-response': await solvedCaptcha(gateway) }
  expect(await statusesOf(url, 3, () => freshForm(captcha))).toEqual([200, 400, 400])
  expect(await statusesOf(url, 2, solved)).toEqual([200, 429])
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

test('an IP address has an hourly rate limit with a Retry-After header, also after the clock was set back', async () => {
  const minute = 60_000
  let now = Date.UTC(2026, 0, 15, 23, 59)
  const { url } = await start({ environment: { RATE_LIMIT_PER_IP: '2' }, clock: () => now })
  expect(await statusesOf(url, 2)).toEqual([200, 200])
  const refused = await postForm(url, freshForm())
  expect(refused).toMatchObject({ status: 429, reason: 'ip-rate-limited' })
  expect(refused.headers.get('retry-after')).toBe('60')
  now += minute - 1
  expect(await statusesOf(url, 1)).toEqual([429])
  now += 1
  expect(await statusesOf(url, 3)).toEqual([200, 200, 429])
  now -= 365 * 24 * 60 * minute
  expect(await statusesOf(url, 1)).toEqual([200])
})

test('no network address is in a file', async () => {
  const folder = freshFolder()
  const { url } = await start({
    environment: { DATA_DIR: folder, RATE_LIMIT_PER_IP: '2', TRUST_PROXY: '1' },
  })
  const visitor = { 'x-forwarded-for': '198.51.100.77' }
  expect(await statusesOf(url, 3, freshForm, visitor)).toEqual([200, 200, 429])
  expect(findInFiles([folder], ['198.51.100.77']).found).toEqual([])
})

test('over the hourly site limit messages are held, and only a flood is rejected', async () => {
  const { url, gateway } = await start({ environment: { RATE_LIMIT_PER_SITE: '1' } })
  const all = await statusesOf(url, 7)
  expect(all).toEqual([...Array(6).fill(200), 429])
  const refused = await postForm(url, freshForm())
  expect(refused.headers.get('retry-after')).toBe('3600')
  const rows = await gateway.store.db.selectFrom('messages').select(['state', 'reason']).execute()
  expect(rows.filter(({ state }) => state === 'held')).toHaveLength(5)
  expect(rows.at(-1)?.reason).toBe('site rate limit exceeded')
})

test('over the hourly site limit a repeat of a stored message is still accepted', async () => {
  const { url } = await start({ environment: { RATE_LIMIT_PER_SITE: '1' } })
  const form = formOf({ submission_id: crypto.randomUUID() })
  await postForm(url, form)
  expect((await statusesOf(url, 10)).at(-1)).toBe(429)
  expect(await postForm(url, form)).toMatchObject({ status: 200, reason: 'duplicate' })
})

test('a flood without captchas does not block visitors with a solved one', async () => {
  const setup = { environment: { RATE_LIMIT_PER_SITE: '3' } }
  const { solved, scriptless, ...started } = await startWithCaptcha(setup)
  const flood = await statusesOf(started.url, 17, scriptless)
  expect(flood).toEqual([...Array(15).fill(200), 429, 429])
  expect(await postForm(started.url, await solved())).toMatchObject({ status: 200 })
  expect((await statesOf(started)).filter((state) => state !== 'held')).toHaveLength(1)
})

test('a flood with solved captchas is held, and refuses no one', async () => {
  const setup = { environment: { RATE_LIMIT_PER_SITE: '1' } }
  const { solved, ...started } = await startWithCaptcha(setup)
  expect(await statusesOf(started.url, 8, solved)).toEqual(Array(8).fill(200))
  expect((await statesOf(started)).filter((state) => state === 'held')).toHaveLength(7)
})

test('on a disk that is almost full, the quota of the day holds for solved captchas, too', async () => {
  const { url, solved } = await startWithCaptcha({
    environment: { RATE_LIMIT_PER_SITE: '1' },
    prepare: ({ store }) => {
      store.hasRoom = () => false
    },
  })
  expect(await statusesOf(url, 7, solved)).toEqual([...Array(6).fill(200), 429])
})

test('without a captcha, a message takes little more than its bytes, and a day has few of them', async () => {
  const hour = 3_600_000
  let now = atNoon()
  const setup = { environment: { RATE_LIMIT_PER_SITE: '2' }, clock: () => now }
  const { url, solved, scriptless } = await startWithCaptcha(setup)
  // Each control character has six bytes in the database.
  const huge = scriptless({ message: '\u0001'.repeat(45_000) })
  expect(await postForm(url, huge)).toMatchObject({ status: 413 })
  const all: number[] = []
  for (let n = 0; n < 8; n++) {
    all.push(...(await statusesOf(url, 2, scriptless)))
    now += hour
  }
  expect(all).toEqual([...Array(10).fill(200), ...Array(6).fill(429)])
  expect(await postForm(url, await solved())).toMatchObject({ status: 200 })
  now += 24 * hour
  expect(await postForm(url, scriptless())).toMatchObject({ status: 200 })
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

const BLOCKED = [
  ...['BAD@Example.ORG', 'bad+again@example.org', 'ｂａｄ@example.org', 'bad@ｅｘａｍｐｌｅ.org'],
  ...['b\u200bad@example.org', 'ba\u00add@example.org', 'bad\ufe0f@example.org'],
  ...['x@BÜCHER.test', 'x@XN--bcher-kva.test', '  bad@example.org '],
]
const NOT_BLOCKED = ['badger@example.org', 'bad@notexample.org', 'bad@example.org.test']

test('messages of a blocked sender are held in any spelling of the address, and the answer does not reveal it', async () => {
  const started = await start({})
  const { url, gateway } = started
  for (const sender of ['bad@example.org', 'x@bücher.test'])
    await gateway.store.write((tx) => blockSender(tx, sender))
  for (const [senders, state] of [
    [BLOCKED, 'held'],
    [NOT_BLOCKED, 'queued'],
  ] as const) {
    for (const user_email of senders) {
      const accepted = { status: 200, reason: 'accepted' }
      expect(await postForm(url, freshForm({ user_email }))).toMatchObject(accepted)
    }
    expect((await statesOf(started)).filter((one) => one === state)).toHaveLength(senders.length)
  }
  // The owner gets no mail about it.
  expect(await waitingToMail(gateway.store.db, gateway.clock())).toEqual([])
})

test('without a solved captcha no one learns whether an address is blocked', async () => {
  const { url, gateway } = await startOwnGateway({ page: { captcha: 'altcha' } })
  await gateway.store.write((tx) => blockSender(tx, 'bad@example.org'))
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

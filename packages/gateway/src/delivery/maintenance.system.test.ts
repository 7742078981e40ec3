import { sql } from 'kysely'
import { DAY_MS, startDelivery } from 'test-fixtures/delivery.ts'
import { freshForm, postForm } from 'test-fixtures/gateway.ts'
import { write } from 'test-fixtures/messages.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import type { Store } from '../store/store.ts'
import { runMaintenance } from './maintenance.ts'

const MINUTE_MS = 60_000

async function countUnreported({ db }: Pick<Store, 'db'>): Promise<number> {
  const messages = db.selectFrom('messages').select('id').where('kind', '=', 'message')
  return (await messages.where('reported_at', 'is', null).execute()).length
}
const HELD = { contact_website_url: 'https://spam.example' }
const hold = (url: string) => postForm(url, { ...HELD, message: crypto.randomUUID() })

test('the owner is notified of held messages every 15 minutes at most, and of each message once', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  await runMaintenance(gateway.delivery)
  const [first] = await server.waitFor(1)
  expect(first?.mail.subject).toBe('Held for review: one message on Reward Codes')
  await hold(url)
  // The first mail may have left before the clock went on.
  pass(15 * MINUTE_MS - 2000)
  await runMaintenance(gateway.delivery)
  await hold(url)
  pass(2000)
  await runMaintenance(gateway.delivery)
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for review: 2 messages on Reward Codes')
  pass(3 * DAY_MS)
  await runMaintenance(gateway.delivery)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.received).toHaveLength(2)
})

test('a held message is reported by mail at once, with the link that releases it', async () => {
  const { url, server, pass } = await startDelivery()
  await hold(url)
  pass(1000)
  const [mail] = await server.waitFor(1)
  expect(mail?.mail.subject).toBe('Held for review: one message on Reward Codes')
  expect(mail?.mail.text).toMatch(
    /The hidden field was filled in\.\s+https:\/\/portfolio.test\/api\/v1.0\/review\/\S+/,
  )
})

test('the mail about held messages quotes nothing that a stranger wrote, and has at most 20 links', async () => {
  const { server, gateway } = await startDelivery()
  const stranger = { user_name: 'http://evil.example', user_email: 'spam@evil.example' }
  for (let n = 0; n < 22; n++) {
    const held = { name: stranger.user_name, address: stranger.user_email, message: 'casino' }
    const receivedAt = gateway.clock() + n
    await write(gateway.store, { ...held, reason: 'contains "casino"', receivedAt })
  }
  await runMaintenance(gateway.delivery)
  const [mail] = await server.waitFor(1)
  expect(mail?.raw).not.toMatch(/evil|casino/i)
  expect(mail?.mail.text).toContain('It has one of your words.')
  expect(mail?.mail.text?.match(/\/review\//g)).toHaveLength(20)
  expect(mail?.mail.text).toContain('And 2 more: npm run messages -- list --state held')
})

test('a message whose captcha took long is reported, though an earlier mail was about later ones', async () => {
  const { server, gateway, pass } = await startDelivery()
  const reason = 'captcha provider did not respond'
  await write(gateway.store, { reason, receivedAt: gateway.clock() })
  await runMaintenance(gateway.delivery)
  await server.waitFor(1)
  await expect.poll(() => countUnreported(gateway.store)).toBe(0)
  await write(gateway.store, { reason, receivedAt: gateway.clock() - 5000 })
  pass(15 * MINUTE_MS)
  await runMaintenance(gateway.delivery)
  await server.waitFor(2)
  await expect.poll(() => countUnreported(gateway.store)).toBe(0)
})

test('messages count as reported once the server has taken the mail, and no second mail waits', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  server.refusals.data = 554
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  const reviews = () =>
    gateway.store.db.selectFrom('messages').select('state').where('kind', '=', 'review').execute()
  await expect.poll(reviews).toEqual([{ state: 'queued' }])
  pass(16 * MINUTE_MS)
  await runMaintenance(gateway.delivery)
  expect([await reviews(), await countUnreported(gateway.store)]).toEqual([
    [{ state: 'queued' }],
    1,
  ])
  server.refusals = {}
  gateway.wake()
  await server.waitFor(1)
  await expect.poll(() => countUnreported(gateway.store)).toBe(0)
})

test.each([
  ['a Casino offer', 'held', 'contains "Casino"'],
  ['casinos', 'queued', null],
  ['work from\nhome now', 'held', 'contains "work from home"'],
  ['cas\u200bi\u00adno', 'held', 'contains "casino"'],
  ['Work From Home', 'held', 'contains "Work From Home"'],
  ['c++ (any)', 'held', 'contains "c++"'],
])('with HOLD_WORDS the message %j is %s', async (text, state, reason) => {
  const { url, message } = await startDelivery({
    environment: { HOLD_WORDS: 'casino, work from home,c++', SMTP_HOST: '', SMTP_PORT: '' },
  })
  await postForm(url, { message: text })
  expect(await message()).toMatchObject({ state, reason })
})

test('a notice sent while the clock was a year ahead does not silence the next ones', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  pass(365 * DAY_MS)
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  await server.waitFor(1)
  await expect.poll(() => countUnreported(gateway.store)).toBe(0)
  pass(-365 * DAY_MS)
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for review: one message on Reward Codes')
})

test('any number of old messages is purged, even more than one statement can name', async () => {
  const { gateway, pass } = await startDelivery()
  const { db } = gateway.store
  const held = { receivedAt: gateway.clock(), reason: 'sent without JavaScript' }
  for (let n = 0; n < 1200; n++) await write(gateway.store, held)
  pass(181 * DAY_MS)
  await runMaintenance(gateway.delivery)
  const rows = await db.selectFrom('messages').select('id').where('kind', '=', 'message').execute()
  expect(rows).toEqual([])
})

test('content is deleted after the retention period, and never before it is sent', async () => {
  const { url, gateway, pass, settled, message } = await startDelivery({
    environment: { RETENTION_DAYS: '30' },
  })
  await postForm(url)
  await settled(1)
  pass(30 * DAY_MS - 1000)
  await runMaintenance(gateway.delivery)
  expect((await message()).template_params).toContain('Good work.')
  pass(2000)
  await runMaintenance(gateway.delivery)
  expect(await message()).toMatchObject({ template_params: null, sender: '', state: 'sent' })
})

const EXPIRED_KEYS = 10_000

/** Inserts keys that expired long ago, as a flood leaves them. */
async function insertExpired({ db }: Store, now: number) {
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers
      where n < ${sql.lit(EXPIRED_KEYS)})
    insert into idempotency_keys (key, expires_at)
    select 'expired:' || n, ${sql.lit(now - 2 * DAY_MS)} from numbers`.execute(db)
}

async function countExpired({ db }: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from idempotency_keys where key like 'expired:%'`.execute(db)
  return Number(rows[0]?.n)
}

describe.each(STORES)('%s', (kind) => {
  test('requests are answered while expired keys are deleted', async () => {
    const { url, gateway } = await startDelivery({
      environment: (await freshPlace(kind)).environment,
    })
    await insertExpired(gateway.store, gateway.clock())
    let isDone = false
    const maintenance = runMaintenance(gateway.delivery).finally(() => {
      isDone = true
    })
    const answers = []
    while (!isDone) answers.push((await postForm(url, freshForm())).status)
    await maintenance
    expect(answers.length).toBeGreaterThan(3)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await countExpired(gateway.store)).toBe(0)
  }, 60_000)
})

test('aborted maintenance ends between two batches', async () => {
  const { gateway } = await startDelivery()
  await insertExpired(gateway.store, gateway.clock())
  const stopping = new AbortController()
  const maintenance = runMaintenance(gateway.delivery, stopping.signal)
  await expect.poll(() => countExpired(gateway.store), { interval: 5 }).toBeLessThan(EXPIRED_KEYS)
  stopping.abort()
  await maintenance
  expect(await countExpired(gateway.store)).toBeGreaterThan(0)
}, 60_000)

test.each([
  [5, undefined],
  [25, 'is 25 s behind that of the database'],
])('a clock that is %i s off the one of the database: %s', async (seconds, fault) => {
  const { gateway, log } = await startDelivery()
  const { store } = gateway
  const clock = () => Date.now() + seconds * 1000
  await runMaintenance({ ...gateway.delivery, store: { ...store, clock } })
  if (fault) expect(log.join('\n')).toContain(fault)
  else expect(log.join('\n')).not.toContain('that of the database')
})

import { sql } from 'kysely'
import { DAY_MS, startDelivery } from 'test-fixtures/delivery.ts'
import { freshForm, postForm } from 'test-fixtures/gateway.ts'
import { freshPlace, STORES, type StoreKind } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { runMaintenance } from './maintenance.ts'
import { enqueue, type NewMessage, newMessageId } from './store/accept-message.ts'
import type { Store } from './store/store.ts'

const HELD = { contact_website_url: 'https://spam.example' }
const hold = (url: string) => postForm(url, { ...HELD, message: crypto.randomUUID() })

test('the owner is notified of held messages at most once a day, and of each message once', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  await runMaintenance(gateway.delivery)
  const [first] = await server.waitFor(1)
  expect(first?.mail.subject).toBe('Held for review: one message on Reward Codes')
  await hold(url)
  pass(DAY_MS - 1000)
  await runMaintenance(gateway.delivery)
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for review: 2 messages on Reward Codes')
  pass(3 * DAY_MS)
  await runMaintenance(gateway.delivery)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.received).toHaveLength(2)
})

test('messages that were held while maintenance did not run are reported too', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  await hold(url)
  pass(5 * DAY_MS)
  await runMaintenance(gateway.delivery)
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.text).toContain('one message looked like spam')
})

test('a notice sent while the clock was a year ahead does not silence the next ones', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  pass(365 * DAY_MS)
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  await server.waitFor(1)
  pass(-365 * DAY_MS)
  await hold(url)
  pass(1000)
  await runMaintenance(gateway.delivery)
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for review: one message on Reward Codes')
  pass(DAY_MS / 2)
  await hold(url)
  await runMaintenance(gateway.delivery)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.received).toHaveLength(2)
})

test('any number of old messages is purged, even more than one statement can name', async () => {
  const { gateway, pass } = await startDelivery()
  const { db } = gateway.store
  const copies = await db
    .transaction()
    .execute((tx) =>
      Promise.all(Array.from({ length: 1200 }, () => enqueue(tx, heldMessage(gateway.clock())))),
    )
  pass(181 * DAY_MS)
  await runMaintenance(gateway.delivery)
  const rows = await db.selectFrom('messages').select('id').where('kind', '=', 'message').execute()
  expect([copies.length, rows.length]).toEqual([1200, 0])
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
    const { url, gateway } = await startDelivery({ environment: await placeFor(kind) })
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

  test('aborted maintenance ends between two batches', async () => {
    const { gateway } = await startDelivery({ environment: await placeFor(kind) })
    await insertExpired(gateway.store, gateway.clock())
    const stopping = new AbortController()
    const maintenance = runMaintenance(gateway.delivery, stopping.signal)
    await expect.poll(() => countExpired(gateway.store), { interval: 5 }).toBeLessThan(EXPIRED_KEYS)
    stopping.abort()
    await maintenance
    expect(await countExpired(gateway.store)).toBeGreaterThan(0)
  }, 60_000)
})

async function placeFor(kind: StoreKind) {
  const { dataFolder, databaseUrl } = await freshPlace(kind)
  return { DATA_DIR: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

function heldMessage(now: number): NewMessage {
  return {
    id: newMessageId(now),
    kind: 'message',
    account: 'portfolio',
    service: 'default_service',
    transport: 'SMTP_URL',
    template: 'contact',
    sender: 'ada@example.org',
    reason: 'sent without JavaScript',
    mayReply: false,
    mailDomain: 'portfolio.test',
    variables: { message: 'Hello' },
    now,
  }
}

import { sql } from 'kysely'
import { DAY_MS, startDelivery } from 'test-fixtures/delivery.ts'
import { freshForm, postForm } from 'test-fixtures/gateway.ts'
import { write } from 'test-fixtures/messages.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import type { Store } from '../store/store.ts'
import { runMaintenance } from './maintenance.ts'

test('any number of old messages is purged, even more than one statement can name', async () => {
  const { gateway, pass } = await startDelivery()
  const { db } = gateway.store
  const held = { receivedAt: gateway.clock(), reason: 'sent without JavaScript' }
  for (let n = 0; n < 1200; n++) await write(gateway.store, held)
  pass(181 * DAY_MS)
  await runMaintenance(gateway.delivery)
  const rows = await db.selectFrom('messages').select('id').execute()
  expect(rows).toEqual([])
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
  })
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
})

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

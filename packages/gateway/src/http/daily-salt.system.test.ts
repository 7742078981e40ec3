import { startDelivery } from 'test-fixtures/delivery.ts'
import { findInFiles } from 'test-fixtures/find-in-files.ts'
import { freshForm, postForm } from 'test-fixtures/gateway.ts'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { runMaintenance } from '../maintenance.ts'
import type { Store } from '../store/store.ts'
import { createDailySaltProvider, deleteOldSalts, networksOf, rateLimitKeys } from './rate-limit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MIDNIGHT = Date.UTC(2026, 0, 16)
/** The start time in tests/fixtures/delivery.ts. */
const NOON_BEFORE = MIDNIGHT - 12 * HOUR_MS

const saltsIn = async ({ db }: Store) => {
  const rows = db.selectFrom('secrets').selectAll().where('name', 'like', 'salt:%')
  return (await rows.execute()).map(({ value }) => value)
}

describe.each(STORES)('%s', (kind) => {
  test('gateways that start a day at the same time share one salt, and get another the next day', async () => {
    const { open } = await freshPlace(kind)
    const gateways = [await open(), await open(), await open()]
    const saltsOf = gateways.map((gateway) => createDailySaltProvider(gateway))
    const today = await Promise.all(saltsOf.map((saltOf) => saltOf(MIDNIGHT)))
    expect(new Set(today).size).toBe(1)
    expect(today[0]).toMatch(/^[\w-]{43}$/)
    const late = await Promise.all(saltsOf.map((saltOf) => saltOf(MIDNIGHT + DAY_MS - 1)))
    expect(late).toEqual(today)
    const tomorrow = await Promise.all(saltsOf.map((saltOf) => saltOf(MIDNIGHT + DAY_MS)))
    expect(new Set(tomorrow).size).toBe(1)
    expect(tomorrow[0]).not.toBe(today[0])
  })

  test('a salt is deleted one hour after its day, because other clocks may be behind', async () => {
    const store = await freshStore(kind)
    const salt = await createDailySaltProvider(store)(MIDNIGHT - 1)
    await deleteOldSalts(store.db, MIDNIGHT + HOUR_MS - 1)
    expect(await saltsIn(store)).toEqual([salt])
    expect(await createDailySaltProvider(store)(MIDNIGHT - 1)).toBe(salt)
    await deleteOldSalts(store.db, MIDNIGHT + HOUR_MS)
    expect(await saltsIn(store)).toEqual([])
  })

  test('after maintenance deletes a salt, no other salt maps a network to the old hash', async () => {
    const { databaseUrl, dataFolder } = await freshPlace(kind)
    const { url, gateway, log, pass } = await startDelivery({
      environment: { DATA_DIR: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    })
    const { store } = gateway
    await postForm(url, freshForm())
    const [salt = ''] = await saltsIn(store)
    const name = rateLimitKeys('127.0.0.1', salt)[0]?.key ?? ''
    if (!databaseUrl) expect(findInFiles([dataFolder], [salt, name]).found).not.toEqual([])

    pass(MIDNIGHT + HOUR_MS - NOON_BEFORE)
    await runMaintenance(gateway.delivery)
    expect(log.join('\n')).not.toContain('maintenance task failed')
    expect(await saltsIn(store)).toEqual([])
    expect(await store.db.selectFrom('rate_limit_counters').selectAll().execute()).toEqual([])
    // SQLite overwrites deleted rows. PostgreSQL reuses their space later.
    if (!databaseUrl) expect(findInFiles([dataFolder], [salt, name]).found).toEqual([])
    // Hashing the address with every remaining secret does not reproduce the old key.
    await postForm(url, freshForm())
    const salts = [...(await saltsIn(store)), gateway.delivery.secret]
    const [{ network } = { network: '' }] = networksOf('127.0.0.1')
    const guesses = salts.map((one) => rateLimitKeys(network, one)[0]?.key)
    expect(guesses).toHaveLength(2)
    expect(guesses).not.toContain(name)
  })
})

test('a rate limit counter restarts at midnight, as at every full hour', async () => {
  const { url, pass } = await startDelivery({ environment: { RATE_LIMIT_PER_IP: '2' } })
  const statuses = async (count: number) => {
    const replies = []
    for (let n = 0; n < count; n++) replies.push(await postForm(url, freshForm()))
    return replies.map(({ status }) => status)
  }
  pass(MIDNIGHT - MINUTE_MS - NOON_BEFORE)
  expect(await statuses(3)).toEqual([200, 200, 429])
  pass(MINUTE_MS - 1)
  expect(await statuses(1)).toEqual([429])
  pass(1)
  expect(await statuses(3)).toEqual([200, 200, 429])
})

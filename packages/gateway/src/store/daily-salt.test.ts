import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startDelivery } from '../../../tests/fixtures/delivery.ts'
import { findInFiles } from '../../../tests/fixtures/find-in-files.ts'
import { freshForm, postForm } from '../../../tests/fixtures/gateway.ts'
import { freshPlace, freshStore, STORES } from '../../../tests/fixtures/stores.ts'
import { keepHouse } from '../courier/housekeeping.ts'
import { namesOfSender, networksOf } from '../intake/network-address.ts'
import { createSalts, deleteOldSalts } from './salts.ts'
import type { Store } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MIDNIGHT = Date.UTC(2026, 0, 16)
/** What tests/fixtures/delivery.ts begins with. */
const NOON_BEFORE = MIDNIGHT - 12 * HOUR_MS

const saltsIn = async ({ db }: Store) => {
  const rows = db.selectFrom('secrets').selectAll().where('name', 'like', 'salt:%')
  return (await rows.execute()).map(({ value }) => value)
}

describe.each(STORES)('%s', (kind) => {
  test('gateways that meet a new day at once count with one salt, the next day with another', async () => {
    const { open } = await freshPlace(kind)
    const gateways = [await open(), await open(), await open()]
    const saltsOf = gateways.map(({ db }) => createSalts(db))
    const today = await Promise.all(saltsOf.map((saltOf) => saltOf(MIDNIGHT)))
    expect(new Set(today).size).toBe(1)
    expect(today[0]).toMatch(/^[\w-]{43}$/)
    const late = await Promise.all(saltsOf.map((saltOf) => saltOf(MIDNIGHT + DAY_MS - 1)))
    expect(late).toEqual(today)
    const tomorrow = await Promise.all(saltsOf.map((saltOf) => saltOf(MIDNIGHT + DAY_MS)))
    expect(new Set(tomorrow).size).toBe(1)
    expect(tomorrow[0]).not.toBe(today[0])
  })

  test('the salt of a day stays for an hour after it, for gateways whose clocks are behind', async () => {
    const store = await freshStore(kind)
    const salt = await createSalts(store.db)(MIDNIGHT - 1)
    await deleteOldSalts(store.db, MIDNIGHT + HOUR_MS - 1)
    expect(await saltsIn(store)).toEqual([salt])
    expect(await createSalts(store.db)(MIDNIGHT - 1)).toBe(salt)
    await deleteOldSalts(store.db, MIDNIGHT + HOUR_MS)
    expect(await saltsIn(store)).toEqual([])
  })

  test('once housekeeping has deleted a salt, no file holds it or a hash made with it', async () => {
    const { databaseUrl, dataFolder } = await freshPlace(kind)
    const { url, gateway, log, pass } = await startDelivery({
      environment: { DATA_FOLDER: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    })
    const { store } = gateway
    const folder = databaseUrl ? await tablesOf(store) : dataFolder
    await postForm(url, freshForm())
    const [salt = ''] = await saltsIn(store)
    const name = namesOfSender('127.0.0.1', salt)[0]?.name ?? ''
    if (databaseUrl) await sql`checkpoint`.execute(store.db)
    const before = findInFiles([folder], [salt, name]).found.map(({ text }) => text)
    expect(new Set(before)).toEqual(new Set([salt, name]))

    pass(MIDNIGHT + HOUR_MS - NOON_BEFORE)
    await keepHouse(gateway)
    expect(log.join('\n')).not.toContain('stumbled')
    expect(findInFiles([folder], [salt, name]).found).toEqual([])
    // With the hash at hand and all addresses to try, the salt that is there now finds nobody.
    await postForm(url, freshForm())
    const salts = [...(await saltsIn(store)), gateway.secret]
    const [{ network } = { network: '' }] = networksOf('127.0.0.1')
    const guesses = salts.map((one) => namesOfSender(network, one)[0]?.name)
    expect(guesses).toHaveLength(2)
    expect(guesses).not.toContain(name)
  })
})

test('a limit holds up to midnight and counts anew from there, as in every hour', async () => {
  const { url, pass } = await startDelivery({ environment: { LIMIT_PER_ADDRESS: '2' } })
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

async function tablesOf({ db }: Store): Promise<string> {
  const { rows } = await sql<{ folder: string; oid: number }>`
    select current_setting('data_directory') as folder, oid::int as oid
    from pg_database where datname = current_database()`.execute(db)
  return join(rows[0]?.folder ?? '', 'base', String(rows[0]?.oid))
}

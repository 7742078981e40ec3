import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { callMessages } from 'test-fixtures/call-messages.ts'
import { contentOf } from 'test-fixtures/database-content.ts'
import { keptVersions, placeOf } from 'test-fixtures/earlier-databases.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from './migrations.ts'
import { openStore, readVersion, type StoreLocation } from './store.ts'
import { dropCopies, listCopies, TABLES } from './table-copies.ts'
import { undoMigration } from './undo-migration.ts'

const LAST = MIGRATIONS.length - 1
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

const place = async (version: number) => {
  const environment = await placeOf(version, 'postgres')
  const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataFolder } = environment
  return { databaseUrl, dataFolder, content: () => contentOf(environment) }
}

async function open(location: StoreLocation) {
  const store = await openStore(location)
  onTestFinished(() => store.close().catch(() => {}))
  return store
}

test('the list of tables is complete', async () => {
  const { open: openFresh } = await freshPlace('postgres')
  const { db } = await openFresh()
  expect((await namesOf(db)).sort()).toEqual(TABLES.toSorted())
})

describe.each(keptVersions())('a PostgreSQL database of version %d', (version) => {
  test('is copied before its migration, which can be undone to every row and index', async () => {
    const location = await place(version)
    const before = await location.content()
    expect(before.rows.messages).toHaveLength(5)
    const store = await open(location)
    const copies = await listCopies(store.db)
    expect(copies.map(({ table }) => table)).toContain('messages')
    expect(new Set(copies.map((copy) => copy.version))).toEqual(new Set([version]))
    await store.close()
    expect(await readVersion(location)).toBe(MIGRATIONS.length)

    expect(await undoMigration(location, version)).toEqual({ ok: true })
    expect(await readVersion(location)).toBe(version)
    expect(await location.content()).toEqual(before)
    // The older database is migrated again, and again undone.
    await (await open(location)).close()
    expect(await undoMigration(location, version)).toEqual({ ok: true })
    expect(await location.content()).toEqual(before)
  })
})

test('a migration is not undone while a gateway runs, nor once a message has changed', async () => {
  const location = await place(LAST)
  const store = await open(location)
  expect(await undoMigration(location, LAST)).toEqual({
    ok: false,
    fault: 'The gateway is running. Stop it first.',
  })
  await store.db
    .updateTable('messages')
    .set({ state: 'sent' })
    .where('state', '=', 'queued')
    .execute()
  await store.close()
  const before = await location.content()
  expect(await undoMigration(location, LAST)).toEqual({
    ok: false,
    fault: 'Messages have arrived or were delivered since the migration, and would be lost.',
  })
  expect(await location.content()).toEqual(before)
})

test('an idle gateway prevents the undo, whatever name its URL gives to connections', async () => {
  const location = await place(LAST)
  const { databaseUrl, dataFolder } = location
  const named = new URL(databaseUrl)
  named.searchParams.set('application_name', 'my-site')
  const store = await open({ databaseUrl: named.href, dataFolder })
  const refused = { ok: false, fault: 'The gateway is running. Stop it first.' }
  expect(await undoMigration(location, LAST)).toEqual(refused)

  let isListening = () => {}
  const listening = new Promise<void>((resolve) => {
    isListening = resolve
  })
  const stop = store.listen(isListening)
  await listening
  // All connections of the pool are closed when they have been idle for ten seconds.
  await sleep(12_000)
  expect(await undoMigration(location, LAST)).toEqual(refused)
  await stop()
  await store.close()
  expect(await undoMigration(location, LAST)).toEqual({ ok: true })
})

test('a gateway whose connection is just closing does not prevent the undo', async () => {
  const location = await place(LAST)
  await (await open(location)).close()
  const { databaseUrl: connectionString } = location
  const gateway = new pg.Client({ connectionString, application_name: 'reward-codes' })
  await gateway.connect()
  const undone = undoMigration(location, LAST)
  await sleep(200)
  await gateway.end()
  expect(await undone).toEqual({ ok: true })
})

test('the copies of the last week are kept, older ones deleted', async () => {
  const store = await open(await place(LAST))
  const [{ madeAt = 0 } = {}] = await listCopies(store.db)
  expect(Math.abs(Date.now() - madeAt)).toBeLessThan(WEEK_MS)
  await dropCopies(store, madeAt - 1)
  expect(await listCopies(store.db)).not.toEqual([])
  await dropCopies(store, madeAt + WEEK_MS)
  expect(await listCopies(store.db)).toEqual([])
})

test('a table of someone else that is named like a copy is never dropped', async () => {
  const store = await open(await place(LAST))
  await sql`create table v1_messages (id text)`.execute(store.db)
  await dropCopies(store)
  expect(await namesOf(store.db)).toContain('v1_messages')
})

async function namesOf<Tables>(db: Kysely<Tables>) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  return rows.map(({ name }) => name)
}

test.each([['forget', 'nobody@example.org', '--yes']])(
  'messages %s deletes the copies, which have what it deletes',
  async (...args) => {
    const { databaseUrl, dataFolder } = await place(LAST)
    const store = await open({ databaseUrl, dataFolder })
    expect(await listCopies(store.db)).not.toEqual([])
    await callMessages(args, { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl })
    expect(await listCopies(store.db)).toEqual([])
  },
)

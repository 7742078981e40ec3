import { sql } from 'kysely'
import pg from 'pg'
import { startTestGateway } from 'test-fixtures/gateway.ts'
import { write } from 'test-fixtures/messages.ts'
import { freshDatabase, startPostgres } from 'test-fixtures/postgres.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from '../cli/doctor/check-gateway.ts'
import { openStore } from './open-store.ts'
import { eraseMessages } from './retention.ts'
import type { Store } from './store.ts'

/** A store in a database with a default for `synchronous_commit`. */
async function storeWithDefault(value: string) {
  const { databaseUrl = '', open } = await freshPlace('postgres')
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  const name = new URL(databaseUrl).pathname.slice(1)
  await owner.query(`alter database ${name} set synchronous_commit = '${value}'`)
  await owner.end()
  return open()
}

async function synchronousCommit({ db }: Pick<Store, 'db'>) {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
  return rows[0]?.synchronous_commit
}

test.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_write', 'on'],
  ['remote_apply', 'remote_apply'],
])(
  'with synchronous_commit = %s in the database, the gateway commits with %s',
  async (given, used) => {
    const store = await storeWithDefault(given)
    expect(await synchronousCommit(store)).toBe(used)
    expect(await store.write((tx) => synchronousCommit({ db: tx }))).toBe(used)
    // Covers every connection of the pool.
    const all = Array.from({ length: 8 }, () =>
      store.db.transaction().execute((tx) => synchronousCommit({ db: tx })),
    )
    expect(new Set(await Promise.all(all))).toEqual(new Set([used]))
  },
)

test('two changes of the same messages in opposite orders both succeed', async () => {
  const { open } = await freshPlace('postgres')
  const store = await open()
  const ids = [await write(store), await write(store)]
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  const change = (first = '', second = '') =>
    store.write(async (tx) => {
      await sql`update messages set attempt = attempt + 1 where id = ${first}`.execute(tx)
      holding++
      if (holding === ids.length) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update messages set attempt = attempt + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([change(ids[0], ids[1]), change(ids[1], ids[0])])
  const attempts = await store.db.selectFrom('messages').select('attempt').execute()
  expect(attempts).toEqual([{ attempt: 2 }, { attempt: 2 }])
})

test('a change that meets a deadlock again is repeated again', async () => {
  const { open } = await freshPlace('postgres')
  const store = await open()
  let deadlocks = 0
  const change = store.write(async (tx) => {
    if (++deadlocks > 3) return 'done'
    await sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`.execute(tx)
  })
  expect(await change).toBe('done')
})

async function databaseOnServer(settings: string[]) {
  const server = await startPostgres(settings)
  const database = await freshDatabase(server.url)
  onTestFinished(async () => {
    await database.drop()
    await server.stop()
  })
  return database.url
}

test('a server with fsync=off is rejected before its schema is changed, and doctor says so', async () => {
  const url = await databaseOnServer(['fsync=off'])
  const started = startTestGateway({ environment: { DATABASE_URL: url } })
  await expect(started).rejects.toThrow('fsync=off')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'")
  await client.end()
  expect(rows).toEqual([])
  expect(await checkDatabase({ databaseUrl: url, dataFolder: '' })).toContainEqual(
    expect.objectContaining({ status: 'failed', found: expect.stringContaining('fsync=off') }),
  )
})

test('forgotten data is synced to the disk when the command ends', async () => {
  // No other process writes the log during this test.
  const url = await databaseOnServer([
    'wal_writer_delay=10s',
    'autovacuum=off',
    'wal_writer_flush_after=1GB',
    // Otherwise the background writer describes the running transactions every 15 s.
    'wal_level=minimal',
    'max_wal_senders=0',
  ])
  const store = await openStore({ databaseUrl: url, dataFolder: '' })
  onTestFinished(() => store.close())
  const ids = [await write(store), await write(store), await write(store)]
  await eraseMessages(store, ids)
  const { rows } = await sql<{ unflushed: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), pg_current_wal_flush_lsn()) as unflushed`.execute(
    store.db,
  )
  expect(Number(rows[0]?.unflushed)).toBe(0)
})

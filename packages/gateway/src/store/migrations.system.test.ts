import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { callMessages } from 'test-fixtures/call-messages.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, inject, test } from 'vitest'
import { checkDatabase } from '../cli/doctor/check-gateway.ts'
import { openExistingStore } from './open-store.ts'
import { sqliteFile } from './sqlite.ts'
import type { Store } from './store.ts'

const withoutTables = (kind: (typeof STORES)[number]) => freshPlace(kind, inject('postgres'))

const run = async ({ db }: Store, statement: string) => {
  await sql.raw(statement).execute(db)
}

test('gateways that start together on PostgreSQL create the tables once', async () => {
  const { open } = await withoutTables('postgres')
  const stores = await Promise.all(Array.from({ length: 6 }, () => open()))
  for (const { db } of stores) {
    expect(await db.selectFrom('messages').selectAll().execute()).toEqual([])
  }
})

describe.each(STORES)('%s', (kind) => {
  test('a command creates no tables', async () => {
    const place = await withoutTables(kind)
    expect(await openExistingStore(place)).toBeUndefined()
    expect(await callMessages(['list'], place.environment)).toMatchObject({ exitCode: 0 })
    expect(await openExistingStore(place)).toBeUndefined()
    expect(existsSync(sqliteFile(place.dataFolder))).toBe(false)
  })

  test.each([
    [
      'migrations of a newer version',
      "insert into kysely_migration values ('0002_future', '2030-01-01T00:00:00.000Z')",
    ],
    ['tables of an older version', "update kysely_migration set name = '0001_000000000000'"],
    ['tables of another program', 'drop table kysely_migration'],
  ])('a database with %s is refused', async (_, change) => {
    const refusal = /another version of this program, or of another program/
    const place = await withoutTables(kind)
    const { open, environment } = place
    await run(await open(), change)
    await expect(open()).rejects.toThrow(refusal)
    const { exitCode, error } = await callMessages(['list'], environment)
    expect({ exitCode, error }).toEqual({ exitCode: 1, error: expect.stringMatching(refusal) })
    const [finding] = await checkDatabase(place)
    expect(finding).toMatchObject({ status: 'failed', found: expect.stringMatching(refusal) })
  })

  test('a command refuses tables that the gateway has yet to migrate', async () => {
    const { open, environment } = await withoutTables(kind)
    await run(await open(), 'delete from kysely_migration')
    const { exitCode, error } = await callMessages(['list'], environment)
    expect({ exitCode, error }).toEqual({
      exitCode: 1,
      error: expect.stringContaining('Start the gateway, which migrates them'),
    })
    // As after a start that was killed.
    const { db } = await open()
    expect(await db.selectFrom('messages').selectAll().execute()).toEqual([])
  })
})

test('an SQLite file that is refused is not modified', async () => {
  const { dataFolder, open } = await freshPlace('sqlite')
  const store = await open()
  // The journal mode of a restored backup.
  await run(store, 'drop table kysely_migration')
  await run(store, 'pragma journal_mode = delete')
  const file = sqliteFile(dataFolder)
  const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex')
  const before = digest()
  await expect(open()).rejects.toThrow('another program')
  expect(digest()).toBe(before)
  expect(['-wal', '-shm', '-journal'].filter((ending) => existsSync(file + ending))).toEqual([])
})

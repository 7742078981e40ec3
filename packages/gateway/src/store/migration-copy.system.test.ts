import { copyFileSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { callMessages } from 'test-fixtures/call-messages.ts'
import { keptVersions, placeOf } from 'test-fixtures/earlier-databases.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  copyBeforeMigration,
  deleteMigrationCopies,
  migrationCopy,
  undoSqliteMigration,
} from './migration-copy.ts'
import { MIGRATIONS } from './migrations.ts'
import { sqliteFile } from './sqlite.ts'
import { openStore, readVersion } from './store.ts'

const OWNER_ONLY = 0o600
const MODE = 0o777
const LAST = MIGRATIONS.length - 1

async function migrated(version: number) {
  const { DATA_DIR: folder } = await placeOf(version, 'sqlite')
  const file = sqliteFile(folder)
  const store = await openStore({ dataFolder: folder })
  onTestFinished(() => store.close().catch(() => {}))
  return { folder, file, store, copy: migrationCopy(file, version) }
}

describe.each(keptVersions())('a database of version %d', (version) => {
  test('is copied before its migration, and the migration can be undone', async () => {
    const { folder, file, store, copy } = await migrated(version)
    await store.close()
    expect(statSync(copy).mode & MODE).toBe(OWNER_ONLY)
    expect(await readVersion({ dataFolder: folder })).toBe(MIGRATIONS.length)

    expect(undoSqliteMigration(file, version)).toEqual({ ok: true })
    expect(await readVersion({ dataFolder: folder })).toBe(version)
    expect(readdirSync(folder)).toEqual(['messages.db'])
    // The older database opens again, with every message.
    const again = await openStore({ dataFolder: folder })
    const { count } = await again.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(5)
    await again.close()
  })
})

test('a copy from before a migration that failed is replaced', async () => {
  const { DATA_DIR: folder } = await placeOf(LAST, 'sqlite')
  const file = sqliteFile(folder)
  copyFileSync(file, migrationCopy(file, LAST))
  // The older version has delivered messages since.
  change(file, "update messages set state = 'sent' where state = 'queued'")
  await (await openStore({ dataFolder: folder })).close()
  expect(undoSqliteMigration(file, LAST)).toEqual({ ok: true })
})

test('what a killed gateway has left of a copy does not prevent the next one', async () => {
  const { DATA_DIR: folder } = await placeOf(LAST, 'sqlite')
  const copy = migrationCopy(sqliteFile(folder), LAST)
  // In a container, the next process has the same id.
  writeFileSync(`${copy}.${process.pid}.part`, '')
  await (await openStore({ dataFolder: folder })).close()
  expect(existsSync(copy)).toBe(true)
})

test('a gateway that another one overtakes makes no copy of the migrated database', async () => {
  const { folder, file, store, copy } = await migrated(LAST)
  await store.close()
  deleteMigrationCopies(folder)
  const connection = new DatabaseSync(file)
  await copyBeforeMigration(connection, file, LAST)
  connection.close()
  expect(existsSync(copy)).toBe(false)
})

function change(file: string, statement: string) {
  const connection = new DatabaseSync(file)
  connection.exec(statement)
  connection.close()
}

test('a database of this version and a new one are not copied', async () => {
  const { folder, store, copy } = await migrated(LAST)
  await store.close()
  deleteMigrationCopies(folder)
  await (await openStore({ dataFolder: folder })).close()
  expect(existsSync(copy)).toBe(false)
})

test('a migration is not undone while the gateway runs', async () => {
  const { file } = await migrated(LAST)
  expect(undoSqliteMigration(file, LAST)).toEqual({
    ok: false,
    fault: 'The gateway is running. Stop it first.',
  })
})

test('a migration is not undone once a message has changed', async () => {
  const { folder, file, store } = await migrated(LAST)
  await store.db
    .updateTable('messages')
    .set({ state: 'sent' })
    .where('state', '=', 'queued')
    .execute()
  await store.close()
  expect(undoSqliteMigration(file, LAST)).toEqual({
    ok: false,
    fault: 'Messages have arrived or were delivered since the migration, and would be lost.',
  })
  expect(await readVersion({ dataFolder: folder })).toBe(MIGRATIONS.length)
})

test('without a copy, a migration is not undone', async () => {
  const { folder, file, store } = await migrated(LAST)
  await store.close()
  deleteMigrationCopies(folder)
  expect(undoSqliteMigration(file, LAST)).toMatchObject({ ok: false })
})

test('copies of the last week are kept, older ones deleted', async () => {
  const { folder, copy } = await migrated(LAST)
  const { mtimeMs } = statSync(copy)
  const week = 7 * 24 * 60 * 60 * 1000
  deleteMigrationCopies(folder, mtimeMs + week - 1)
  expect(existsSync(copy)).toBe(true)
  utimesSync(copy, new Date(), new Date(mtimeMs - week))
  deleteMigrationCopies(folder, mtimeMs)
  expect(existsSync(copy)).toBe(false)
})

test.each([['forget', 'nobody@example.org', '--yes']])(
  'messages %s deletes the copies, which have what it deletes',
  async (...args) => {
    const { folder, copy } = await migrated(LAST)
    expect(existsSync(copy)).toBe(true)
    const left = `${copy}.99999.part`
    for (const file of [left, `${left}-journal`]) writeFileSync(file, 'of a killed gateway')
    await callMessages(args, { DATA_DIR: folder })
    expect(readdirSync(folder).filter((name) => name.includes('.v'))).toEqual([])
  },
)

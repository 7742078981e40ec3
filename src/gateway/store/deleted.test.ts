import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, startDelivery } from '../../../tests/fixtures/delivery.ts'
import { findInFiles } from '../../../tests/fixtures/find-in-files.ts'
import { write } from '../../../tests/fixtures/messages.ts'
import { freshPlace } from '../../../tests/fixtures/stores.ts'
import { keepHouse } from '../courier/housekeeping.ts'
import { isUnscrubbed, scrub } from './deleted.ts'
import { scrubPostgres } from './postgres-scrub.ts'
import { forgetSender } from './retention.ts'

const ANNA = 'anna@example.com'

test('what a command that was killed has left in the files, housekeeping clears away', async () => {
  const { gateway, folder } = await startDelivery()
  const { store } = gateway
  await write(store, { address: ANNA, reason: 'suspect' })
  await forgetSender(store.db, ANNA)
  expect(findInFiles([folder], [ANNA]).found).not.toEqual([])
  await keepHouse(gateway)
  expect(findInFiles([folder], [ANNA]).found).toEqual([])
  expect(await isUnscrubbed(store.db, 'words')).toBe(false)
})

test('words leave the files once a day, as the whole database is written for it', async () => {
  const { gateway, pass } = await startDelivery()
  const { store } = gateway
  const forgetOne = async () => {
    await write(store, { address: ANNA, reason: 'suspect' })
    await forgetSender(store.db, ANNA)
    await keepHouse(gateway)
    return isUnscrubbed(store.db, 'words')
  }
  expect(await forgetOne()).toBe(false)
  pass(DAY_MS - 1)
  expect(await forgetOne()).toBe(true)
  pass(1)
  expect(await forgetOne()).toBe(false)
})

test('housekeeping that fails to clear the files tries again the next hour', async () => {
  const { gateway, log } = await startDelivery()
  const { store } = gateway
  await write(store, { address: ANNA, reason: 'suspect' })
  await forgetSender(store.db, ANNA)
  const broken = { ...store, scrub: () => Promise.reject(new Error('no room')) }
  await keepHouse({ ...gateway, store: broken })
  expect(log.join('\n')).toContain('no room')
  expect(await isUnscrubbed(store.db, 'words')).toBe(true)
  await keepHouse(gateway)
  expect(await isUnscrubbed(store.db, 'words')).toBe(false)
})

test('a transaction of PostgreSQL that may still read what is deleted is told of', async () => {
  const { open, databaseUrl } = await freshPlace('postgres')
  const store = await open()
  await write(store, { address: ANNA })
  const reader = new pg.Client({ connectionString: databaseUrl })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin isolation level repeatable read')
  await reader.query('select 1')
  await forgetSender(store.db, ANNA)
  await expect(scrub(store, 'words')).rejects.toThrow('may still read it')
  expect(await isUnscrubbed(store.db, 'words')).toBe(true)
  await reader.query('commit')
  expect(await scrub(store, 'words')).toEqual([])
  expect(await isUnscrubbed(store.db, 'words')).toBe(false)
})

test('a role that owns the tables but not the server is told what remains, one that does not fails', async () => {
  const { open, databaseUrl = '' } = await freshPlace('postgres')
  const store = await open()
  const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(databaseUrl)
  url.username = role
  await sql.raw(`create role ${role} login`).execute(store.db)
  await expect(scrubPostgres(url.href, 'words', true)).rejects.toThrow('Let the tables belong')
  for (const table of ['messages', 'attempts', 'once', 'hits', 'secrets']) {
    await sql.raw(`alter table ${table} owner to ${role}`).execute(store.db)
  }
  const remains = await scrubPostgres(url.href, 'words', true)
  expect(remains).toEqual([
    expect.stringContaining('pg_statistic'),
    expect.stringContaining('write-ahead log'),
    expect.stringContaining('Replicas'),
  ])
  await sql.raw(`drop owned by ${role}`).execute(store.db)
  await sql.raw(`drop role ${role}`).execute(store.db)
})

import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test, vi } from 'vitest'
import type { InTransaction } from './database.ts'

const FAR = Number.MAX_SAFE_INTEGER

const insertKey = (key: string) => async (tx: InTransaction) => {
  await tx
    .insertInto('idempotency_keys')
    .values({ key, expires_at: FAR, message_id: null })
    .execute()
  return key
}

async function openStores(kind: (typeof STORES)[number] = 'sqlite') {
  const place = await freshPlace(kind)
  const store = await place.open()
  const other = await place.open()
  /** The committed keys, as another process sees them. */
  const committedKeys = async () => {
    const rows = await other.db.selectFrom('idempotency_keys').select('key').execute()
    return rows
      .map(({ key }) => key)
      .filter((key) => key !== 'readiness')
      .sort()
  }
  return { store, committedKeys }
}

test('concurrent changes share a transaction, and resolve after its commit', async () => {
  const { store, committedKeys } = await openStores()
  const transaction = vi.spyOn(store.db, 'transaction')
  const answers = await Promise.all(
    ['one', 'two', 'three'].map(async (key) => [
      await store.write(insertKey(key)),
      await committedKeys(),
    ]),
  )
  const all = ['one', 'three', 'two']
  expect(answers).toEqual([
    ['one', all],
    ['two', all],
    ['three', all],
  ])
  expect(transaction).toHaveBeenCalledTimes(1)
})

test('a change that arrives during a commit is committed next', async () => {
  const { store, committedKeys } = await openStores()
  const first = store.write(insertKey('first'))
  const second = first.then(() => store.write(insertKey('second')))
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await committedKeys()).toEqual(['first', 'second'])
})

test('every commit is synced to the disk', async () => {
  const { store } = await openStores()
  const mode = async (tx: InTransaction) => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)
    return rows[0]?.synchronous
  }
  expect(await store.write(mode)).toBe(2)
})

test('the write-ahead log stays bounded', async () => {
  const { open, dataFolder } = await freshPlace('sqlite')
  const store = await open()
  for (let n = 0; n < 300; n++) {
    await store.write(async (tx) => {
      await sql`create table if not exists filler (content blob)`.execute(tx)
      await sql`delete from filler`.execute(tx)
      await sql`insert into filler values (randomblob(100000))`.execute(tx)
    })
  }
  expect(statSync(`${dataFolder}/messages.db-wal`).size).toBeLessThan(6_000_000)
})

describe.each(STORES)('%s', (kind) => {
  test('a failing change is rejected and rolled back, and the others are committed', async () => {
    const { store, committedKeys } = await openStores(kind)
    const bad = async (tx: InTransaction) => {
      await insertKey('half')(tx)
      throw new Error('no')
    }
    const results = await Promise.allSettled([
      store.write(insertKey('before')),
      store.write(bad),
      store.write(insertKey('after')),
    ])
    expect(results).toEqual([
      { status: 'fulfilled', value: 'before' },
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'after' },
    ])
    expect(await committedKeys()).toEqual(['after', 'before'])
  })
})

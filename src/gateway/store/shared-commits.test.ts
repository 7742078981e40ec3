import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { freshPlace, freshStore } from '../../../tests/fixtures/stores.ts'
import type { InTransaction } from './database.ts'

const FAR = Number.MAX_SAFE_INTEGER

const keep = (key: string) => async (tx: InTransaction) => {
  await tx.insertInto('once').values({ key, expires_at: FAR, message_id: null }).execute()
  return key
}

async function open() {
  const place = await freshPlace('sqlite')
  const store = await place.open()
  const other = await place.open()
  /** As another program sees it: what is not committed is not there. */
  const seen = async () => {
    const rows = await other.db.selectFrom('once').select('key').orderBy('key').execute()
    return rows.map(({ key }) => key)
  }
  return { store, seen }
}

test('what comes together is committed together, and answered when it is committed', async () => {
  const { store, seen } = await open()
  const connection = vi.spyOn(store.db, 'connection')
  const answers = await Promise.all(
    ['one', 'two', 'three'].map(async (key) => [await store.write(keep(key)), await seen()]),
  )
  const all = ['one', 'three', 'two']
  expect(answers).toEqual([
    ['one', all],
    ['two', all],
    ['three', all],
  ])
  expect(connection).toHaveBeenCalledTimes(1)
})

test('what comes while others are committed is not forgotten', async () => {
  const { store, seen } = await open()
  const first = store.write(keep('first'))
  const second = first.then(() => store.write(keep('second')))
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await seen()).toEqual(['first', 'second'])
})

test('one that fails is refused, leaves nothing behind, and fails no other', async () => {
  const { store, seen } = await open()
  const bad = async (tx: InTransaction) => {
    await keep('half')(tx)
    throw new Error('no')
  }
  const results = await Promise.allSettled([
    store.write(keep('before')),
    store.write(bad),
    store.write(keep('after')),
  ])
  expect(results).toEqual([
    { status: 'fulfilled', value: 'before' },
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 'after' },
  ])
  expect(await seen()).toEqual(['after', 'before'])
})

test('what is passing is written without syncing, and nothing else is', async () => {
  const { store } = await open()
  const mode = async (tx: InTransaction) => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)
    return rows[0]?.synchronous
  }
  expect(await store.write(mode, 'passing')).toBe(1)
  expect(await store.write(mode)).toBe(2)
  expect(await Promise.all([store.write(mode, 'passing'), store.write(mode)])).toEqual([2, 2])
  await store.write(() => Promise.reject(new Error('no')), 'passing').catch(() => {})
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db)
  expect(rows[0]?.synchronous).toBe(2)
})

test('on PostgreSQL only what is passing is not waited for', async () => {
  const store = await freshStore('postgres')
  const mode = async (tx: InTransaction) => {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx)
    return rows[0]?.synchronous_commit
  }
  expect(await store.write(mode, 'passing')).toBe('off')
  expect(await store.write(mode)).toBe('on')
})

test('on PostgreSQL one that fails leaves nothing behind either', async () => {
  const store = await freshStore('postgres')
  const bad = async (tx: InTransaction) => {
    await keep('half')(tx)
    throw new Error('no')
  }
  await expect(store.write(bad)).rejects.toThrow('no')
  expect(await store.write(keep('whole'))).toBe('whole')
  const rows = await store.db.selectFrom('once').select('key').execute()
  expect(rows).toEqual([{ key: 'whole' }])
})

import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { freshPlace, freshStore } from 'test-fixtures/stores.ts'
import { expect, test, vi } from 'vitest'
import type { InTransaction } from './database.ts'
import { createGroupCommit } from './group-commit.ts'

const FAR = Number.MAX_SAFE_INTEGER

const insertKey = (key: string) => async (tx: InTransaction) => {
  await tx
    .insertInto('idempotency_keys')
    .values({ key, expires_at: FAR, message_id: null })
    .execute()
  return key
}

async function openStores() {
  const place = await freshPlace('sqlite')
  const store = await place.open()
  const other = await place.open()
  /** The committed keys, as another process sees them. */
  const committedKeys = async () => {
    const rows = await other.db
      .selectFrom('idempotency_keys')
      .select('key')
      .orderBy('key')
      .execute()
    return rows.map(({ key }) => key).filter((key) => key !== 'readiness')
  }
  return { store, committedKeys }
}

test('concurrent changes share a commit, and resolve after it', async () => {
  const { store, committedKeys } = await openStores()
  const connection = vi.spyOn(store.db, 'connection')
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
  expect(connection).toHaveBeenCalledTimes(1)
})

test('a change that arrives during a commit is committed next', async () => {
  const { store, committedKeys } = await openStores()
  const first = store.write(insertKey('first'))
  const second = first.then(() => store.write(insertKey('second')))
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await committedKeys()).toEqual(['first', 'second'])
})

test('a failing change is rejected and rolled back without another commit for the others', async () => {
  const { store, committedKeys } = await openStores()
  const connection = vi.spyOn(store.db, 'connection')
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
  expect(connection).toHaveBeenCalledTimes(1)
})

/** A store whose test decides when each sync succeeds or fails. */
async function openWithManualSync() {
  const { store, committedKeys } = await openStores()
  const syncs: { end: () => void; fail: (error: Error) => void }[] = []
  const recoveries: (() => Promise<void>)[] = []
  const log: string[] = []
  const { write, flush } = createGroupCommit(store.db, {
    sync: () => new Promise((end, fail) => syncs.push({ end, fail })),
    recover: async () => {
      log.push('recovered')
      await recoveries.shift()?.()
    },
  })
  return { write, flush, committedKeys, syncs, recoveries, log }
}

test('a write resolves only after its sync', async () => {
  const { write, committedKeys, syncs } = await openWithManualSync()
  let answer = ''
  const written = write(insertKey('one')).then((key) => {
    answer = key
  })
  await expect.poll(committedKeys).toEqual(['one'])
  expect(syncs).toHaveLength(1)
  expect(answer).toBe('')
  syncs[0]?.end()
  await written
  expect(answer).toBe('one')
})

test('changes committed during a sync share the next sync', async () => {
  const { write, committedKeys, syncs } = await openWithManualSync()
  const first = write(insertKey('a'))
  await expect.poll(() => syncs.length).toBe(1)
  const others = ['b', 'c', 'd'].map((key) => write(insertKey(key)))
  await expect.poll(committedKeys).toEqual(['a', 'b', 'c', 'd'])
  // The running sync does not cover commits made after it began.
  syncs[0]?.end()
  await first
  await expect.poll(() => syncs.length).toBe(2)
  syncs[1]?.end()
  expect(await Promise.all(others)).toEqual(['b', 'c', 'd'])
  expect(syncs).toHaveLength(2)
})

test('an unsynced write resolves without a sync', async () => {
  const { write, syncs } = await openWithManualSync()
  expect(await write(insertKey('counted'), 'unsynced')).toBe('counted')
  expect(syncs).toHaveLength(0)
})

test('a failed sync also rejects the changes committed during it', async () => {
  const { write, flush, committedKeys, syncs, log } = await openWithManualSync()
  const first = write(insertKey('a'))
  await expect.poll(() => syncs.length).toBe(1)
  const second = write(insertKey('b'))
  await expect.poll(committedKeys).toEqual(['a', 'b'])
  syncs[0]?.fail(new Error('EIO'))
  const results = await Promise.allSettled([first, second])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const flushed = flush()
  await expect.poll(() => syncs.length).toBe(2)
  expect(log).toEqual(['recovered'])
  syncs[1]?.end()
  await flushed
})

test('flush waits for a sync that starts after the call', async () => {
  const { write, flush, syncs } = await openWithManualSync()
  const first = write(insertKey('a'))
  await expect.poll(() => syncs.length).toBe(1)
  await write(insertKey('b'), 'unsynced')
  let isFlushed = false
  const flushed = flush().then(() => {
    isFlushed = true
  })
  syncs[0]?.end()
  await first
  await expect.poll(() => syncs.length).toBe(2)
  expect(isFlushed).toBe(false)
  syncs[1]?.end()
  await flushed
})

test('after a failed sync, writes are rejected until recovery succeeds', async () => {
  const { write, committedKeys, syncs, recoveries, log } = await openWithManualSync()
  const rejected = write(insertKey('a'))
  await expect.poll(() => syncs.length).toBe(1)
  syncs[0]?.fail(new Error('EIO'))
  await expect(rejected).rejects.toThrow('EIO')
  recoveries.push(() => Promise.reject(new Error('still EIO')))
  await expect(write(insertKey('b'))).rejects.toThrow('still EIO')
  expect(await committedKeys()).toEqual(['a'])
  const written = write(insertKey('c'))
  await expect.poll(() => syncs.length).toBe(2)
  syncs[1]?.end()
  expect(await written).toBe('c')
  expect(await committedKeys()).toEqual(['a', 'c'])
  expect(log).toEqual(['recovered', 'recovered'])
})

test('SQLite itself syncs only what is not written through the group commit', async () => {
  const { store } = await openStores()
  const mode = async (tx: InTransaction) => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)
    return rows[0]?.synchronous
  }
  expect(await store.write(mode)).toBe(1)
  await store.write(() => Promise.reject(new Error('no'))).catch(() => {})
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db)
  expect(rows[0]?.synchronous).toBe(2)
})

test('the write-ahead log stays bounded', async () => {
  const { open, dataFolder } = await freshPlace('sqlite')
  const store = await open()
  const filler = async (tx: InTransaction) => {
    await sql`create table if not exists filler (content blob)`.execute(tx)
    await sql`delete from filler`.execute(tx)
    await sql`insert into filler values (randomblob(100000))`.execute(tx)
  }
  let written = 0
  const keptShare = async () => {
    for (let n = 0; n < 100; n++) await store.write(filler)
    written += 100 * 100_000
    return statSync(`${dataFolder}/messages.db-wal`).size / written
  }
  // A checkpoint runs on its own thread, which a busy machine runs late.
  await expect.poll(keptShare, { timeout: 20_000 }).toBeLessThan(0.6)
})

test('on PostgreSQL only synced writes wait for the disk', async () => {
  const store = await freshStore('postgres')
  const mode = async (tx: InTransaction) => {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx)
    return rows[0]?.synchronous_commit
  }
  expect(await store.write(mode, 'unsynced')).toBe('off')
  expect(await store.write(mode)).toBe('on')
})

test('on PostgreSQL a failing change is rolled back', async () => {
  const store = await freshStore('postgres')
  const bad = async (tx: InTransaction) => {
    await insertKey('half')(tx)
    throw new Error('no')
  }
  await expect(store.write(bad)).rejects.toThrow('no')
  expect(await store.write(insertKey('whole'))).toBe('whole')
  const rows = await store.db.selectFrom('idempotency_keys').select('key').execute()
  expect(rows).toEqual([{ key: 'whole' }])
})

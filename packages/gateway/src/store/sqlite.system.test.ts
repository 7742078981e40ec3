import { DatabaseSync } from 'node:sqlite'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, onTestFinished, test } from 'vitest'
import { writeProbe } from './accept-message.ts'
import type { InTransaction } from './database.ts'
import { sqliteFile } from './sqlite.ts'
import type { Store } from './store.ts'

/** Shorter than the busy timeout, and long enough for a change to find the lock taken. */
const SHORT_MS = 300

async function openLocked() {
  const place = await freshPlace('sqlite')
  const store = await place.open()
  const other = new DatabaseSync(sqliteFile(place.dataFolder))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return { store, unlock: () => other.exec('rollback') }
}

const probe = (tx: InTransaction) => writeProbe(tx, 1)
const cases: [what: string, change: (store: Store) => Promise<unknown>][] = [
  ['a write', ({ write }) => write(probe)],
  ['a separate transaction', ({ db }) => db.transaction().execute(probe)],
  ['a single statement', ({ db }) => writeProbe(db, 1)],
  ['truncating the write-ahead log', (store) => store.truncateWal()],
]

test.each(cases)(
  '%s waits for the lock of another process without blocking this thread',
  async (_, change) => {
    const { store, unlock } = await openLocked()
    // A blocked thread would never run this timer.
    setTimeout(unlock, SHORT_MS)
    await expect(change(store)).resolves.not.toThrow()
  },
)

test('a read does not wait for the lock', async () => {
  const { store, unlock } = await openLocked()
  expect(await store.db.selectFrom('messages').selectAll().execute()).toEqual([])
  unlock()
})

test('queued changes share one busy timeout while another process holds the lock', async () => {
  const { store, unlock } = await openLocked()
  const lockError = 'database is locked'
  await expect(store.write(probe)).rejects.toThrow(lockError)
  // With a separate timeout for each, these would exceed the test's time limit.
  for (let n = 0; n < 20; n++) await expect(store.write(probe)).rejects.toThrow(lockError)
  unlock()
  await store.write(probe)
})

test('after a success the busy timeout starts over', async () => {
  const { store, unlock } = await openLocked()
  await expect(store.write(probe)).rejects.toThrow('database is locked')
  unlock()
  await store.write(probe)
  const other = new DatabaseSync(store.location)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  setTimeout(() => other.exec('rollback'), SHORT_MS)
  await store.write(probe)
})

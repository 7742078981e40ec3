import { write } from 'test-fixtures/messages.ts'
import { freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { countByState, countSent, countWaiting } from './counts.ts'
import type { Message } from './database.ts'
import { countAutomatic, countMessages } from './messages.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const sent = (settledAt: number): Partial<Message> => ({ state: 'sent', finished_at: settledAt })

/** Writes visitors' messages in every state, an automatic reply and a notice. */
async function seedMessages(store: Store) {
  await write(store, { receivedAt: NOW - 3 * HOUR_MS })
  await write(store, { receivedAt: NOW - HOUR_MS, address: 'ben@example.com' })
  await write(store, { receivedAt: NOW, reason: 'suspect' })
  await write(store, { receivedAt: NOW, afterwards: { state: 'failed', finished_at: NOW } })
  await write(store, { receivedAt: NOW, afterwards: sent(NOW - DAY_MS + 1) })
  await write(store, { receivedAt: NOW, afterwards: sent(NOW - DAY_MS) })
  await write(store, { receivedAt: NOW, afterwards: sent(NOW - 7 * DAY_MS) })
  await write(store, { receivedAt: NOW - DAY_MS, kind: 'auto-reply' })
  await write(store, { receivedAt: NOW, kind: 'notice', afterwards: sent(NOW) })
}

describe.each(STORES)('%s', (kind) => {
  test('counts messages by state, for visitors’ messages and for all mails', async () => {
    const store = await freshStore(kind)
    await seedMessages(store)
    const { db } = store
    expect(await countByState(db, ['message'])).toEqual({ queued: 2, held: 1, failed: 1, sent: 3 })
    expect(await countByState(db)).toEqual({ queued: 3, held: 1, failed: 1, sent: 4 })
    expect(await countByState(db, ['message'], ['held'])).toMatchObject({ held: 1, queued: 0 })
    expect(await countMessages(db, {})).toBe(7)
    expect(await countMessages(db, { state: 'queued', isAll: true })).toBe(3)
    expect(await countAutomatic(db, {})).toBe(2)
  })

  test('finds when the longest-waiting message was queued, ignoring automatic mails', async () => {
    const store = await freshStore(kind)
    expect(await countWaiting(store.db)).toEqual({ count: 0, since: null })
    await seedMessages(store)
    expect(await countWaiting(store.db)).toEqual({ count: 2, since: NOW - 3 * HOUR_MS })
  })

  test('counts the messages sent in the last day and week', async () => {
    const store = await freshStore(kind)
    expect(await countSent(store.db, NOW)).toEqual({ latest: null, lastDay: 0, lastWeek: 0 })
    await seedMessages(store)
    expect(await countSent(store.db, NOW)).toEqual({
      latest: NOW - DAY_MS + 1,
      lastDay: 1,
      lastWeek: 2,
    })
  })

  test('counts the messages of a sender, ignoring the case of the address', async () => {
    const store = await freshStore(kind)
    await seedMessages(store)
    const sender = 'Anna@Example.com'
    expect(await countMessages(store.db, { sender })).toBe(6)
    expect(await countMessages(store.db, { sender, isAll: true })).toBe(8)
    expect(await countMessages(store.db, { sender, state: 'held' })).toBe(1)
    expect(await countAutomatic(store.db, { sender })).toBe(2)
  })
})

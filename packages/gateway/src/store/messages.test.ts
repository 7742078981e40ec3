import { beforeEach, describe, expect, test } from 'vitest'
import { write } from '../../../tests/fixtures/messages.ts'
import { freshStore, STORES } from '../../../tests/fixtures/stores.ts'
import {
  attemptsOf,
  countMessages,
  findMessages,
  lastSetback,
  listMessages,
  messagesAfter,
  releaseMessage,
  retryMessage,
} from './messages.ts'
import { claim, settle } from './outbox.ts'
import type { Store } from './store.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000

describe.each(STORES)('%s', (kind) => {
  let store: Store

  beforeEach(async () => {
    store = await freshStore(kind)
  })

  const stateOf = async (id: string) => (await findMessages(store.db, id, 1))[0]

  test('the newest stands first, page by page', async () => {
    const ids: string[] = []
    for (const age of [3, 2, 1]) ids.push(await write(store, { receivedAt: NOW - age * HOUR_MS }))
    const first = await listMessages(store.db, {}, { limit: 2, offset: 0 })
    const second = await listMessages(store.db, {}, { limit: 2, offset: 2 })
    expect([...first, ...second].map(({ id }) => id)).toEqual(ids.reverse())
  })

  test('state, sender and automatic mails narrow a list', async () => {
    await write(store, { reason: 'filled too fast' })
    await write(store, { address: 'Tom@Example.com' })
    await write(store, { purpose: 'auto-reply', address: 'tom@example.com' })
    const count = (filter: Parameters<typeof countMessages>[1]) => countMessages(store.db, filter)
    expect(await count({})).toBe(2)
    expect(await count({ isAll: true })).toBe(3)
    expect(await count({ state: 'held' })).toBe(1)
    expect(await count({ sender: 'TOM@example.com' })).toBe(1)
    expect(await count({ sender: 'tom@example.com', isAll: true })).toBe(2)
  })

  test('reading in parts gives every message once, the oldest first', async () => {
    const ids: string[] = []
    for (let age = 5; age > 0; age--) ids.push(await write(store, { receivedAt: NOW - age }))
    const read: string[] = []
    while (true) {
      const part = await messagesAfter(store.db, {}, read.at(-1) ?? '', 2)
      if (part.length === 0) break
      read.push(...part.map(({ id }) => id))
    }
    expect(read).toEqual(ids)
  })

  test('a message is found by its beginning, its end and its whole name', async () => {
    const id = await write(store)
    for (const name of [id, id.slice(0, 12), id.slice(-6)]) {
      expect((await findMessages(store.db, name, 2)).map((found) => found.id)).toEqual([id])
    }
  })

  test.each(['%', '_', '', "' or 1=1", 'a%'])('%j finds nothing', async (name) => {
    await write(store)
    expect(await findMessages(store.db, name, 2)).toEqual([])
  })

  test('a released message is due at once, and no other state can be released', async () => {
    const held = await write(store, { reason: 'filled too fast', receivedAt: NOW - HOUR_MS })
    expect(await releaseMessage(store.db, held, NOW)).toBe(true)
    expect(await stateOf(held)).toMatchObject({
      state: 'queued',
      reason: null,
      queued_at: NOW,
      due_at: NOW,
    })
    expect(await releaseMessage(store.db, held, NOW)).toBe(false)
  })

  test('a failed message begins anew', async () => {
    const failed = {
      state: 'failed',
      settled_at: NOW,
      reason: '550',
      failures: 9,
      attempt: 9,
    } as const
    const id = await write(store, { receivedAt: NOW - HOUR_MS, afterwards: failed })
    expect(await retryMessage(store.db, id, NOW)).toBe(true)
    expect(await stateOf(id)).toMatchObject({
      state: 'queued',
      failures: 0,
      // Fencing: the count of claims goes on for ever.
      attempt: 9,
      settled_at: null,
      due_at: NOW,
      queued_at: NOW,
    })
  })

  test('a queued message that waits becomes due, one under way is left alone', async () => {
    const waiting = await write(store, { receivedAt: NOW, afterwards: { due_at: NOW + HOUR_MS } })
    expect(await retryMessage(store.db, waiting, NOW)).toBe(true)
    const claimed = await claim(store, NOW)
    expect(claimed?.id).toBe(waiting)
    expect(await retryMessage(store.db, waiting, NOW)).toBe(false)
  })

  test('what has no words left is never sent', async () => {
    const held = await write(store, { reason: 'x', afterwards: { variables: null } })
    const failed = await write(store, { afterwards: { state: 'failed', variables: null } })
    expect(await releaseMessage(store.db, held, NOW)).toBe(false)
    expect(await retryMessage(store.db, failed, NOW)).toBe(false)
  })

  test('the last setback is that of a message which still waits', async () => {
    const id = await write(store, { receivedAt: NOW })
    const claimed = await claim(store, NOW)
    expect(await lastSetback(store.db)).toBeUndefined()
    if (!claimed) throw new Error('nothing was claimed')
    const postponed = { outcome: 'postponed', reply: '451', dueAt: NOW + 1, failures: 1 } as const
    await settle(store, claimed, NOW, postponed)
    expect(await lastSetback(store.db)).toMatchObject({ message_id: id, reply: '451' })
    expect(await attemptsOf(store.db, id)).toHaveLength(1)
    await store.db.updateTable('messages').set({ state: 'sent' }).execute()
    expect(await lastSetback(store.db)).toBeUndefined()
  })
})

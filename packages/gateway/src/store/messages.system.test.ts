import { beginAt, deferredUntil, write } from 'test-fixtures/messages.ts'
import { freshStore, STORES } from 'test-fixtures/stores.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  attemptsOf,
  countByState,
  countMessages,
  findMessages,
  lastFailedAttempt,
  listMessages,
  readMessages,
  restartMessages,
  waitingSince,
} from './messages.ts'
import { settle } from './outbox.ts'
import type { Store } from './store.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000

describe.each(STORES)('%s', (kind) => {
  let store: Store

  beforeEach(async () => {
    store = await freshStore(kind)
  })

  const release = (id: string) => restartMessages(store, [id], ['held'], NOW)
  const retry = (id: string) => restartMessages(store, [id], ['failed', 'queued'], NOW)
  const stateOf = async (id: string) => (await findMessages(store.db, id, 1))[0]

  test('messages are listed newest first, up to a number', async () => {
    const ids: string[] = []
    for (const age of [3, 2, 1]) ids.push(await write(store, { receivedAt: NOW - age * HOUR_MS }))
    const newest = await listMessages(store.db, {}, 2)
    expect(newest.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 2))
  })

  test('reading in pages returns every message once, oldest first', async () => {
    const ids: string[] = []
    for (let age = 5; age > 0; age--) ids.push(await write(store, { receivedAt: NOW - age }))
    const read: string[] = []
    for await (const { id } of readMessages(store.db, {}, 2)) read.push(id)
    expect(read).toEqual(ids)
  })

  test('a message is found by the end and the whole of its id', async () => {
    const id = await write(store)
    for (const name of [id, id.slice(-6)]) {
      expect((await findMessages(store.db, name, 2)).map((found) => found.id)).toEqual([id])
    }
  })

  test.each(['%', '_', '', "' or 1=1", 'a%'])('%j finds nothing', async (name) => {
    await write(store)
    expect(await findMessages(store.db, name, 2)).toEqual([])
  })

  test('a released message is due at once, and only a held message can be released', async () => {
    const held = await write(store, { reason: 'filled too fast', receivedAt: NOW - HOUR_MS })
    expect(await release(held)).toBe(1)
    expect(await stateOf(held)).toMatchObject({
      state: 'queued',
      reason: null,
      retry_started_at: NOW,
      next_attempt_at: NOW,
    })
    expect(await release(held)).toBe(0)
  })

  test('a retried message starts over', async () => {
    const failed = {
      state: 'failed',
      finished_at: NOW,
      reason: '550',
      consecutive_failures: 9,
      attempt: 9,
    } as const
    const id = await write(store, { receivedAt: NOW - HOUR_MS, afterwards: failed })
    expect(await retry(id)).toBe(1)
    expect(await stateOf(id)).toMatchObject({
      state: 'queued',
      consecutive_failures: 0,
      // Fencing token: the count of claims is never reset.
      attempt: 9,
      finished_at: null,
      next_attempt_at: NOW,
      retry_started_at: NOW,
    })
  })

  test('retry makes a deferred message due, and leaves one in flight alone', async () => {
    const waiting = await write(store, {
      receivedAt: NOW,
      afterwards: { next_attempt_at: NOW + HOUR_MS },
    })
    expect(await retry(waiting)).toBe(1)
    const claimed = await beginAt(store, NOW)
    expect(claimed?.id).toBe(waiting)
    expect(await retry(waiting)).toBe(0)
  })

  test('a message without content is never sent', async () => {
    const held = await write(store, { reason: 'x', afterwards: { template_params: null } })
    const failed = await write(store, { afterwards: { state: 'failed', template_params: null } })
    expect(await release(held)).toBe(0)
    expect(await retry(failed)).toBe(0)
  })

  test('the last failed attempt is that of a message that is still queued', async () => {
    const id = await write(store, { receivedAt: NOW })
    const claimed = await beginAt(store, NOW)
    expect(await lastFailedAttempt(store.db)).toBeUndefined()
    if (!claimed) throw new Error('nothing was claimed')
    await settle(store, claimed, NOW, deferredUntil(NOW + 1, NOW))
    expect(await lastFailedAttempt(store.db)).toMatchObject({
      message_id: id,
      smtp_response: '451',
    })
    expect(await attemptsOf(store.db, id)).toHaveLength(1)
    await store.db.updateTable('messages').set({ state: 'sent' }).execute()
    expect(await lastFailedAttempt(store.db)).toBeUndefined()
  })

  test('counts messages by state, and finds the longest wait', async () => {
    expect(await waitingSince(store.db)).toBeNull()
    const settled = { finished_at: NOW }
    await write(store, { receivedAt: NOW - 3 * HOUR_MS })
    await write(store, { receivedAt: NOW - HOUR_MS })
    await write(store, { receivedAt: NOW, reason: 'suspect' })
    await write(store, { receivedAt: NOW, afterwards: { ...settled, state: 'failed' } })
    await write(store, { receivedAt: NOW, afterwards: { ...settled, state: 'sent' } })
    const { db } = store
    expect(await countByState(db)).toEqual({ queued: 2, held: 1, failed: 1, sent: 1 })
    expect(await countMessages(db, { state: 'queued' })).toBe(2)
    expect(await waitingSince(db)).toBe(NOW - 3 * HOUR_MS)
  })
})

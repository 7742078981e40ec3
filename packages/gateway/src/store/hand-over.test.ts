import pg from 'pg'
import { write } from 'test-fixtures/messages.ts'
import { freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test, vi } from 'vitest'
import type { AttemptResult } from './attempt-result.ts'
import { claim, completeAndClaimNext, LEASE_SECONDS, settle } from './outbox.ts'
import { NO_EXCLUSIONS } from './queue.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const LEASE_MS = LEASE_SECONDS * 1000
const SENT: AttemptResult = { outcome: 'sent', reply: '250 taken' }
const RECORDED = { outcome: 'sent', smtp_response: '250 taken' }

async function claimFirst(store: Store) {
  const claimed = await claim(store, NOW)
  if (!claimed) throw new Error('There was nothing to claim.')
  return claimed
}

const attemptsOf = (store: Store) =>
  store.db
    .selectFrom('attempts')
    .select(['message_id', 'attempt', 'started_at', 'ended_at', 'outcome', 'smtp_response'])
    .orderBy('started_at')
    .execute()

describe.each(STORES)('%s', (kind) => {
  test('the result of one attempt and the claim of the next message are recorded together', async () => {
    const store = await freshStore(kind)
    const one = await write(store, { receivedAt: NOW - 2 })
    const two = await write(store, { receivedAt: NOW - 1 })
    const { isLeaseHeld, next } = await completeAndClaimNext(
      store,
      await claimFirst(store),
      NOW + 1,
      SENT,
      NO_EXCLUSIONS,
    )
    expect({ isLeaseHeld, next }).toMatchObject({
      isLeaseHeld: true,
      next: { id: two, attempt: 1, lease_until: NOW + 1 + LEASE_MS, account: 'portfolio' },
    })
    expect(await attemptsOf(store)).toEqual([
      { ...{ message_id: one, attempt: 1, started_at: NOW, ended_at: NOW + 1 }, ...RECORDED },
      {
        ...{ message_id: two, attempt: 1, started_at: NOW + 1 },
        ...{ ended_at: null, outcome: null, smtp_response: null },
      },
    ])
    if (!next) return
    expect(await completeAndClaimNext(store, next, NOW + 2, SENT, NO_EXCLUSIONS)).toEqual({
      isLeaseHeld: true,
      next: undefined,
    })
  })

  test('a result whose commit response was lost can be recorded again, and another message is claimed', async () => {
    const store = await freshStore(kind)
    await write(store, { receivedAt: NOW - 3 })
    const second = await write(store, { receivedAt: NOW - 2 })
    const third = await write(store, { receivedAt: NOW - 1 })
    const claimed = await claimFirst(store)
    const end = () => completeAndClaimNext(store, claimed, NOW, SENT, NO_EXCLUSIONS)
    expect(await end()).toMatchObject({ isLeaseHeld: true, next: { id: second } })
    expect(await end()).toMatchObject({ isLeaseHeld: true, next: { id: third } })
  })

  test('a worker that lost its lease settles nothing, and may claim another message', async () => {
    const store = await freshStore(kind)
    await write(store, { receivedAt: NOW - 2 })
    const slow = await claimFirst(store)
    const quick = await claim(store, NOW + LEASE_MS)
    if (!quick) throw new Error('not claimed')
    await settle(store, quick, NOW + LEASE_MS, SENT)
    const other = await write(store, { receivedAt: NOW - 1 })
    const rejected = { outcome: 'rejected', reply: '550' } as const
    expect(
      await completeAndClaimNext(store, slow, NOW + LEASE_MS, rejected, NO_EXCLUSIONS),
    ).toMatchObject({
      isLeaseHeld: false,
      next: { id: other },
    })
  })

  test('a worker does not settle a message that the owner has settled meanwhile', async () => {
    const store = await freshStore(kind)
    const id = await write(store, { receivedAt: NOW })
    const claimed = await claimFirst(store)
    await store.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', id).execute()
    expect(await completeAndClaimNext(store, claimed, NOW, SENT, NO_EXCLUSIONS)).toEqual({
      isLeaseHeld: false,
      next: undefined,
    })
  })

  test('a message deferred past its lease is not claimed together with its own result', async () => {
    const store = await freshStore(kind)
    const id = await write(store, { receivedAt: NOW })
    const claimed = await claimFirst(store)
    const now = NOW + LEASE_MS + 1
    const end: AttemptResult = { outcome: 'deferred', reply: '451', dueAt: now, failures: 1 }
    const done = await completeAndClaimNext(store, claimed, now, end, NO_EXCLUSIONS)
    expect(done).toEqual({ isLeaseHeld: true, next: undefined })
    expect(await claim(store, now)).toMatchObject({ id, attempt: 2, consecutive_failures: 1 })
  })
})

test('on PostgreSQL it is one round trip', async () => {
  const store = await freshStore('postgres')
  await write(store, { receivedAt: NOW - 2 })
  await write(store, { receivedAt: NOW - 1 })
  const claimed = await claimFirst(store)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { next } = await completeAndClaimNext(store, claimed, NOW, SENT, NO_EXCLUSIONS)
  expect(next).toBeDefined()
  expect(query).toHaveBeenCalledOnce()
  query.mockRestore()
})

test('after a failed sync, the retry delivers the message that the failed call claimed', async () => {
  const store = await freshStore('sqlite')
  await write(store, { receivedAt: NOW - 2 })
  const second = await write(store, { receivedAt: NOW - 1 })
  const first = await claimFirst(store)
  let isBroken = true
  // As in the group commit: the commit succeeds, and its sync fails.
  const failing: Store = {
    ...store,
    write: async (work, durability) => {
      const result = await store.write(work, durability)
      if (isBroken) throw new Error('EIO: i/o error, fdatasync')
      return result
    },
  }
  const unconfirmed = {}
  const settleFirst = (now: number) =>
    completeAndClaimNext(failing, first, now, SENT, NO_EXCLUSIONS, unconfirmed)
  await expect(settleFirst(NOW + 1)).rejects.toThrow('EIO')
  isBroken = false
  expect(await settleFirst(NOW + 2)).toMatchObject({
    isLeaseHeld: true,
    next: { id: second, attempt: 1, lease_until: NOW + 1 + LEASE_MS },
  })
})

import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { write } from '../../../tests/fixtures/messages.ts'
import { freshStore, STORES } from '../../../tests/fixtures/stores.ts'
import { claim, LEASE_SECONDS, settle, settleAndClaim } from './outbox.ts'
import { IDLE } from './queue.ts'
import type { Settlement } from './settlement.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const LEASE_MS = LEASE_SECONDS * 1000
const SENT: Settlement = { outcome: 'sent', reply: '250 taken' }

async function claimFirst(store: Store) {
  const claimed = await claim(store, NOW)
  if (!claimed) throw new Error('There was nothing to claim.')
  return claimed
}

const attemptsOf = (store: Store) =>
  store.db
    .selectFrom('attempts')
    .select(['message_id', 'attempt', 'started_at', 'ended_at', 'outcome', 'reply'])
    .orderBy('started_at')
    .execute()

describe.each(STORES)('%s', (kind) => {
  test('the end of one attempt and the beginning of the next are written down together', async () => {
    const store = await freshStore(kind)
    const one = await write(store, { receivedAt: NOW - 2 })
    const two = await write(store, { receivedAt: NOW - 1 })
    const { isOurs, next } = await settleAndClaim(
      store,
      await claimFirst(store),
      NOW + 1,
      SENT,
      IDLE,
    )
    expect({ isOurs, next }).toMatchObject({
      isOurs: true,
      next: { id: two, attempt: 1, lease_until: NOW + 1 + LEASE_MS, account: 'portfolio' },
    })
    expect(await attemptsOf(store)).toEqual([
      { ...{ message_id: one, attempt: 1, started_at: NOW, ended_at: NOW + 1 }, ...SENT },
      {
        ...{ message_id: two, attempt: 1, started_at: NOW + 1 },
        ...{ ended_at: null, outcome: null, reply: null },
      },
    ])
    if (!next) return
    expect(await settleAndClaim(store, next, NOW + 2, SENT, IDLE)).toEqual({
      isOurs: true,
      next: undefined,
    })
  })

  test('an end whose answer was lost is still the courier’s own, and another is claimed', async () => {
    const store = await freshStore(kind)
    await write(store, { receivedAt: NOW - 3 })
    const second = await write(store, { receivedAt: NOW - 2 })
    const third = await write(store, { receivedAt: NOW - 1 })
    const claimed = await claimFirst(store)
    const end = () => settleAndClaim(store, claimed, NOW, SENT, IDLE)
    expect(await end()).toMatchObject({ isOurs: true, next: { id: second } })
    expect(await end()).toMatchObject({ isOurs: true, next: { id: third } })
  })

  test('whoever has lost a message settles nothing, and may claim another', async () => {
    const store = await freshStore(kind)
    await write(store, { receivedAt: NOW - 2 })
    const slow = await claimFirst(store)
    const quick = await claim(store, NOW + LEASE_MS)
    if (!quick) throw new Error('not claimed')
    await settle(store, quick, NOW + LEASE_MS, SENT)
    const other = await write(store, { receivedAt: NOW - 1 })
    const refused = { outcome: 'refused', reply: '550' } as const
    expect(await settleAndClaim(store, slow, NOW + LEASE_MS, refused, IDLE)).toMatchObject({
      isOurs: false,
      next: { id: other },
    })
  })

  test('what its owner has settled meanwhile is not the courier’s to settle', async () => {
    const store = await freshStore(kind)
    const id = await write(store, { receivedAt: NOW })
    const claimed = await claimFirst(store)
    await store.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', id).execute()
    expect(await settleAndClaim(store, claimed, NOW, SENT, IDLE)).toEqual({
      isOurs: false,
      next: undefined,
    })
  })

  test('what is put off past its lease is not claimed with its own end', async () => {
    const store = await freshStore(kind)
    const id = await write(store, { receivedAt: NOW })
    const claimed = await claimFirst(store)
    const now = NOW + LEASE_MS + 1
    const end: Settlement = { outcome: 'postponed', reply: '451', dueAt: now, failures: 1 }
    const done = await settleAndClaim(store, claimed, now, end, IDLE)
    expect(done).toEqual({ isOurs: true, next: undefined })
    expect(await claim(store, now)).toMatchObject({ id, attempt: 2, failures: 1 })
  })
})

test('to PostgreSQL it is one way there and back', async () => {
  const store = await freshStore('postgres')
  await write(store, { receivedAt: NOW - 2 })
  await write(store, { receivedAt: NOW - 1 })
  const claimed = await claimFirst(store)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { next } = await settleAndClaim(store, claimed, NOW, SENT, IDLE)
  expect(next).toBeDefined()
  expect(query).toHaveBeenCalledOnce()
  query.mockRestore()
})

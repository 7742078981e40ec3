import { sql } from 'kysely'
import { beginAt, deferredUntil, write } from 'test-fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ATTEMPT_MS } from '../delivery/context.ts'
import { claimKey, isStored } from './accept-message.ts'
import {
  type AttemptResult,
  beginAttempt,
  endLostAttempts,
  REQUEUE_AFTER_MS,
  requeueRefused,
  settle,
} from './outbox.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Enqueues a message that is due at `NOW`. */
const put = (store: Store, reason?: string) =>
  write(store, { receivedAt: NOW, ...(reason && { reason }) })

/** Begins an attempt at the message that is due. */
async function beginFirst(store: Store, now = NOW) {
  const claimed = await beginAt(store, now)
  if (!claimed) throw new Error('Nothing was due.')
  return claimed
}

async function beginAll(store: Store): Promise<string[]> {
  const message = await beginAt(store, NOW)
  return message ? [message.id, ...(await beginAll(store))] : []
}

const SENT: AttemptResult = {
  outcome: 'sent',
  reply: '250 taken',
  changes: { state: 'sent', finished_at: NOW },
}

describe.each(STORES)('%s', (kind) => {
  let store: Store
  beforeEach(async () => {
    store = await freshStore(kind)
  })

  test('a message keeps its Unicode text, and one Message-ID across attempts', async () => {
    const id = await write(store, { receivedAt: NOW, message: 'Zażółć gęślą jaźń 🎉' })
    const first = await beginFirst(store)
    const again = await beginFirst(store, NOW + ATTEMPT_MS)
    expect(first.template_params).toContain('Zażółć gęślą jaźń 🎉')
    expect([first.message_id_header, again.message_id_header]).toEqual(
      Array(2).fill(`<${id}@example.org>`),
    )
  })

  test('attempts that begin at once are at different messages', async () => {
    const { open } = await freshPlace(kind)
    const first = await open()
    // Two SQLite connections in one thread would wait for each other. For processes see
    // tests/chaos.
    const stores = [first, kind === 'sqlite' ? first : await open()]
    const put40 = await Promise.all(Array.from({ length: 40 }, () => put(first)))
    const claims = Array.from({ length: 60 }, (_, place) =>
      beginAt(stores[place % 2] as Store, NOW),
    )
    const claimed = (await Promise.all(claims)).flatMap((message) => message?.id ?? [])
    const rest = await beginAll(first)
    expect(new Set([...claimed, ...rest]).size).toBe(claimed.length + rest.length)
    expect([...claimed, ...rest].sort()).toEqual(put40.sort())
  })

  test('an attempt without an end counts as a failure, and its message is due when it can last no longer', async () => {
    const id = await put(store)
    expect(await beginAt(store, NOW)).toMatchObject({ id, attempt: 1, consecutive_failures: 1 })
    expect(await beginAt(store, NOW + ATTEMPT_MS - 1)).toBeUndefined()
    const again = await beginAt(store, NOW + ATTEMPT_MS)
    expect(again).toMatchObject({ id, attempt: 2, consecutive_failures: 2 })
  })

  test('a gateway that was taken for dead cannot settle a message with a newer attempt', async () => {
    await put(store)
    const slow = await beginFirst(store)
    const quick = await beginFirst(store, NOW + ATTEMPT_MS)
    const changes = { state: 'failed', finished_at: NOW } as const
    const rejected = { outcome: 'rejected', reply: '550', changes } as const
    expect(await settle(store, slow, NOW + ATTEMPT_MS + 1, rejected)).toBe(false)
    expect(await settle(store, quick, NOW + ATTEMPT_MS + 2, SENT)).toBe(true)
    expect(await settle(store, slow, NOW + ATTEMPT_MS + 3, rejected)).toBe(false)
    const { state } = await store.db
      .selectFrom('messages')
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('sent')
  })

  test('a result whose commit response was lost can be recorded again', async () => {
    await put(store)
    const claimed = await beginFirst(store)
    expect(await settle(store, claimed, NOW, SENT)).toBe(true)
    expect(await settle(store, claimed, NOW, SENT)).toBe(true)
  })

  test('a deferred message is not due before its time', async () => {
    await put(store)
    const claimed = await beginFirst(store)
    const dueAt = NOW + 60_000
    await settle(store, claimed, NOW, deferredUntil(dueAt, NOW))
    expect(await beginAt(store, dueAt - 1)).toBeUndefined()
    expect(await beginAt(store, dueAt)).toMatchObject({ consecutive_failures: 2, attempt: 2 })
  })

  test('messages in flight are skipped, however many there are', async () => {
    const first = await put(store)
    const query = { now: NOW, attemptMs: ATTEMPT_MS }
    const busy = { ...query, except: [first, 'another'] }
    expect(await beginAttempt(store, busy)).toBeUndefined()
    expect(await beginAttempt(store, query)).toMatchObject({ id: first })
  })

  test('the message that has waited longest comes next', async () => {
    const last = await write(store, { receivedAt: NOW - 1000 })
    const first = await write(store, { receivedAt: NOW - 3000 })
    const second = await write(store, { receivedAt: NOW - 2000 })
    expect(await beginAll(store)).toEqual([first, second, last])
  })

  test('a time that was set while the clock was ahead is past', async () => {
    const ahead = NOW + 3 * HOUR_MS
    const early = await write(store, { receivedAt: ahead })
    const deferred = await write(store, { receivedAt: NOW - HOUR_MS })
    const claimed = await beginAt(store, NOW)
    expect(claimed?.id).toBe(deferred)
    if (claimed) await settle(store, claimed, ahead, deferredUntil(ahead + 60_000, ahead))
    expect(await beginAt(store, NOW)).toMatchObject({ id: early })
    expect(await beginAt(store, NOW)).toMatchObject({ id: deferred })
  })

  test('a time that lies ahead by the back-off alone is not past', async () => {
    await put(store)
    const claimed = await beginFirst(store)
    await settle(store, claimed, NOW, deferredUntil(NOW + DAY_MS, NOW))
    expect(await beginAt(store, NOW - 5000)).toBeUndefined()
  })

  test('a message that was never refused comes first', async () => {
    const refused = await write(store, {
      receivedAt: NOW - 9,
      afterwards: { consecutive_failures: 1 },
    })
    const first = await write(store, { receivedAt: NOW - 8 })
    const begun: (string | undefined)[] = []
    for (let n = 0; n < 2; n++) begun.push((await beginAt(store, NOW))?.id)
    expect(begun).toEqual([first, refused])
  })

  test('after a success and at a start the refused ones are due, a quarter of an hour after their last attempt', async () => {
    const refused = { consecutive_failures: 1, next_attempt_at: NOW + DAY_MS }
    const long = await write(store, {
      receivedAt: NOW,
      afterwards: { ...refused, deferred_at: NOW - HOUR_MS },
    })
    const lately = await write(store, { afterwards: { ...refused, deferred_at: NOW - 60_000 } })
    const first = await write(store, {
      afterwards: { ...refused, deferred_at: NOW - HOUR_MS, consecutive_failures: 0 },
    })
    const due = async () => {
      const rows = await store.db.selectFrom('messages').select(['id', 'next_attempt_at']).execute()
      const dueAt = new Map(rows.map(({ id, next_attempt_at }) => [id, next_attempt_at - NOW]))
      return [long, lately, first].map((id) => dueAt.get(id))
    }
    await requeueRefused(store.db, NOW)
    expect(await due()).toEqual([0, REQUEUE_AFTER_MS - 60_000, DAY_MS])
  })

  test('what follows from a result is stored with it, once', async () => {
    await put(store)
    const claimed = await beginFirst(store)
    const failing = () => Promise.reject(new Error('cannot be stored'))
    await expect(settle(store, claimed, NOW, SENT, failing)).rejects.toThrow('cannot be stored')
    expect((await store.db.selectFrom('messages').selectAll().execute())[0]?.state).toBe('queued')
    let calls = 0
    const follow = async (tx: Parameters<typeof claimKey>[0]) => {
      calls++
      await claimKey(tx, { key: 'report', expiresAt: NOW + 1 }, null, NOW)
    }
    expect(await settle(store, claimed, NOW, SENT, follow)).toBe(true)
    expect(await settle(store, claimed, NOW, SENT, follow)).toBe(true)
    expect(await isStored(store.db, 'report', NOW)).toBe(true)
    expect(calls).toBe(1)
  })

  test('a held message is not delivered', async () => {
    await put(store, 'hidden field filled in')
    expect(await beginAt(store, NOW + DAY_MS)).toBeUndefined()
  })

  test('a worker does not settle a message that the owner has settled meanwhile', async () => {
    const id = await put(store)
    const claimed = await beginFirst(store)
    await store.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', id).execute()
    expect(await settle(store, claimed, NOW, SENT)).toBe(false)
  })
})

test('a message can be deleted while the result of its attempt is recorded', async () => {
  const store = await freshStore('postgres')
  const id = await put(store)
  const claimed = await beginFirst(store)
  let settled: Promise<boolean> | undefined
  await store.write(async (tx) => {
    await sql`select from messages where id = ${id} for update`.execute(tx)
    settled = settle(store, claimed, NOW, SENT)
    await expect.poll(() => countLockWaits(store)).toBe(1)
    await sql`delete from messages where id = ${id}`.execute(tx)
  })
  expect(await settled).toBe(false)
})

async function countLockWaits({ db }: Store): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

test('at a start on SQLite the messages of a gateway that was killed wait by the back-off', async () => {
  const store = await freshStore('sqlite')
  await put(store)
  await beginFirst(store)
  await endLostAttempts(store, NOW + 1000)
  expect(await beginAt(store, NOW + 60_999)).toBeUndefined()
  expect(await beginAt(store, NOW + 61_000)).toMatchObject({ attempt: 2 })
  const outcomes = store.db.selectFrom('attempts').select('outcome').orderBy('attempt')
  expect(await outcomes.execute()).toEqual([{ outcome: 'unknown' }, { outcome: null }])
  await endLostAttempts(store, NOW + 100_000)
  expect(await beginAt(store, NOW + 219_999)).toBeUndefined()
  expect(await beginAt(store, NOW + 220_000)).toMatchObject({ attempt: 3 })
})

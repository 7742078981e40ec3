import { claimAt, deferredUntil, TRANSPORT, write } from 'test-fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { claimKey, lookUp } from './accept-message.ts'
import { PRIORITY } from './database.ts'
import {
  type AttemptResult,
  claim,
  EARLY_AFTER_MS,
  nextDue,
  releaseLeases,
  renewLeases,
  requeueRefused,
  settle,
  updateTransports,
} from './outbox.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Enqueues a message that is due at `NOW`. */
const put = (store: Store, reason?: string) =>
  write(store, { receivedAt: NOW, ...(reason && { reason }) })

/** Claims the message that is due. */
async function claimFirst(store: Store, now = NOW) {
  const claimed = await claimAt(store, now)
  if (!claimed) throw new Error('There was nothing to claim.')
  return claimed
}

async function claimAll(store: Store): Promise<string[]> {
  const message = await claimAt(store, NOW)
  return message ? [message.id, ...(await claimAll(store))] : []
}

const SENT: AttemptResult = { outcome: 'sent', reply: '250 taken' }

describe.each(STORES)('%s', (kind) => {
  test('a message keeps its Unicode text, and one Message-ID across attempts', async () => {
    const store = await freshStore(kind)
    const id = await write(store, { receivedAt: NOW, message: 'Zażółć gęślą jaźń 🎉' })
    const first = await claimFirst(store)
    const again = await claimFirst(store, NOW + store.leaseMs + 1)
    expect(first.template_params).toContain('Zażółć gęślą jaźń 🎉')
    expect([first.message_id_header, again.message_id_header]).toEqual(
      Array(2).fill(`<${id}@example.org>`),
    )
  })

  test('a claimed message cannot be claimed again before its lease ends', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    expect((await claimAt(store, NOW))?.id).toBe(id)
    expect(await claimAt(store, NOW + store.leaseMs - 1)).toBeUndefined()
    expect(await claimAt(store, NOW + store.leaseMs)).toMatchObject({ id, attempt: 2 })
  })

  test('workers that claim concurrently get different messages', async () => {
    const { open } = await freshPlace(kind)
    const first = await open()
    // Two SQLite connections in one thread would wait for each other. For processes see
    // tests/chaos.
    const stores = [first, kind === 'sqlite' ? first : await open()]
    const put40 = await Promise.all(Array.from({ length: 40 }, () => put(first)))
    const claims = Array.from({ length: 60 }, (_, place) =>
      claimAt(stores[place % 2] as Store, NOW),
    )
    const claimed = (await Promise.all(claims)).flatMap((message) => message?.id ?? [])
    const rest = await claimAll(first)
    expect(new Set([...claimed, ...rest]).size).toBe(claimed.length + rest.length)
    expect([...claimed, ...rest].sort()).toEqual(put40.sort())
  })

  test('a resumed worker cannot settle a message whose lease it lost', async () => {
    const store = await freshStore(kind)
    await put(store)
    const slow = await claimFirst(store)
    const quick = await claimFirst(store, NOW + store.leaseMs)
    const rejected = { outcome: 'rejected', reply: '550' } as const
    expect(await settle(store, slow, NOW + store.leaseMs + 1, rejected)).toBe(false)
    expect(await settle(store, quick, NOW + store.leaseMs + 2, SENT)).toBe(true)
    expect(await settle(store, slow, NOW + store.leaseMs + 3, rejected)).toBe(false)
    const { state } = await store.db
      .selectFrom('messages')
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('sent')
  })

  test('a result whose commit response was lost can be recorded again', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claimFirst(store)
    expect(await settle(store, claimed, NOW, SENT)).toBe(true)
    expect(await settle(store, claimed, NOW, SENT)).toBe(true)
  })

  test('a deferred message is not claimed before it is due', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claimFirst(store)
    const dueAt = NOW + 60_000
    await settle(store, claimed, NOW, deferredUntil(dueAt))
    expect(await nextDue(store, { transport: TRANSPORT, now: NOW })).toEqual(
      new Map([[PRIORITY.refusedEnvelope, dueAt]]),
    )
    expect(await claimAt(store, dueAt - 1)).toBeUndefined()
    expect(await claimAt(store, dueAt)).toMatchObject({ consecutive_failures: 1, attempt: 2 })
  })

  test('messages of another transport, and messages in flight, are skipped, however many there are', async () => {
    const store = await freshStore(kind)
    const first = await put(store)
    const others = { transport: 'OTHER_URL', now: NOW }
    expect(await claim(store, others)).toBeUndefined()
    expect(await nextDue(store, others)).toEqual(new Map())
    const own = { transport: TRANSPORT, now: NOW }
    expect(await claim(store, { ...own, except: [first, 'another'] })).toBeUndefined()
    expect(await nextDue(store, { ...own, except: [first] })).toEqual(new Map())
    expect(await claim(store, own)).toMatchObject({ id: first })
  })

  test('the message of a transport that has waited longest comes next, whatever its site', async () => {
    const store = await freshStore(kind)
    await write(store, { transport: 'OTHER_URL', receivedAt: NOW - 9000 })
    await write(store, { account: 'b', receivedAt: NOW - 1000 })
    await write(store, { account: 'c', receivedAt: NOW - 3000 })
    await write(store, { account: 'a', receivedAt: NOW - 2000 })
    expect(await nextDue(store, { transport: TRANSPORT, now: NOW })).toEqual(
      new Map([[PRIORITY.first, NOW - 3000]]),
    )
    const claimed: (string | undefined)[] = []
    for (let n = 0; n < 4; n++) claimed.push((await claimAt(store, NOW))?.account)
    expect(claimed).toEqual(['c', 'a', 'b', undefined])
  })

  test('a start gives unsent messages the transport that the configuration has now', async () => {
    const store = await freshStore(kind)
    await write(store, { account: 'moved', receivedAt: NOW - 4 })
    await write(store, { account: 'moved', receivedAt: NOW - 3, reason: 'over quota' })
    await write(store, { account: 'removed', receivedAt: NOW - 2 })
    await write(store, { account: 'moved', receivedAt: NOW - 1, afterwards: { state: 'sent' } })
    const service = 'default_service'
    await updateTransports(store, [{ account: 'moved', service, transport: 'resend' }], 'OTHER_URL')
    const rows = await store.db
      .selectFrom('messages')
      .select('transport')
      .orderBy('received_at')
      .execute()
    expect(rows.map(({ transport }) => transport)).toEqual([
      'resend',
      'resend',
      'OTHER_URL',
      TRANSPORT,
    ])
  })

  test('released leases can be claimed at once', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    await claimAt(store, NOW)
    expect(await claimAt(store, NOW)).toBeUndefined()
    await releaseLeases(store)
    expect(await claimAt(store, NOW)).toMatchObject({ id, attempt: 2 })
  })

  test('a time that was set while the clock was ahead is past', async () => {
    const store = await freshStore(kind)
    const ahead = NOW + 3 * HOUR_MS
    const early = await write(store, { receivedAt: ahead })
    const deferred = await write(store, { receivedAt: NOW - HOUR_MS })
    const claimed = await claimAt(store, NOW)
    expect(claimed?.id).toBe(deferred)
    if (claimed) await settle(store, claimed, ahead, deferredUntil(ahead + 60_000))
    expect(await claimAt(store, NOW)).toMatchObject({ id: early })
    expect(await claimAt(store, NOW)).toMatchObject({ id: deferred })
  })

  test('a time that lies ahead by the back-off alone is not past', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claimFirst(store)
    await settle(store, claimed, NOW, deferredUntil(NOW + DAY_MS))
    expect(await claimAt(store, NOW - 5000)).toBeUndefined()
  })

  test('a message that was never refused comes first, and an automatic reply last', async () => {
    const store = await freshStore(kind)
    const { autoReply, refusedContent, refusedEnvelope, first } = PRIORITY
    for (const priority of [autoReply, refusedContent, refusedEnvelope, first]) {
      await write(store, { receivedAt: NOW - 9 + priority, afterwards: { priority } })
    }
    const claimed: (number | undefined)[] = []
    for (let n = 0; n < 4; n++)
      claimed.push((await claim(store, { transport: TRANSPORT, now: NOW }))?.priority)
    expect(claimed).toEqual([first, refusedEnvelope, refusedContent, autoReply])
  })

  test('a message that was refused for its envelope may be claimed early, one for its content not', async () => {
    const store = await freshStore(kind)
    for (const priority of [PRIORITY.refusedContent, PRIORITY.refusedEnvelope]) {
      const id = await put(store)
      const claimed = await claimFirst(store)
      await settle(store, claimed, NOW, { ...deferredUntil(NOW + DAY_MS), priority })
      expect(claimed.id).toBe(id)
    }
    expect(await claimAt(store, NOW)).toBeUndefined()
    const early = { transport: TRANSPORT, isEarly: true, now: NOW }
    expect(await claim(store, early)).toMatchObject({ priority: PRIORITY.refusedEnvelope })
    expect(await claim(store, early)).toBeUndefined()
  })

  test('after a success and at a start the refused ones are due, a quarter of an hour after their last attempt', async () => {
    const store = await freshStore(kind)
    const refused = { priority: PRIORITY.refusedEnvelope, next_attempt_at: NOW + DAY_MS }
    const long = await write(store, {
      receivedAt: NOW,
      afterwards: { ...refused, deferred_at: NOW - HOUR_MS },
    })
    const lately = await write(store, { afterwards: { ...refused, deferred_at: NOW - 60_000 } })
    const spam = await write(store, {
      afterwards: { ...refused, deferred_at: NOW - HOUR_MS, priority: PRIORITY.refusedContent },
    })
    const others = await write(store, {
      transport: 'OTHER_URL',
      afterwards: { ...refused, deferred_at: NOW - HOUR_MS },
    })
    const due = async () => {
      const rows = await store.db.selectFrom('messages').select(['id', 'next_attempt_at']).execute()
      const dueAt = new Map(rows.map(({ id, next_attempt_at }) => [id, next_attempt_at - NOW]))
      return [long, lately, spam, others].map((id) => dueAt.get(id))
    }
    await requeueRefused(store.db, NOW, PRIORITY.refusedEnvelope, TRANSPORT)
    expect(await due()).toEqual([0, EARLY_AFTER_MS - 60_000, DAY_MS, DAY_MS])
    await requeueRefused(store.db, NOW)
    expect(await due()).toEqual([0, EARLY_AFTER_MS - 60_000, 0, 0])
  })

  test('a lease that has ended is taken over only if that is allowed', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    await claimAt(store, NOW)
    const query = { transport: TRANSPORT, now: NOW + store.leaseMs }
    expect(await claim(store, query)).toBeUndefined()
    expect(await claim(store, { ...query, takesOver: true })).toMatchObject({ id, attempt: 2 })
  })

  test('a lease is renewed by its holder alone', async () => {
    const store = await freshStore(kind)
    await put(store)
    const slow = await claimFirst(store)
    await renewLeases(store, [slow], NOW + 10_000)
    expect(await claimAt(store, NOW + store.leaseMs)).toBeUndefined()
    const quick = await claimAt(store, NOW + 10_000 + store.leaseMs)
    await renewLeases(store, [slow], NOW + DAY_MS)
    const { lease_until } = await store.db
      .selectFrom('messages')
      .select('lease_until')
      .executeTakeFirstOrThrow()
    expect(lease_until).toBe(quick?.lease_until)
  })

  test('what follows from a result is stored with it, once', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claimFirst(store)
    const failing = () => Promise.reject(new Error('cannot be stored'))
    await expect(settle(store, claimed, NOW, SENT, failing)).rejects.toThrow('cannot be stored')
    expect((await store.db.selectFrom('messages').selectAll().execute())[0]?.state).toBe('queued')
    let calls = 0
    const follow = async (tx: Parameters<typeof claimKey>[0]) => {
      calls++
      await claimKey(tx, { key: 'report', expiresAt: NOW + 1, messageId: null, now: NOW })
    }
    expect(await settle(store, claimed, NOW, SENT, follow)).toBe(true)
    expect(await settle(store, claimed, NOW, SENT, follow)).toBe(true)
    const report = { key: 'report', now: NOW, account: 'none', address: 'none' }
    expect(await lookUp(store.db, report)).toEqual(['duplicate'])
    expect(calls).toBe(1)
  })

  test('a held message is not delivered', async () => {
    const store = await freshStore(kind)
    await put(store, 'hidden field filled in')
    expect(await claimAt(store, NOW + DAY_MS)).toBeUndefined()
  })

  test('a worker does not settle a message that the owner has settled meanwhile', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    const claimed = await claimFirst(store)
    await store.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', id).execute()
    expect(await settle(store, claimed, NOW, SENT)).toBe(false)
  })
})

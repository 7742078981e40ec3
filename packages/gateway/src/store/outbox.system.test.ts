import pg from 'pg'
import { write } from 'test-fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test, vi } from 'vitest'
import { enqueue, newMessageId } from './accept-message.ts'
import {
  type AttemptResult,
  claim,
  completeAndClaimNext,
  LEASE_SECONDS,
  NO_EXCLUSIONS,
  nextDue,
  settle,
} from './outbox.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const LEASE_MS = LEASE_SECONDS * 1000
const DAY_MS = 86_400_000

async function put({ db }: Store, now = NOW, reason: string | null = null) {
  const id = newMessageId(now)
  await db.transaction().execute((tx) =>
    enqueue(tx, {
      id,
      kind: 'message',
      account: 'portfolio',
      service: 'default_service',
      template: 'contact',
      sender: 'ada@example.org',
      reason,
      mayReply: false,
      mailDomain: 'portfolio.test',
      variables: { message: 'Zażółć gęślą jaźń 🎉' },
      now,
    }),
  )
  return id
}

describe.each(STORES)('%s', (kind) => {
  test('a message keeps its Unicode text, and one Message-ID across attempts', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    const first = await claim(store, NOW)
    const again = await claim(store, NOW + LEASE_MS + 1)
    expect(JSON.parse(first?.template_params ?? '')).toEqual({ message: 'Zażółć gęślą jaźń 🎉' })
    expect([first?.message_id_header, again?.message_id_header]).toEqual(
      Array(2).fill(`<${id}@portfolio.test>`),
    )
  })

  test('a claimed message cannot be claimed again before its lease ends', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    expect((await claim(store, NOW))?.id).toBe(id)
    expect(await claim(store, NOW + LEASE_MS - 1)).toBeUndefined()
    expect(await claim(store, NOW + LEASE_MS)).toMatchObject({ id, attempt: 2 })
  })

  test('workers that claim concurrently get different messages', async () => {
    const { open } = await freshPlace(kind)
    const first = await open()
    // Two SQLite connections in one thread would wait for each other. For processes see
    // tests/chaos.
    const stores = [first, kind === 'sqlite' ? first : await open()]
    const put40 = await Promise.all(Array.from({ length: 40 }, () => put(first)))
    const claims = Array.from({ length: 60 }, (_, place) => claim(stores[place % 2] as Store, NOW))
    const claimed = (await Promise.all(claims)).flatMap((message) => message?.id ?? [])
    const rest = await claimAll(first)
    expect(new Set([...claimed, ...rest]).size).toBe(claimed.length + rest.length)
    expect([...claimed, ...rest].sort()).toEqual(put40.sort())
  })

  test('a resumed worker cannot settle a message whose lease it lost', async () => {
    const store = await freshStore(kind)
    await put(store)
    const slow = await claim(store, NOW)
    const quick = await claim(store, NOW + LEASE_MS)
    if (!slow || !quick) throw new Error('not claimed')
    const rejected = { outcome: 'rejected', reply: '550' } as const
    expect(await settle(store, slow, NOW + LEASE_MS + 1, rejected)).toBe(false)
    expect(await settle(store, quick, NOW + LEASE_MS + 2, { outcome: 'sent', reply: '250' })).toBe(
      true,
    )
    expect(await settle(store, slow, NOW + LEASE_MS + 3, rejected)).toBe(false)
    const { state } = await store.db
      .selectFrom('messages')
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('sent')
  })

  test('a result whose commit response was lost can be recorded again', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claim(store, NOW)
    if (!claimed) throw new Error('not claimed')
    const sent = { outcome: 'sent', reply: '250' } as const
    expect(await settle(store, claimed, NOW, sent)).toBe(true)
    expect(await settle(store, claimed, NOW, sent)).toBe(true)
  })

  test('a deferred message is not claimed before it is due', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claim(store, NOW)
    if (!claimed) throw new Error('not claimed')
    const dueAt = NOW + 60_000
    await settle(store, claimed, NOW, { outcome: 'deferred', reply: '451', dueAt, failures: 1 })
    expect(await nextDue(store)).toBe(dueAt)
    expect(await claim(store, dueAt - 1)).toBeUndefined()
    expect(await claim(store, dueAt)).toMatchObject({ consecutive_failures: 1, attempt: 2 })
  })

  test('messages of excluded routes, and messages in flight, are skipped, however many there are', async () => {
    const store = await freshStore(kind)
    const first = await put(store)
    const own = { account: 'portfolio', service: 'default_service' }
    const others = Array.from({ length: 3000 }, (_, n) => ({ account: `site${n}`, service: 'own' }))
    expect(await claim(store, NOW, { routes: [...others, own], ids: [] })).toBeUndefined()
    expect(await nextDue(store, { routes: [...others, own], ids: [] })).toBeUndefined()
    expect(await claim(store, NOW, { routes: others, ids: [first] })).toBeUndefined()
    expect(await claim(store, NOW, { routes: others, ids: [] })).toMatchObject({ id: first })
  })

  test('past excluded routes, the message that has waited longest comes next, whatever its route', async () => {
    const store = await freshStore(kind)
    const from = (account: string, ago: number) =>
      write(store, { account, receivedAt: NOW - ago }).then(() => account)
    await from('full', 9000)
    await from('b', 1000)
    await from('c', 3000)
    await from('a', 2000)
    const exclusions = { routes: [{ account: 'full', service: 'default_service' }], ids: [] }
    expect(await nextDue(store, exclusions)).toBe(NOW - 3000)
    const claimed: (string | undefined)[] = []
    for (let n = 0; n < 4; n++) claimed.push((await claim(store, NOW, exclusions))?.account)
    expect(claimed).toEqual(['c', 'a', 'b', undefined])
  })

  test('a message never tried is due whatever the clock was, and a deferred one is not', async () => {
    const store = await freshStore(kind)
    const deferred = await write(store, {
      receivedAt: NOW - 1,
      afterwards: { next_attempt_at: NOW + 1000 },
    })
    const early = await write(store, { receivedAt: NOW + 2000 })
    const full = { routes: [{ account: 'portfolio', service: 'default_service' }], ids: [] }
    expect(await claim(store, NOW, full)).toBeUndefined()
    expect(await claim(store, NOW, { routes: [], ids: [early] })).toBeUndefined()
    expect(await claim(store, NOW)).toMatchObject({ id: early })
    expect(await claim(store, NOW)).toBeUndefined()
    expect(await claim(store, NOW + 1000)).toMatchObject({ id: deferred })
  })

  test('a held message is not delivered', async () => {
    const store = await freshStore(kind)
    await put(store, NOW, 'honeypot filled')
    expect(await claim(store, NOW + DAY_MS)).toBeUndefined()
  })

  test('a message is still claimed after the clock was set back', async () => {
    const store = await freshStore(kind)
    await put(store, NOW + 30 * DAY_MS)
    const claimed = await claim(store, NOW + 30 * DAY_MS)
    expect(await claim(store, NOW)).toMatchObject({ id: claimed?.id, attempt: 2 })
  })
})

async function claimAll(store: Store): Promise<string[]> {
  const message = await claim(store, NOW)
  return message ? [message.id, ...(await claimAll(store))] : []
}

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

test('after a lost response, the retry delivers the message that the failed call claimed', async () => {
  const store = await freshStore('sqlite')
  await write(store, { receivedAt: NOW - 2 })
  const second = await write(store, { receivedAt: NOW - 1 })
  const first = await claimFirst(store)
  let isBroken = true
  // The commit succeeds, and its response is lost.
  const failing: Store = {
    ...store,
    write: async (work) => {
      const result = await store.write(work)
      if (isBroken) throw new Error('Connection terminated unexpectedly')
      return result
    },
  }
  const unconfirmed = {}
  const settleFirst = (now: number) =>
    completeAndClaimNext(failing, first, now, SENT, NO_EXCLUSIONS, unconfirmed)
  await expect(settleFirst(NOW + 1)).rejects.toThrow('Connection terminated')
  isBroken = false
  expect(await settleFirst(NOW + 2)).toMatchObject({
    isLeaseHeld: true,
    next: { id: second, attempt: 1, lease_until: NOW + 1 + LEASE_MS },
  })
})

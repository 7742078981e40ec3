import pg from 'pg'
import { claimAt, TRANSPORT, write } from 'test-fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test, vi } from 'vitest'
import { enqueue, newMessageId } from './accept-message.ts'
import {
  type AttemptResult,
  claim,
  LEASE_SECONDS,
  nextDue,
  releaseLeases,
  settle,
  updateTransports,
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
      transport: TRANSPORT,
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
    const first = await claimAt(store, NOW)
    const again = await claimAt(store, NOW + LEASE_MS + 1)
    expect(JSON.parse(first?.template_params ?? '')).toEqual({ message: 'Zażółć gęślą jaźń 🎉' })
    expect([first?.message_id_header, again?.message_id_header]).toEqual(
      Array(2).fill(`<${id}@portfolio.test>`),
    )
  })

  test('a claimed message cannot be claimed again before its lease ends', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    expect((await claimAt(store, NOW))?.id).toBe(id)
    expect(await claimAt(store, NOW + LEASE_MS - 1)).toBeUndefined()
    expect(await claimAt(store, NOW + LEASE_MS)).toMatchObject({ id, attempt: 2 })
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
    const slow = await claimAt(store, NOW)
    const quick = await claimAt(store, NOW + LEASE_MS)
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
    const claimed = await claimAt(store, NOW)
    if (!claimed) throw new Error('not claimed')
    const sent = { outcome: 'sent', reply: '250' } as const
    expect(await settle(store, claimed, NOW, sent)).toBe(true)
    expect(await settle(store, claimed, NOW, sent)).toBe(true)
  })

  test('a deferred message is not claimed before it is due', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claimAt(store, NOW)
    if (!claimed) throw new Error('not claimed')
    const dueAt = NOW + 60_000
    await settle(store, claimed, NOW, { outcome: 'deferred', reply: '451', dueAt, failures: 1 })
    expect(await nextDue(store, { transport: TRANSPORT })).toBe(dueAt)
    expect(await claimAt(store, dueAt - 1)).toBeUndefined()
    expect(await claimAt(store, dueAt)).toMatchObject({ consecutive_failures: 1, attempt: 2 })
  })

  test('messages of another transport, and messages in flight, are skipped, however many there are', async () => {
    const store = await freshStore(kind)
    const first = await put(store)
    const others = { transport: 'OTHER_URL', now: NOW }
    expect(await claim(store, others)).toBeUndefined()
    expect(await nextDue(store, others)).toBeUndefined()
    const own = { transport: TRANSPORT, now: NOW }
    expect(await claim(store, { ...own, except: [first, 'another'] })).toBeUndefined()
    expect(await nextDue(store, { ...own, except: [first] })).toBeUndefined()
    expect(await claim(store, own)).toMatchObject({ id: first })
  })

  test('the message of a transport that has waited longest comes next, whatever its site', async () => {
    const store = await freshStore(kind)
    await write(store, { transport: 'OTHER_URL', receivedAt: NOW - 9000 })
    await write(store, { account: 'b', receivedAt: NOW - 1000 })
    await write(store, { account: 'c', receivedAt: NOW - 3000 })
    await write(store, { account: 'a', receivedAt: NOW - 2000 })
    expect(await nextDue(store, { transport: TRANSPORT })).toBe(NOW - 3000)
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

  test('a transport takes over what another certainly has not sent, and a start leaves it there', async () => {
    const store = await freshStore(kind)
    const takeover = { transport: 'resend', from: TRANSPORT, now: NOW }
    const failed = { outcome: 'deferred', reply: '', dueAt: NOW, failures: 1 } as const
    const results = [failed, { ...failed, isUnknown: true }, undefined]
    const ids: string[] = []
    for (const result of results) {
      ids.push(await put(store))
      const claimed = await claim(store, {
        transport: TRANSPORT,
        except: ids.slice(0, -1),
        now: NOW,
      })
      if (claimed && result) await settle(store, claimed, NOW, result)
    }
    await releaseLeases(store)
    expect(await nextDue(store, takeover)).toBe(NOW)
    expect(await claim(store, takeover)).toMatchObject({ id: ids[0], transport: 'resend' })
    expect(await claim(store, takeover)).toBeUndefined()
    expect(await nextDue(store, takeover)).toBeUndefined()
    await releaseLeases(store)
    const service = 'default_service'
    const route = { account: 'portfolio', service, transport: TRANSPORT }
    await updateTransports(store, [route], '', [TRANSPORT, 'resend'])
    expect(await claim(store, { transport: 'resend', now: NOW })).toMatchObject({ id: ids[0] })
    await updateTransports(store, [route], '', [TRANSPORT])
    const rest = store.db.selectFrom('messages').select('transport').distinct()
    expect(await rest.execute()).toEqual([{ transport: TRANSPORT }])
  })

  test('released leases can be claimed at once', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    await claimAt(store, NOW)
    expect(await claimAt(store, NOW)).toBeUndefined()
    await releaseLeases(store)
    expect(await claimAt(store, NOW)).toMatchObject({ id, attempt: 2 })
  })

  test('a message never tried is due whatever the clock was, and a deferred one is not', async () => {
    const store = await freshStore(kind)
    const deferred = await write(store, {
      receivedAt: NOW - 1,
      afterwards: { next_attempt_at: NOW + 1000 },
    })
    const early = await write(store, { receivedAt: NOW + 2000 })
    expect(await claim(store, { transport: TRANSPORT, except: [early], now: NOW })).toBeUndefined()
    expect(await claimAt(store, NOW)).toMatchObject({ id: early })
    expect(await claimAt(store, NOW)).toBeUndefined()
    expect(await claimAt(store, NOW + 1000)).toMatchObject({ id: deferred })
  })

  test('a held message is not delivered', async () => {
    const store = await freshStore(kind)
    await put(store, NOW, 'honeypot filled')
    expect(await claimAt(store, NOW + DAY_MS)).toBeUndefined()
  })

  test('a message is still claimed after the clock was set back', async () => {
    const store = await freshStore(kind)
    await put(store, NOW + 30 * DAY_MS)
    const claimed = await claimAt(store, NOW + 30 * DAY_MS)
    expect(await claimAt(store, NOW)).toMatchObject({ id: claimed?.id, attempt: 2 })
  })
})

async function claimAll(store: Store): Promise<string[]> {
  const message = await claimAt(store, NOW)
  return message ? [message.id, ...(await claimAll(store))] : []
}

const SENT: AttemptResult = { outcome: 'sent', reply: '250 taken' }
async function claimFirst(store: Store) {
  const claimed = await claimAt(store, NOW)
  if (!claimed) throw new Error('There was nothing to claim.')
  return claimed
}

describe.each(STORES)('%s', (kind) => {
  test('a worker does not settle a message that the owner has settled meanwhile', async () => {
    const store = await freshStore(kind)
    const id = await write(store, { receivedAt: NOW })
    const claimed = await claimFirst(store)
    await store.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', id).execute()
    expect(await settle(store, claimed, NOW, SENT)).toBe(false)
  })
})

test('on PostgreSQL a claim and its result are one round trip each', async () => {
  const store = await freshStore('postgres')
  await write(store, { receivedAt: NOW - 1 })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const claimed = await claimFirst(store)
  expect(query).toHaveBeenCalledOnce()
  expect(await settle(store, claimed, NOW, SENT)).toBe(true)
  expect(query).toHaveBeenCalledTimes(2)
  query.mockRestore()
})

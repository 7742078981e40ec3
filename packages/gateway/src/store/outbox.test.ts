import { write } from 'test-fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { claim, enqueue, LEASE_SECONDS, newMessageId, nextDue, settle } from './outbox.ts'
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

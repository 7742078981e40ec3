import { describe, expect, test } from 'vitest'
import { write } from '../../../tests/fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from '../../../tests/fixtures/stores.ts'
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
      purpose: 'message',
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
  test('a message keeps every letter, and one Message-ID for life', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    const first = await claim(store, NOW)
    const again = await claim(store, NOW + LEASE_MS + 1)
    expect(JSON.parse(first?.variables ?? '')).toEqual({ message: 'Zażółć gęślą jaźń 🎉' })
    expect([first?.mail_id, again?.mail_id]).toEqual(Array(2).fill(`<${id}@portfolio.test>`))
  })

  test('a claimed message is nobody else’s until its lease ends', async () => {
    const store = await freshStore(kind)
    const id = await put(store)
    expect((await claim(store, NOW))?.id).toBe(id)
    expect(await claim(store, NOW + LEASE_MS - 1)).toBeUndefined()
    expect(await claim(store, NOW + LEASE_MS)).toMatchObject({ id, attempt: 2 })
  })

  test('couriers that claim at once get a message each', async () => {
    const { open } = await freshPlace(kind)
    const first = await open()
    // Two SQLite connections in one thread would wait for each other; see tests/faults for processes.
    const stores = [first, kind === 'sqlite' ? first : await open()]
    const put40 = await Promise.all(Array.from({ length: 40 }, () => put(first)))
    const claims = Array.from({ length: 60 }, (_, place) => claim(stores[place % 2] as Store, NOW))
    const claimed = (await Promise.all(claims)).flatMap((message) => message?.id ?? [])
    const rest = await claimAll(first)
    expect(new Set([...claimed, ...rest]).size).toBe(claimed.length + rest.length)
    expect([...claimed, ...rest].sort()).toEqual(put40.sort())
  })

  test('a resumed courier cannot settle a message it no longer holds', async () => {
    const store = await freshStore(kind)
    await put(store)
    const slow = await claim(store, NOW)
    const quick = await claim(store, NOW + LEASE_MS)
    if (!slow || !quick) throw new Error('not claimed')
    const refused = { outcome: 'refused', reply: '550' } as const
    expect(await settle(store, slow, NOW + LEASE_MS + 1, refused)).toBe(false)
    expect(await settle(store, quick, NOW + LEASE_MS + 2, { outcome: 'sent', reply: '250' })).toBe(
      true,
    )
    expect(await settle(store, slow, NOW + LEASE_MS + 3, refused)).toBe(false)
    const { state } = await store.db
      .selectFrom('messages')
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('sent')
  })

  test('an end whose answer was lost is written down again, and is still the courier’s own', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claim(store, NOW)
    if (!claimed) throw new Error('not claimed')
    const sent = { outcome: 'sent', reply: '250' } as const
    expect(await settle(store, claimed, NOW, sent)).toBe(true)
    expect(await settle(store, claimed, NOW, sent)).toBe(true)
  })

  test('a postponed message rests until it is due', async () => {
    const store = await freshStore(kind)
    await put(store)
    const claimed = await claim(store, NOW)
    if (!claimed) throw new Error('not claimed')
    const dueAt = NOW + 60_000
    await settle(store, claimed, NOW, { outcome: 'postponed', reply: '451', dueAt, failures: 1 })
    expect(await nextDue(store)).toBe(dueAt)
    expect(await claim(store, dueAt - 1)).toBeUndefined()
    expect(await claim(store, dueAt)).toMatchObject({ failures: 1, attempt: 2 })
  })

  test('a message by a busy route, or in hand already, is passed over, however many there are', async () => {
    const store = await freshStore(kind)
    const first = await put(store)
    const own = { account: 'portfolio', service: 'default_service' }
    const others = Array.from({ length: 3000 }, (_, n) => ({ account: `site${n}`, service: 'own' }))
    expect(await claim(store, NOW, { routes: [...others, own], ids: [] })).toBeUndefined()
    expect(await nextDue(store, { routes: [...others, own], ids: [] })).toBeUndefined()
    expect(await claim(store, NOW, { routes: others, ids: [first] })).toBeUndefined()
    expect(await claim(store, NOW, { routes: others, ids: [] })).toMatchObject({ id: first })
  })

  test('past busy routes the one that has waited longest comes next, whatever its route', async () => {
    const store = await freshStore(kind)
    const from = (account: string, ago: number) =>
      write(store, { account, receivedAt: NOW - ago }).then(() => account)
    await from('full', 9000)
    await from('b', 1000)
    await from('c', 3000)
    await from('a', 2000)
    const busy = { routes: [{ account: 'full', service: 'default_service' }], ids: [] }
    expect(await nextDue(store, busy)).toBe(NOW - 3000)
    const claimed: (string | undefined)[] = []
    for (let n = 0; n < 4; n++) claimed.push((await claim(store, NOW, busy))?.account)
    expect(claimed).toEqual(['c', 'a', 'b', undefined])
  })

  test('one never tried is due whatever the clock was, one put off is not', async () => {
    const store = await freshStore(kind)
    const putOff = await write(store, { receivedAt: NOW - 1, afterwards: { due_at: NOW + 1000 } })
    const early = await write(store, { receivedAt: NOW + 2000 })
    const full = { routes: [{ account: 'portfolio', service: 'default_service' }], ids: [] }
    expect(await claim(store, NOW, full)).toBeUndefined()
    expect(await claim(store, NOW, { routes: [], ids: [early] })).toBeUndefined()
    expect(await claim(store, NOW)).toMatchObject({ id: early })
    expect(await claim(store, NOW)).toBeUndefined()
    expect(await claim(store, NOW + 1000)).toMatchObject({ id: putOff })
  })

  test('a held message is not delivered', async () => {
    const store = await freshStore(kind)
    await put(store, NOW, 'trap field filled')
    expect(await claim(store, NOW + DAY_MS)).toBeUndefined()
  })

  test('a clock that was set back strands no message', async () => {
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

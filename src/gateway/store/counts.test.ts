import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { write } from '../../../tests/fixtures/messages.ts'
import { freshPlace, freshStore, STORES } from '../../../tests/fixtures/stores.ts'
import { countByState, countSent, countWaiting } from './counts.ts'
import type { Message, MessageState } from './database.ts'
import { countAutomatic, countMessages, releaseMessage, retryMessage } from './messages.ts'
import { claim, settle, settleAndClaim } from './outbox.ts'
import { IDLE } from './queue.ts'
import { forgetSender, purgeWords } from './retention.ts'
import type { Settlement } from './settlement.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SENDERS = ['anna@example.com', 'ben@example.com', 'carla@example.com']
const STATES: MessageState[] = ['queued', 'held', 'sent', 'failed']

/** What happens to a store, at a moment, to one of its messages. */
type Step = (store: Store, now: number, which: number) => Promise<unknown>

const ENDS: Settlement[] = [
  { outcome: 'sent', reply: '250' },
  { outcome: 'refused', reply: '554' },
  { outcome: 'postponed', reply: '451', dueAt: 0, failures: 1 },
]

const STEPS: Record<string, Step> = {
  'a message comes': (store, now, which) =>
    write(store, { receivedAt: now, address: SENDERS[which % 3] ?? '' }),
  'a message is held': (store, now) => write(store, { receivedAt: now, reason: 'suspect' }),
  'a reply is queued': (store, now, which) =>
    write(store, { receivedAt: now, purpose: which % 2 ? 'auto-reply' : 'notice' }),
  'one is delivered, or not': async (store, now, which) => {
    const claimed = await claim(store, now)
    const end = ENDS[which % 3]
    if (claimed && end) await settle(store, claimed, now, end)
  },
  'one after the other is delivered': async (store, now, which) => {
    const claimed = await claim(store, now)
    const end = ENDS[which % 2]
    if (claimed && end) await settleAndClaim(store, claimed, now, end, IDLE)
  },
  'one is released': async (store, now, which) =>
    releaseMessage(store.db, await nameOf(store, which), now),
  'one is tried again': async (store, now, which) =>
    retryMessage(store.db, await nameOf(store, which), now),
  'old words are purged': ({ db }, now) => purgeWords(db, now - 3 * DAY_MS),
  'a sender is forgotten': ({ db }, _, which) => forgetSender(db, SENDERS[which % 3] ?? ''),
  'a change is taken back': ({ db }) =>
    db
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('messages').set({ state: 'failed', settled_at: NOW }).execute()
        await tx.deleteFrom('messages').where('state', '=', 'failed').execute()
        throw new Error('no')
      })
      .catch(() => {}),
  'all are changed by hand': ({ db }, now, which) =>
    db
      .updateTable('messages')
      .set({ state: STATES[which % 4] ?? 'held', settled_at: which % 2 ? now : null })
      .execute(),
}

const happening = fc.record({
  step: fc.constantFrom(...Object.keys(STEPS)),
  pause: fc.oneof(
    fc.integer({ min: 0, max: 2 * HOUR_MS }),
    fc.integer({ max: 3 * DAY_MS, min: 0 }),
  ),
  which: fc.nat(11),
})

async function nameOf({ db }: Store, which: number): Promise<string> {
  const rows = await db.selectFrom('messages').select('id').orderBy('id').execute()
  return rows[which % Math.max(1, rows.length)]?.id ?? ''
}

/** What is counted, and the same by looking at every message. */
async function bothCounts({ db }: Store, now: number) {
  const all = await db.selectFrom('messages').selectAll().execute()
  const within = (rows: Message[], length: number) =>
    rows.filter(({ settled_at }) => (settled_at ?? 0) > now - length).length
  const inStates = (rows: Message[]) =>
    Object.fromEntries(
      STATES.map((name) => [name, rows.filter(({ state }) => state === name).length]),
    )
  const visitors = all.filter(({ purpose }) => purpose === 'message')
  const queued = visitors.filter(({ state }) => state === 'queued')
  const sent = visitors.filter(({ state }) => state === 'sent')
  return {
    counted: {
      mails: await countByState(db),
      messages: await countByState(db, ['message']),
      waiting: await countWaiting(db),
      sent: await countSent(db, now),
      shown: await countMessages(db, {}),
      failed: await countMessages(db, { state: 'failed', isAll: true }),
      automatic: await countAutomatic(db, {}),
    },
    seen: {
      mails: inStates(all),
      messages: inStates(visitors),
      waiting: {
        count: queued.length,
        since: queued.length ? Math.min(...queued.map((row) => row.queued_at)) : null,
      },
      sent: {
        latest: sent.reduce<number | null>(
          (latest, { settled_at }) => Math.max(latest ?? 0, settled_at ?? 0) || null,
          null,
        ),
        lastDay: within(sent, DAY_MS),
        lastWeek: within(sent, 7 * DAY_MS),
      },
      shown: visitors.length,
      failed: all.filter(({ state }) => state === 'failed').length,
      automatic: all.length - visitors.length,
    },
  }
}

describe.each(STORES)('%s', (kind) => {
  test('whatever happens to messages, they are counted right', async () => {
    const store = await freshStore(kind)
    const happenings = fc.array(happening, { minLength: 5, maxLength: 25 })
    const property = fc.asyncProperty(happenings, async (all) => {
      await store.db.deleteFrom('messages').execute()
      let now = NOW
      for (const { step, pause, which } of all) {
        now += pause
        await STEPS[step]?.(store, now, which)
      }
      const { counted, seen } = await bothCounts(store, now)
      expect(counted).toEqual(seen)
    })
    await fc.assert(property, { numRuns: 30 })
  })

  test('programs that change messages at the same time count them all', async () => {
    const { open } = await freshPlace(kind)
    const stores = [await open(), await open()]
    const steps = ['a message comes', 'a message is held', 'one after the other is delivered']
    const live = async (store: Store, which: number) => {
      for (let n = 0; n < 12; n++) await STEPS[steps[n % 3] ?? '']?.(store, NOW + n, which + n)
    }
    await Promise.all(Array.from({ length: 12 }, (_, n) => live(stores[n % 2] as Store, n)))
    const { counted, seen } = await bothCounts(stores[0] as Store, NOW)
    expect(seen.shown).toBe(96)
    expect(counted).toEqual(seen)
  })

  test('what a sender wrote is counted by looking at that alone', async () => {
    const store = await freshStore(kind)
    await write(store, { address: SENDERS[0] ?? '' })
    await write(store, { address: SENDERS[0] ?? '', reason: 'suspect' })
    await write(store, { address: SENDERS[0] ?? '', purpose: 'auto-reply' })
    await write(store, { address: SENDERS[1] ?? '' })
    const sender = 'Anna@Example.com'
    expect(await countMessages(store.db, { sender })).toBe(2)
    expect(await countMessages(store.db, { sender, isAll: true })).toBe(3)
    expect(await countMessages(store.db, { sender, state: 'held' })).toBe(1)
    expect(await countAutomatic(store.db, { sender })).toBe(1)
  })
})

test('on PostgreSQL nobody who changes messages waits for another to commit', async () => {
  const { open } = await freshPlace('postgres')
  const [one, other] = [await open(), await open()]
  await write(one)
  await one.db.transaction().execute(async (tx) => {
    await tx.updateTable('messages').set({ state: 'held' }).execute()
    // It counts what the open transaction counts too, and would wait for ever.
    await write(other)
    expect(await countByState(other.db)).toMatchObject({ queued: 2, held: 0 })
  })
  expect(await countByState(other.db)).toMatchObject({ queued: 1, held: 1 })
})

import { setTimeout as rest } from 'node:timers/promises'
import { routesTo, serviceOf } from '../accounts.ts'
import type { Gateway } from '../gateway.ts'
import { CONNECTIONS } from '../mail/transport.ts'
import type { Message } from '../store/database.ts'
import { claim, nextDue } from '../store/outbox.ts'
import type { Busy } from '../store/queue.ts'
import { createBell } from './bell.ts'
import { complain, createHands, type Hands } from './hands.ts'
import { keepHouse } from './housekeeping.ts'
import { createStuckWatch } from './stuck.ts'

/**
 * How many messages may be in hand at the same time, and how many of them for one mail server: so a few
 * dozen that hang stop no other. A hand costs a socket and the words of a message.
 */
const HANDS = 100
/** One waits for its turn, as connections would rest while the end of a mail is written down. */
export const HANDS_PER_SERVER = CONNECTIONS + 1
const LONGEST_REST_MS = 30_000
const SHORTEST_REST_MS = 200
const HOUSEKEEPING_MS = 3_600_000
const WATCH_MS = 60_000
/** How long a stop waits for what is in hand. Whoever stops programs kills them after ten seconds. */
const STOP_MS = 8000

/** The loop that delivers what is in the outbox. */
export type Courier = {
  wake: () => void
  /** Whether it takes messages up: it has not been stopped, and has not broken down. */
  isRunning: () => boolean
  /** Claims nothing more, finishes what is in hand, and puts back what takes too long. */
  stop: () => Promise<void>
}

export function startCourier(gateway: Gateway): Courier {
  const bell = createBell()
  const stopping = new AbortController()
  const giveUp = new AbortController()
  const hands = createHands(
    gateway,
    { stopping: stopping.signal, giveUp: giveUp.signal },
    bell.ring,
  )
  const run = async () => {
    while (!stopping.signal.aborted) {
      const heard = bell.count()
      const pause = await next(gateway, hands)
      if (!stopping.signal.aborted) await bell.wait(pause, heard)
    }
  }
  let isRunning = true
  const running = run().finally(() => {
    isRunning = false
  })
  const stopListening = gateway.store.listen(bell.ring)
  const look = createStuckWatch(gateway)
  const chores = [
    repeat(() => keepHouse(gateway), HOUSEKEEPING_MS, stopping.signal),
    repeat(
      () => look(giveUp.signal).catch((error) => complain(gateway, error)),
      WATCH_MS,
      stopping.signal,
    ),
  ]
  return {
    wake: bell.ring,
    isRunning: () => isRunning && !stopping.signal.aborted,
    stop: async () => {
      stopping.abort()
      bell.ring()
      await running
      const overdue = setTimeout(() => giveUp.abort(), STOP_MS)
      await Promise.all([...chores, stopListening()])
      await hands.empty()
      clearTimeout(overdue)
    },
  }
}

/** Begins with one message where one is due, and says how long to rest before the next look. */
async function next(gateway: Gateway, { inHand, start }: Hands): Promise<number> {
  const messages = inHand()
  if (messages.length >= HANDS) return LONGEST_REST_MS
  const full = fullServers(gateway, messages)
  if (areAllFull(gateway, full)) return LONGEST_REST_MS
  const busy: Busy = {
    routes: routesTo(full, gateway.accounts.values()),
    ids: messages.map(({ id }) => id),
  }
  try {
    const message = await claim(gateway.store, gateway.clock(), busy)
    if (message) {
      start(message)
      return 0
    }
    const due = await nextDue(gateway.store, busy)
    if (due === undefined) return LONGEST_REST_MS
    // Never long: another gateway's clock or word may be wrong.
    return Math.min(Math.max(due - gateway.clock(), SHORTEST_REST_MS), LONGEST_REST_MS)
  } catch (error) {
    complain(gateway, error)
    return LONGEST_REST_MS
  }
}

/** The mail servers that have as many messages on their way as they may. */
function fullServers({ accounts }: Gateway, messages: Message[]): Set<string> {
  const inHand = new Map<string, number>()
  for (const { account, service } of messages) {
    const known = accounts.get(account)
    const server = known && serviceOf(known, service)
    if (server) inHand.set(server, (inHand.get(server) ?? 0) + 1)
  }
  const full = [...inHand].filter(([, count]) => count >= HANDS_PER_SERVER)
  return new Set(full.map(([server]) => server))
}

/** Then to search the queue would be in vain. */
function areAllFull({ accounts }: Gateway, full: ReadonlySet<string>): boolean {
  return [...accounts.values()].every(({ services }) =>
    [...services.values()].every((server) => full.has(server)),
  )
}

async function repeat(chore: () => Promise<void>, everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    await chore()
    await rest(everyMs, undefined, { signal }).catch(() => {})
  }
}

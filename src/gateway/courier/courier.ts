import { setTimeout as rest } from 'node:timers/promises'
import { textOf } from '../error-text.ts'
import type { Gateway } from '../gateway.ts'
import type { Message } from '../store/database.ts'
import { claim, nextDue, type Route } from '../store/outbox.ts'
import { createBell } from './bell.ts'
import { deliver } from './deliver.ts'
import { keepHouse } from './housekeeping.ts'
import { createStuckWatch } from './stuck.ts'

/** How many messages may be on their way at the same time. */
const HANDS = 8
/** How many of them by one service, so that a mail server that hangs stops no other. */
const HANDS_PER_SERVICE = 2
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
  const inHand = new Map<Promise<void>, Route>()

  const start = (message: Message) => {
    const work = deliver(gateway, message, giveUp.signal)
      .catch((error) => complain(gateway, error))
      .finally(() => {
        inHand.delete(work)
        bell.ring()
      })
    inHand.set(work, { account: message.account, service: message.service })
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      const heard = bell.count()
      const pause = await next(gateway, inHand, start)
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
      await Promise.all([...inHand.keys(), ...chores, stopListening()])
      clearTimeout(overdue)
    },
  }
}

/** Begins with one message where one is due, and says how long to rest before the next look. */
async function next(
  gateway: Gateway,
  inHand: Map<Promise<void>, Route>,
  start: (message: Message) => void,
): Promise<number> {
  if (inHand.size >= HANDS) return LONGEST_REST_MS
  const busy = busyRoutes([...inHand.values()])
  if (isEveryWayBusy(gateway, busy)) return LONGEST_REST_MS
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

/** Then to search the queue would be in vain: 100 ms for 16,000 waiting messages, and for each that comes. */
function isEveryWayBusy({ accounts }: Gateway, busy: Route[]): boolean {
  return [...accounts.values()].every(({ publicKey, services }) =>
    [...services.keys()].every((name) =>
      busy.some(({ account, service }) => account === publicKey && service === name),
    ),
  )
}

function busyRoutes(routes: Route[]): Route[] {
  const isSame = (one: Route, other: Route) =>
    one.account === other.account && one.service === other.service
  return routes.filter((route, place) => {
    const isFirst = routes.findIndex((other) => isSame(other, route)) === place
    return isFirst && routes.filter((other) => isSame(other, route)).length >= HANDS_PER_SERVICE
  })
}

async function repeat(chore: () => Promise<void>, everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    await chore()
    await rest(everyMs, undefined, { signal }).catch(() => {})
  }
}

function complain({ log }: Gateway, error: unknown) {
  const text = textOf(error)
  log('error', 'courier stumbled', { error: text })
}

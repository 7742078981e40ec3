import type { Gateway } from '../gateway.ts'
import { claim, nextDue } from '../store/outbox.ts'
import { deliver } from './deliver.ts'
import { keepHouse } from './housekeeping.ts'

/** How many messages are on their way at the same time, so that one slow server stops no other. */
const HANDS = 3
const LONGEST_REST_MS = 30_000
const SHORTEST_REST_MS = 200
const HOUSEKEEPING_MS = 3_600_000

/** The loop that delivers what is in the outbox. */
export type Courier = {
  wake: () => void
  /** Claims nothing more, and waits for what is in hand. */
  stop: () => Promise<void>
}

export function startCourier(gateway: Gateway): Courier {
  const bell = createBell()
  let isStopped = false

  const work = async () => {
    while (!isStopped) {
      const heard = bell.count()
      const rest = await serve(gateway)
      if (!isStopped) await bell.wait(rest, heard)
    }
  }
  const hands = Array.from({ length: HANDS }, work)
  const stopListening = gateway.store.listen(bell.ring)
  let tidying = keepHouse(gateway).catch((error) => complain(gateway, error))
  const timer = setInterval(() => {
    tidying = keepHouse(gateway).catch((error) => complain(gateway, error))
  }, HOUSEKEEPING_MS)
  return {
    wake: bell.ring,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      bell.ring()
      await Promise.all([...hands, tidying, stopListening()])
    },
  }
}

/** Delivers one message where one is due, and says how long to rest before the next look. */
async function serve(gateway: Gateway): Promise<number> {
  try {
    const message = await claim(gateway.store, gateway.clock())
    if (!message) return await restMs(gateway)
    await deliver(gateway, message)
    return 0
  } catch (error) {
    complain(gateway, error)
    return LONGEST_REST_MS
  }
}

function complain({ log }: Gateway, error: unknown) {
  const text = error instanceof Error ? error.message : String(error)
  log('error', 'courier stumbled', { error: text })
}

/** Until the next message is due, and never long: another gateway's clock or word may be wrong. */
async function restMs(gateway: Gateway): Promise<number> {
  const due = await nextDue(gateway.store)
  if (due === undefined) return LONGEST_REST_MS
  return Math.min(Math.max(due - gateway.clock(), SHORTEST_REST_MS), LONGEST_REST_MS)
}

/** Lets many wait at once, until it rings or their time is over. */
function createBell() {
  const waiting = new Set<() => void>()
  let rings = 0
  return {
    count: () => rings,
    ring: () => {
      rings++
      for (const end of [...waiting]) end()
    },
    /** `heard` is the count when the waiter last looked: what rang since then is not slept through. */
    wait: (milliseconds: number, heard: number) =>
      new Promise<void>((resolve) => {
        if (rings !== heard) return resolve()
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        waiting.add(end)
      }),
  }
}

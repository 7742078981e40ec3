import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryContext } from '../context.ts'
import { textOf } from '../log.ts'
import type { Message } from '../store/database.ts'
import { claim, nextDue } from '../store/outbox.ts'
import { deliver } from './deliver.ts'
import { partnerOf } from './own-service.ts'
import { createPause } from './pause.ts'
import { CONNECTIONS } from './transports/smtp.ts'

/** The maximum number of messages in flight by a transport, with those that wait for one of its connections. */
export const MAX_IN_FLIGHT = 2 * CONNECTIONS
const MAX_WAIT_MS = 30_000
const MIN_WAIT_MS = 200
/** How long a stop waits for messages in flight. Process managers kill after ten seconds. */
const DRAIN_TIMEOUT_MS = 8000

/** The loops that deliver the messages of the outbox, one for each transport. */
export type DeliveryWorker = {
  /** Checks the queue now. */
  wake: () => void
  /** Whether it claims messages: it has not been stopped. */
  isRunning: () => boolean
  /** Stops claiming, finishes the messages in flight, and requeues those that take too long. */
  stop: () => Promise<void>
}

type Loop = Pick<DeliveryWorker, 'wake' | 'stop'>

export function startDeliveryWorker(context: DeliveryContext): DeliveryWorker {
  const loops = new Map<string, Loop>()
  const startAll = () => {
    for (const name of context.transports.keys()) {
      if (!loops.has(name)) loops.set(name, startLoop(context, name))
    }
  }
  startAll()
  let isStopped = false
  return {
    wake: () => {
      startAll()
      for (const loop of loops.values()) loop.wake()
    },
    isRunning: () => !isStopped,
    stop: async () => {
      isStopped = true
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
    },
  }
}

function startLoop(context: DeliveryContext, transport: string): Loop {
  const { store, clock, log } = context
  const partner = partnerOf(transport, context.configuration)
  const { hasQueue } = context.transports.get(transport) ?? {}
  const most = hasQueue ? MAX_IN_FLIGHT : CONNECTIONS
  const pause = createPause(transport, context)
  context.pauses.set(transport, pause)
  const draining = new AbortController()
  const forceAbort = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  let waiting = new AbortController()
  const wake = () => waiting.abort()
  const logError = (error: unknown) => log.error({ error: textOf(error) }, 'delivery worker error')

  const start = (message: Message) => {
    const delivery = deliver(context, message, { pause, transport, forceAbort: forceAbort.signal })
      .catch(logError)
      .finally(() => {
        inFlight.delete(message.id)
        wake()
        if (partner && pause.isActive()) context.wake()
      })
    inFlight.set(message.id, delivery)
  }

  /** Starts one message if one is due, and returns how long to wait before the next check. */
  const startNextDue = async (): Promise<number> => {
    if (inFlight.size >= (pause.isProven() ? most : 1)) return MAX_WAIT_MS
    if (pause.isActive()) return Math.min((pause.current()?.until ?? 0) - clock(), MAX_WAIT_MS)
    const except = [...inFlight.keys()]
    const isTakingOver = partner && context.pauses.get(partner)?.isActive()
    let due = Number.POSITIVE_INFINITY
    try {
      for (const from of isTakingOver ? [undefined, partner] : [undefined]) {
        const message = await claim(store, { transport, from, except, now: clock() })
        if (message) {
          start(message)
          return 0
        }
        due = Math.min(due, (await nextDue(store, { transport, from, except })) ?? due)
      }
      // Capped, because another gateway may queue a message meanwhile, and its clock may differ.
      return Math.min(Math.max(due - clock(), MIN_WAIT_MS), MAX_WAIT_MS)
    } catch (error) {
      logError(error)
      return MAX_WAIT_MS
    }
  }

  const run = async () => {
    while (!draining.signal.aborted) {
      // Replaced before the queue is checked, so that a later message ends the wait at once.
      waiting = new AbortController()
      const waitMs = await startNextDue()
      await sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    wake,
    stop: async () => {
      draining.abort()
      wake()
      await running
      const timer = setTimeout(() => forceAbort.abort(), DRAIN_TIMEOUT_MS)
      await Promise.all(inFlight.values())
      clearTimeout(timer)
    },
  }
}

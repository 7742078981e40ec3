import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../log.ts'
import { type Message, PRIORITY } from '../store/database.ts'
import { claim, nextDue } from '../store/outbox.ts'
import type { DeliveryContext } from './context.ts'
import { msUntilEarly, msUntilStart, startingState, type TransportState } from './decide.ts'
import { deliver, probe } from './deliver.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { CONNECTIONS } from './transports/smtp.ts'

/** The maximum number of messages in flight by a transport, with those that wait for one of its connections. */
const MAX_IN_FLIGHT = 2 * CONNECTIONS
const MAX_WAIT_MS = 10_000
const MIN_WAIT_MS = 200
/** How often a paused transport tries whether its server answers. */
const CONNECT_EVERY_MS = 5000
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

type Loop = Pick<DeliveryWorker, 'wake' | 'stop'> & { inFlight: () => Message[] }

export function startDeliveryWorker(context: DeliveryContext): DeliveryWorker {
  const { transports, transportStates, clock, log } = context
  const loops = new Map<string, Loop>()
  const heartbeat = startHeartbeat(context, {
    inFlight: () => [...loops.values()].flatMap((loop) => loop.inFlight()),
    // The owner has repaired something: no pause and no pace, whatever they were for.
    onRetry: () => {
      log.info('messages retried, transports start afresh')
      for (const name of loops.keys()) transportStates.set(name, startingState(clock()))
      wake()
    },
  })
  const startAll = () => {
    for (const name of transports.keys()) {
      if (!loops.has(name)) loops.set(name, startLoop(context, name, heartbeat))
    }
  }
  const wake = () => {
    startAll()
    for (const loop of loops.values()) loop.wake()
  }
  startAll()
  let isStopped = false
  return {
    wake,
    isRunning: () => !isStopped,
    stop: async () => {
      isStopped = true
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
      await heartbeat.stop()
    },
  }
}

function startLoop(context: DeliveryContext, transport: string, heartbeat: Heartbeat): Loop {
  const { store, clock, log, transportStates, connectEveryMs = CONNECT_EVERY_MS } = context
  const { hasQueue } = context.transports.get(transport) ?? {}
  const most = hasQueue ? MAX_IN_FLIGHT : CONNECTIONS
  transportStates.set(transport, startingState(clock()))
  const draining = new AbortController()
  const forceAbort = new AbortController()
  const inFlight = new Map<string, { message: Message; delivery: Promise<void> }>()
  let waiting = new AbortController()
  const wake = () => waiting.abort()
  const logError = (error: unknown) => log.error({ error: textOf(error) }, 'delivery worker error')

  const start = (message: Message) => {
    const lane = {
      transport,
      most,
      forceAbort: forceAbort.signal,
      stopping: draining.signal,
    }
    const delivery = deliver(context, message, lane)
      .catch(logError)
      .finally(() => {
        inFlight.delete(message.id)
        wake()
      })
    inFlight.set(message.id, { message, delivery })
  }

  const drained = new Promise<false>((resolve) => {
    draining.signal.addEventListener('abort', () => resolve(false))
  })
  let connectedAt = performance.now()
  /** Waits for the end of a pause. Before it, a server that did not answer may do so again. */
  const msUntilAnswer = async ({ trouble }: TransportState, blockedMs: number): Promise<number> => {
    if (!trouble?.isUnreachable) return blockedMs
    const connectMs = connectedAt + connectEveryMs - performance.now()
    if (connectMs > 0) return Math.min(blockedMs, Math.ceil(connectMs))
    connectedAt = performance.now()
    const answers = await Promise.race([probe(context, transport), drained])
    return answers ? 0 : Math.min(blockedMs, connectEveryMs)
  }

  /** Starts one message if one is due, and returns how long to wait before the next check. */
  const startNextDue = async (): Promise<number> => {
    const now = clock()
    const state = transportStates.get(transport) ?? startingState(now)
    if (inFlight.size >= state.limit) return MAX_WAIT_MS
    const blockedMs = msUntilStart(state, now)
    if (blockedMs > 0) return msUntilAnswer(state, blockedMs)
    const except = [...inFlight.keys()]
    const isEarly = msUntilEarly(state, now) === 0
    const takesOver = heartbeat.mayTakeOver()
    const unclaimed = { transport, except, takesOver, now }
    const message = await claim(store, { ...unclaimed, isEarly })
    if (message) {
      start(message)
      return 0
    }
    const due = await nextDue(store, unclaimed)
    const earlyMs = due.has(PRIORITY.refusedEnvelope) ? msUntilEarly(state, now) : MAX_WAIT_MS
    return Math.max(Math.min(earlyMs, ...[...due.values()].map((at) => at - now)), MIN_WAIT_MS)
  }

  const run = async () => {
    while (!draining.signal.aborted) {
      // Replaced before the queue is checked, so that a later message ends the wait at once.
      waiting = new AbortController()
      const waitMs = await startNextDue().catch((error) => {
        logError(error)
        return MAX_WAIT_MS
      })
      // Capped, because another gateway may queue a message meanwhile, and its clock may differ.
      const wait = sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, { signal: waiting.signal })
      await wait.catch(() => {})
    }
  }
  const running = run()
  return {
    wake,
    inFlight: () => [...inFlight.values()].map(({ message }) => message),
    stop: async () => {
      draining.abort()
      wake()
      await running
      const timer = setTimeout(() => forceAbort.abort(), DRAIN_TIMEOUT_MS)
      await Promise.all([...inFlight.values()].map(({ delivery }) => delivery))
      clearTimeout(timer)
    },
  }
}

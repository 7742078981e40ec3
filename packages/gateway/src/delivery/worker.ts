import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../log.ts'
import type { Message } from '../store/database.ts'
import {
  beginAttempt,
  type QueueQuery,
  requeueRefused,
  type Waiting,
  waitingIn,
} from '../store/outbox.ts'
import { ATTEMPT_MS, type DeliveryContext } from './context.ts'
import { msUntilStart, STARTING_STATE, type TransportState } from './decide.ts'
import { deliver, probe } from './deliver.ts'
import { takePlace } from './deliverer.ts'
import { CONNECTIONS } from './transports/smtp.ts'

/** A mail waits for each connection, so that it has one while the result of another is recorded. */
const PER_CONNECTION = 2
/** How long a message that was never refused waits behind a mail that its server does not finish. */
const BUSY_AFTER_MS = 10_000
/** How often the queue is looked at: other gateways, commands and the review page only write rows. */
const MAX_WAIT_MS = 2000
const MIN_WAIT_MS = 200
/** How often a paused transport tries whether its server answers. */
const CONNECT_EVERY_MS = 5000
/** How long a stop waits for messages in flight. Process managers kill after ten seconds. */
const DRAIN_MS = 8000

/** The loop that delivers the messages of the outbox. */
export type DeliveryWorker = {
  /** Checks the queue now. */
  wake: () => void
  /** Whether it is the worker of the gateway that delivers. */
  isDelivering: () => boolean
  /** Whether it has not been stopped. */
  isRunning: () => boolean
  /** Begins no more attempts, finishes those that the server has the content of, and requeues the others. */
  stop: () => Promise<void>
}

export function startDeliveryWorker(context: DeliveryContext): DeliveryWorker {
  const { store, clock, log, outgoing } = context
  const { attemptMs = ATTEMPT_MS, connectEveryMs = CONNECT_EVERY_MS } = context
  const { busyAfterMs = BUSY_AFTER_MS, drainMs = DRAIN_MS } = context
  const ofServer = () => outgoing.transport?.connections?.()
  const lanes = () => ofServer() ?? CONNECTIONS
  const mostInFlight = () => (ofServer() ? PER_CONNECTION * lanes() : CONNECTIONS)
  const draining = new AbortController()
  const forceAbort = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  /** When the last one of them began. */
  let startedAt = 0
  let waiting = new AbortController()
  const wake = () => waiting.abort()
  const logError = (error: unknown) => log.error({ error: textOf(error) }, 'delivery worker error')
  const place = takePlace(context, () => {
    // The owner may have repaired what they were refused for.
    store.write((tx) => requeueRefused(tx, clock())).then(wake, logError)
  })

  const start = (message: Message) => {
    const lane = {
      most: mostInFlight(),
      forceAbort: forceAbort.signal,
      stopping: AbortSignal.any([draining.signal, place.lost()]),
    }
    const delivery = deliver(context, message, lane)
      .catch(logError)
      .finally(() => {
        inFlight.delete(message.id)
        wake()
      })
    inFlight.set(message.id, delivery)
    startedAt = performance.now()
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
    const answers = await Promise.race([probe(context), drained])
    return answers ? 0 : Math.min(blockedMs, connectEveryMs)
  }

  /** What waits, as of the last look, and when that was. */
  let queue: Waiting | undefined
  let lookedAt = 0
  /** The owner has repaired something: no pause and no pace, whatever they were for. */
  const startAfresh = () => {
    log.info('messages retried, the transport starts afresh')
    outgoing.state = STARTING_STATE
  }

  /** A look reads the whole queue, so it does not precede each of many mails. */
  const look = async (query: QueueQuery): Promise<Waiting> => {
    const isRecent = performance.now() - lookedAt < MIN_WAIT_MS
    if (queue && isRecent) return queue
    const before = queue
    queue = await waitingIn(store, query)
    lookedAt = performance.now()
    // The owner has pressed a button or run a command for what waits here.
    if (before && (queue.pressedAt ?? 0) > (before.pressedAt ?? 0)) startAfresh()
    return queue
  }

  /** Starts one message if one is due, and returns how long to wait before the next check. */
  const startNextDue = async (): Promise<number> => {
    if (!place.isHeld() || !outgoing.transport) return MAX_WAIT_MS
    const now = clock()
    const query = { except: [...inFlight.keys()], now }
    const { dueAt } = await look(query)
    const { state } = outgoing
    const isBusy = inFlight.size >= Math.min(state.limit, mostInFlight())
    if (isBusy && (inFlight.size >= lanes() || performance.now() - startedAt < busyAfterMs)) {
      return MAX_WAIT_MS
    }
    const blockedMs = msUntilStart(state, now)
    if (blockedMs > 0) return dueAt === null ? MAX_WAIT_MS : msUntilAnswer(state, blockedMs)
    const message = await beginAttempt(store, { ...query, attemptMs, isFirst: isBusy })
    if (isBusy && !message) return MAX_WAIT_MS
    if (!message) return dueAt === null ? MAX_WAIT_MS : Math.max(dueAt - now, MIN_WAIT_MS)
    start(message)
    return 0
  }

  const run = async () => {
    while (!draining.signal.aborted) {
      // Replaced before the queue is checked, so that a later message ends the wait at once.
      waiting = new AbortController()
      const waitMs = await startNextDue().catch((error) => {
        logError(error)
        return MAX_WAIT_MS
      })
      const wait = sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, { signal: waiting.signal })
      await wait.catch(() => {})
    }
  }
  const running = run()
  return {
    wake,
    isDelivering: place.isHeld,
    isRunning: () => !draining.signal.aborted,
    stop: async () => {
      draining.abort()
      wake()
      await running
      const timer = setTimeout(() => forceAbort.abort(), drainMs)
      await Promise.all(inFlight.values())
      clearTimeout(timer)
      await place.leave()
    },
  }
}

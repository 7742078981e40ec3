import { randomUUID } from 'node:crypto'
import { textOf } from '../log.ts'
import type { Message } from '../store/database.ts'
import { beginAttempt, leaveDeliverer, requeueRefused, takeDeliverer } from '../store/outbox.ts'
import { ATTEMPT_MS, type DeliveryContext, LANES } from './context.ts'
import { msUntilStart } from './decide.ts'
import { deliver } from './deliver.ts'
import { startLoop } from './loop.ts'

/** How long a message that was never refused waits behind a mail that its server does not finish. */
const BUSY_AFTER_MS = 10_000
/** How often the queue is looked at: other gateways, commands and the review page only write rows. */
const LOOK_MS = 2000
/** How long a stop waits for messages in flight. Process managers kill after ten seconds. */
const DRAIN_MS = 8000

/** Starts the loop that delivers the messages of the outbox. */
export function startDeliveryWorker(context: DeliveryContext) {
  const { store, clock, log, outgoing, attemptMs = ATTEMPT_MS } = context
  const { busyAfterMs = BUSY_AFTER_MS, drainMs = DRAIN_MS, lookMs = LOOK_MS } = context
  const forceAbort = new AbortController()
  /** The attempts whose result is not recorded yet, by the id of their message. */
  const inFlight = new Map<string, Promise<void>>()
  /** The messages of the attempts that the server has not answered yet. */
  const unanswered = new Set<Message>()
  /** When the last attempt began. */
  let startedAt = 0
  const logError = (error: unknown) => log.error({ error: textOf(error) }, 'delivery worker error')
  const place = takePlace(context, () => {
    // The owner may have repaired what they were refused for.
    store.write((tx) => requeueRefused(tx, clock())).then(() => loop.wake(), logError)
  })

  const start = (message: Message, draining: AbortSignal) => {
    const stopping = AbortSignal.any([draining, place.lost()])
    const ends = { forceAbort: forceAbort.signal, stopping }
    // The next message begins in the commit that records the result of this one.
    const onAnswer = () => {
      unanswered.delete(message)
      loop.wake()
    }
    unanswered.add(message)
    const delivery = deliver(context, message, ends, onAnswer)
      .catch(logError)
      .finally(() => {
        inFlight.delete(message.id)
        onAnswer()
      })
    inFlight.set(message.id, delivery)
    startedAt = performance.now()
  }

  /** Starts one message if one is due, and returns how long to wait before the next check. */
  const loop = startLoop(log, 'delivery worker error', async (draining) => {
    if (!place.isHeld() || !outgoing.transport) return lookMs
    const now = clock()
    const blockedMs = msUntilStart(outgoing.state, now)
    if (blockedMs > 0) return Math.min(blockedMs, lookMs)
    const isBusy = unanswered.size > 0
    const hasWaited = !isBusy || performance.now() - startedAt >= busyAfterMs
    // A result that is not recorded keeps its lane: after a restart its mail would go again.
    if (!hasWaited || inFlight.size >= LANES) return lookMs
    const query = { except: [...inFlight.keys()], now, attemptMs, isFirst: isBusy }
    const message = await beginAttempt(store, query)
    if (!message) return lookMs
    start(message, draining)
    return 0
  })
  return {
    wake: loop.wake,
    /** Whether it is the worker of the gateway that delivers. */
    isDelivering: place.isHeld,
    /** Begins no more attempts, finishes those that the server has the content of, and requeues the others. */
    stop: async () => {
      await loop.stop()
      const timer = setTimeout(() => forceAbort.abort(), drainMs)
      await Promise.all(inFlight.values())
      clearTimeout(timer)
      await place.leave()
    },
  }
}

/** How long a gateway is the one that delivers without a renewal of its place. */
export const PLACE_MS = 15_000
const RENEWALS_WHILE_VALID = 4
/** The share of `PLACE_MS` for which a gateway trusts its last renewal, by its monotonic clock. */
const TRUSTED = 2 / 3

/** Takes the place of the one gateway that delivers as soon as no other has it, and keeps it. On SQLite the lock of the file is it. */
export function takePlace(
  {
    store: { db, kind },
    log,
    placeMs = PLACE_MS,
  }: Pick<DeliveryContext, 'store' | 'log' | 'placeMs'>,
  onTaken: () => void,
) {
  let lost = new AbortController()
  if (kind === 'sqlite') {
    onTaken()
    return { isHeld: () => true, lost: (): AbortSignal => lost.signal, leave: async () => {} }
  }
  const holder = randomUUID()
  let renewedAt: number | undefined
  const renewal = startLoop(log, 'database unavailable', async () => {
    const askedAt = performance.now()
    const isNew = renewedAt === undefined
    if (await takeDeliverer(db, holder, placeMs)) {
      renewedAt = askedAt
      if (isNew) {
        lost = new AbortController()
        log.info('this gateway delivers')
        onTaken()
      }
    } else if (!isNew) {
      renewedAt = undefined
      log.warn('another gateway delivers')
      lost.abort()
    }
    return placeMs / RENEWALS_WHILE_VALID
  })
  return {
    /** Whether attempts may begin. */
    isHeld: () => renewedAt !== undefined && performance.now() - renewedAt < TRUSTED * placeMs,
    /** Aborted when another gateway has the place. */
    lost: (): AbortSignal => lost.signal,
    /** Gives it back. */
    leave: async () => {
      await renewal.stop()
      if (renewedAt !== undefined) await leaveDeliverer(db, holder).catch(() => {})
    },
  }
}

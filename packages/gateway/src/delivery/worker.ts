import { setTimeout as sleep } from 'node:timers/promises'
import { destinationsFor } from '../accounts.ts'
import type { DeliveryContext } from '../gateway.ts'
import { runMaintenance } from '../maintenance/maintenance.ts'
import type { Message } from '../store/database.ts'
import { claim, type Exclusions, nextDue } from '../store/outbox.ts'
import { createAlerts } from './alerts.ts'
import { CONNECTIONS } from './transports/transport.ts'
import { createWorkerPool, logWorkerError, type WorkerPool } from './worker-pool.ts'

/**
 * The maximum number of messages in flight. Together with the limit per destination, a few dozen
 * hanging servers stop no other. A message in flight costs at most a socket and its content.
 */
const MAX_IN_FLIGHT = 150
/** As many again wait for a connection, so that none idles while results are committed. */
export const MAX_IN_FLIGHT_PER_DESTINATION = 2 * CONNECTIONS
const MAX_WAIT_MS = 30_000
const MIN_WAIT_MS = 200
const MAINTENANCE_INTERVAL_MS = 3_600_000
const ALERT_INTERVAL_MS = 60_000
/** How long a stop waits for messages in flight. Process managers kill after ten seconds. */
const DRAIN_TIMEOUT_MS = 8000

/** The loop that delivers the messages of the outbox. */
export type DeliveryWorker = {
  wake: () => void
  /** Whether it claims messages: it has neither been stopped nor failed. */
  isRunning: () => boolean
  /** Stops claiming, finishes the messages in flight, and requeues those that take too long. */
  stop: () => Promise<void>
}

export function startDeliveryWorker(context: DeliveryContext): DeliveryWorker {
  const draining = new AbortController()
  const forceAbort = new AbortController()
  let waiting = new AbortController()
  const wake = () => waiting.abort()
  const pool = createWorkerPool(
    context,
    { draining: draining.signal, forceAbort: forceAbort.signal },
    wake,
  )
  const run = async () => {
    while (!draining.signal.aborted) {
      // Replaced before the queue is checked, so that a later message ends the wait at once.
      waiting = new AbortController()
      const waitMs = await startNextDue(context, pool)
      await sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {})
    }
  }
  let isRunning = true
  const running = run().finally(() => {
    isRunning = false
  })
  const stopListening = context.store.listen(wake)
  const checkAlerts = createAlerts(context)
  const tasks = [
    repeat(
      () => runMaintenance(context, draining.signal),
      MAINTENANCE_INTERVAL_MS,
      draining.signal,
    ),
    repeat(
      () => checkAlerts(forceAbort.signal).catch((error) => logWorkerError(context, error)),
      ALERT_INTERVAL_MS,
      draining.signal,
    ),
  ]
  return {
    wake,
    isRunning: () => isRunning && !draining.signal.aborted,
    stop: async () => {
      draining.abort()
      wake()
      await running
      const timer = setTimeout(() => forceAbort.abort(), DRAIN_TIMEOUT_MS)
      await Promise.all([...tasks, stopListening()])
      await pool.drain()
      clearTimeout(timer)
    },
  }
}

/** Starts one message if one is due, and returns how long to wait before the next check. */
async function startNextDue(
  context: DeliveryContext,
  { inFlight, start }: WorkerPool,
): Promise<number> {
  const messages = inFlight()
  if (messages.length >= MAX_IN_FLIGHT) return MAX_WAIT_MS
  const saturated = saturatedDestinations(context, messages)
  if (areAllSaturated(context, saturated)) return MAX_WAIT_MS
  const exclusions: Exclusions = {
    routes: destinationsFor(saturated, context.accounts.values()),
    ids: messages.map(({ id }) => id),
  }
  try {
    const message = await claim(context.store, context.clock(), exclusions)
    if (message) {
      start(message)
      return 0
    }
    const due = await nextDue(context.store, exclusions)
    if (due === undefined) return MAX_WAIT_MS
    // Capped, because another gateway's clock or notification may be wrong.
    return Math.min(Math.max(due - context.clock(), MIN_WAIT_MS), MAX_WAIT_MS)
  } catch (error) {
    logWorkerError(context, error)
    return MAX_WAIT_MS
  }
}

/** The destinations that have reached their limit of messages in flight. */
function saturatedDestinations({ accounts }: DeliveryContext, messages: Message[]): Set<string> {
  const inFlight = new Map<string, number>()
  for (const { account, service } of messages) {
    const server = accounts.get(account)?.services.get(service)
    if (server) inFlight.set(server, (inFlight.get(server) ?? 0) + 1)
  }
  const saturated = [...inFlight].filter(([, count]) => count >= MAX_IN_FLIGHT_PER_DESTINATION)
  return new Set(saturated.map(([server]) => server))
}

/** Searching the queue would then find nothing. */
function areAllSaturated({ accounts }: DeliveryContext, saturated: ReadonlySet<string>): boolean {
  return [...accounts.values()].every(({ services }) =>
    [...services.values()].every((server) => saturated.has(server)),
  )
}

async function repeat(task: () => Promise<void>, everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    await task()
    await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}

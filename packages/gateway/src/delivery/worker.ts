import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryContext } from '../context.ts'
import { textOf } from '../log.ts'
import { runMaintenance } from '../maintenance.ts'
import type { Message } from '../store/database.ts'
import { claim, type Exclusions, nextDue } from '../store/outbox.ts'
import { createAlerts } from './alerts.ts'
import { deliver } from './deliver.ts'
import { CONNECTIONS } from './smtp.ts'

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
  /** Checks the queue now. */
  wake: () => void
  /** Whether it claims messages: it has neither been stopped nor failed. */
  isRunning: () => boolean
  /** Stops claiming, finishes the messages in flight, and requeues those that take too long. */
  stop: () => Promise<void>
}

export function startDeliveryWorker(context: DeliveryContext): DeliveryWorker {
  const { store, clock, log } = context
  const draining = new AbortController()
  const forceAbort = new AbortController()
  const inFlight = new Map<Promise<void>, Message>()
  let waiting = new AbortController()
  const wake = () => waiting.abort()
  const logError = (error: unknown) => log.error({ error: textOf(error) }, 'delivery worker error')

  /** Delivers a claimed message, then the next messages for the same destination. */
  const start = (message: Message) => {
    const continuation = {
      exclusions: () =>
        draining.signal.aborted
          ? undefined
          : sameDestinationOnly(context, message, [...inFlight.values()]),
      startNext: start,
    }
    const delivery = deliver(context, message, forceAbort.signal, continuation)
      .catch(logError)
      .finally(() => {
        inFlight.delete(delivery)
        wake()
      })
    inFlight.set(delivery, message)
  }

  /** Starts one message if one is due, and returns how long to wait before the next check. */
  const startNextDue = async (): Promise<number> => {
    const exclusions = saturatedDestinations(context, [...inFlight.values()])
    if (!exclusions) return MAX_WAIT_MS
    try {
      const message = await claim(store, clock(), exclusions)
      if (message) {
        start(message)
        return 0
      }
      const due = await nextDue(store, exclusions)
      if (due === undefined) return MAX_WAIT_MS
      // Capped, because another gateway's clock or notification may be wrong.
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
  let isRunning = true
  const running = run().finally(() => {
    isRunning = false
  })
  const checkAlerts = createAlerts(context)
  const repeat = async (task: () => Promise<void>, everyMs: number) => {
    while (!draining.signal.aborted) {
      await task()
      await sleep(everyMs, undefined, { signal: draining.signal }).catch(() => {})
    }
  }
  const tasks = [
    repeat(() => runMaintenance(context, draining.signal), MAINTENANCE_INTERVAL_MS),
    repeat(() => checkAlerts(forceAbort.signal).catch(logError), ALERT_INTERVAL_MS),
  ]
  return {
    wake,
    isRunning: () => isRunning && !draining.signal.aborted,
    stop: async () => {
      draining.abort()
      wake()
      await running
      const timer = setTimeout(() => forceAbort.abort(), DRAIN_TIMEOUT_MS)
      await Promise.all(tasks)
      // A delivery that ends may have started another one.
      while (inFlight.size > 0) await Promise.all(inFlight.keys())
      clearTimeout(timer)
    },
  }
}

/** Excludes mail servers that are not set or at their limit. Returns undefined if no message may be claimed. */
function saturatedDestinations(
  { accounts, transports }: DeliveryContext,
  messages: Message[],
): Exclusions | undefined {
  if (messages.length >= MAX_IN_FLIGHT) return undefined
  const counts = new Map<string, number>()
  for (const { account, service } of messages) {
    const server = accounts.get(account)?.services.get(service)
    if (server) counts.set(server, (counts.get(server) ?? 0) + 1)
  }
  const isFree = (server: string) =>
    transports.has(server) && (counts.get(server) ?? 0) < MAX_IN_FLIGHT_PER_DESTINATION
  const servers = [...accounts.values()].flatMap(({ services }) => [...services.values()])
  // Searching the queue would find nothing.
  if (!servers.some(isFree)) return undefined
  return excluding(accounts, messages, (server) => !isFree(server))
}

/** Restricts the next claim to messages for the same destination, so the slot is reused. */
function sameDestinationOnly(
  { accounts }: DeliveryContext,
  { account, service }: Message,
  messages: Message[],
): Exclusions | undefined {
  const own = accounts.get(account)?.services.get(service)
  return own ? excluding(accounts, messages, (server) => server !== own) : undefined
}

/** Excludes messages, and the routes to some mail servers under each service name. */
function excluding(
  accounts: DeliveryContext['accounts'],
  messages: Message[],
  isExcluded: (server: string) => boolean,
): Exclusions {
  const routes = [...accounts.values()].flatMap(({ publicKey: account, services }) =>
    [...services]
      .filter(([, server]) => isExcluded(server))
      .map(([service]) => ({ account, service })),
  )
  return { routes, ids: messages.map(({ id }) => id) }
}

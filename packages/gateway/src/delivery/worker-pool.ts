import { destinationsFor } from '../accounts.ts'
import type { DeliveryContext } from '../gateway.ts'
import { textOf } from '../log.ts'
import type { Message } from '../store/database.ts'
import type { Exclusions } from '../store/outbox.ts'
import { deliver } from './deliver.ts'

/** The deliveries in flight. */
export type WorkerPool = {
  inFlight: () => Message[]
  /** Delivers a claimed message, then the next messages for the same destination. */
  start: (message: Message) => void
  /** Resolves when no delivery is in flight. */
  drain: () => Promise<void>
}

type Signals = { draining: AbortSignal; forceAbort: AbortSignal }

export function createWorkerPool(
  context: DeliveryContext,
  { draining, forceAbort }: Signals,
  onFree: () => void,
): WorkerPool {
  const deliveries = new Map<Promise<void>, Message>()
  const inFlight = () => [...deliveries.values()]
  const start = (message: Message) => {
    const continuation = {
      exclusions: () =>
        draining.aborted ? undefined : sameDestinationOnly(context, message, inFlight()),
      startNext: start,
    }
    const delivery = deliver(context, message, forceAbort, continuation)
      .catch((error) => logWorkerError(context, error))
      .finally(() => {
        deliveries.delete(delivery)
        onFree()
      })
    deliveries.set(delivery, message)
  }
  const drain = async () => {
    // A delivery that ends may have started another one.
    while (deliveries.size > 0) await Promise.all(deliveries.keys())
  }
  return { inFlight, start, drain }
}

/** Restricts the next claim to messages for the same destination, so the slot is reused. */
function sameDestinationOnly(
  { accounts }: DeliveryContext,
  message: Message,
  inFlight: Message[],
): Exclusions | undefined {
  const own = accounts.get(message.account)?.services.get(message.service)
  if (!own) return undefined
  const servers = [...accounts.values()].flatMap(({ services }) => [...services.values()])
  const others = new Set(servers.filter((server) => server !== own))
  return {
    routes: destinationsFor(others, accounts.values()),
    ids: inFlight.map(({ id }) => id),
  }
}

export function logWorkerError({ log }: DeliveryContext, error: unknown) {
  const text = textOf(error)
  log('error', 'delivery worker error', { error: text })
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Gateway } from '../gateway.ts'
import { textOf } from '../log.ts'
import { writeProbe } from '../store/accept-message.ts'

/** Shorter than the timeout of health checks, so that they receive the reason. */
const TIMEOUT_MS = 3000

/** Returns a check that finds the reason why this gateway is not ready; undefined if it is. */
export function createReadiness({ store, clock, delivery }: Gateway) {
  let pending: Promise<string | undefined> | undefined
  // Concurrent checks share one write.
  const probe = () => {
    // Not synced to disk: a health check every few seconds must not cost what a message costs.
    pending ??= store
      .write((tx) => writeProbe(tx, clock()), 'unsynced')
      .then(
        () => undefined,
        (error) => `cannot store messages: ${textOf(error)}`,
      )
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  return async (): Promise<string | undefined> => {
    if (!delivery.isRunning()) return 'the delivery worker is not running'
    const timeoutReason = `cannot store messages: no database response for ${TIMEOUT_MS / 1000} s`
    return Promise.race([probe(), delay(TIMEOUT_MS, timeoutReason, { ref: false })])
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryContext } from './context.ts'
import { runMaintenance } from './maintenance.ts'

const INTERVAL_MS = 3_600_000

/** Runs the maintenance now and every hour. Returns what stops it. */
export function startMaintenance(context: DeliveryContext): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await runMaintenance(context, signal)
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}

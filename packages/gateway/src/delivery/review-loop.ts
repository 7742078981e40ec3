import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryContext } from './context.ts'
import { queueReviews } from './review.ts'

/** Messages that are held together are one mail. */
const COLLECT_MS = 1000

/** Notifies owners of held messages soon, and of further ones when the next mail may leave. */
export function startReviews(context: DeliveryContext): {
  wake: () => void
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  let running = Promise.resolve()
  let isRunning = false
  let isWanted = false
  const run = async () => {
    while (isWanted) {
      isWanted = false
      for (let waitMs = COLLECT_MS; waitMs > 0 && !signal.aborted; ) {
        await sleep(waitMs, undefined, { signal }).catch(() => {})
        if (!signal.aborted) waitMs = await queueReviews(context, context.clock())
      }
    }
  }
  return {
    wake: () => {
      isWanted = !signal.aborted
      if (isRunning) return
      isRunning = true
      running = run().finally(() => {
        isRunning = false
      })
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

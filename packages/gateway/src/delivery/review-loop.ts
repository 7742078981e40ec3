import type { DeliveryContext } from './context.ts'
import { queueReviews } from './review.ts'

/** Messages that are held together are one mail. */
const COLLECT_MS = 1000

/** Notifies owners of held messages soon, and of further ones when the next mail may leave. */
export function startReviews(context: DeliveryContext): {
  wake: () => void
  stop: () => Promise<unknown>
} {
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const run = async () => {
    dueAt = Number.POSITIVE_INFINITY
    startIn(await queueReviews(context, context.clock()))
  }
  /** A time that is set already stays, if it is the earlier one. */
  const startIn = (milliseconds: number) => {
    const at = performance.now() + milliseconds
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => {
      running = run()
    }, milliseconds).unref()
  }
  return {
    wake: () => startIn(COLLECT_MS),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

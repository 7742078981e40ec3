import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, textOf } from '../log.ts'

/** Work that repeats until it is stopped. */
export type Loop = {
  /** Begins the next step now, or right after the current one. */
  wake: () => void
  /** Begins no further step, and waits for the current one. */
  stop: () => Promise<void>
}

const RETRY_MS = 2000

/** Repeats a step, which resolves to the pause after it. A step that fails is repeated, and its error logged once. */
export function startLoop(
  log: Log,
  failure: string,
  step: (stopping: AbortSignal) => Promise<number>,
): Loop {
  const stopping = new AbortController()
  let waiting = new AbortController()
  let lastError: string | undefined
  const run = async () => {
    while (!stopping.signal.aborted) {
      // Replaced before the step: a `wake` during the step skips the pause after it.
      waiting = new AbortController()
      let waitMs = RETRY_MS
      try {
        waitMs = await step(stopping.signal)
        lastError = undefined
      } catch (error) {
        const isNews = lastError !== textOf(error) && !stopping.signal.aborted
        lastError = textOf(error)
        if (isNews) log.error({ error: lastError }, failure)
      }
      await sleep(waitMs, undefined, { signal: waiting.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    wake: () => waiting.abort(),
    stop: () => {
      stopping.abort()
      waiting.abort()
      return running
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, textOf } from '../log.ts'

/** Work that repeats until it is stopped. */
export type Loop = {
  /** Begins the next step now, or right after the one that lasts. */
  wake: () => void
  /** Begins no further step, and waits for the one that lasts. */
  stop: () => Promise<void>
}

const RETRY_MS = 2000

/** Repeats a step, which resolves to how long to wait for the next one. An error is logged once, and the step repeated. */
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
      // Replaced before the step, so that a later call ends the wait at once.
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

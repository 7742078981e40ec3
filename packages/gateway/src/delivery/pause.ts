import type { Log } from '../log.ts'
import { backoffSeconds } from './conclude.ts'
import type { Failure } from './transport.ts'

const MAX_PAUSE_SECONDS = 15 * 60

/** When a paused transport is tried again, why it paused, and how the owner repairs it. */
type Paused = { until: number; reason: string; advice: string | undefined }

/**
 * The pause of a transport whose login, sender, certificate or connection failed: any mail would fail in the same
 * way, so one is tried after 1 to 15 minutes, and the rest waits for it.
 */
export type Pause = {
  /** Whether a server has accepted the login since the last failure. Until then one mail is tried at a time. */
  isProven: () => boolean
  /** Stays until a server has answered a mail. */
  current: () => Paused | undefined
  /** Whether no mail may be tried now. */
  isActive: () => boolean
  /** Starts or prolongs the pause, and returns its end. */
  start: (failure: Failure) => number
  /** Ends the pause. */
  end: () => void
}

export function createPause(
  name: string,
  { log, clock }: { log: Log; clock: () => number },
): Pause {
  let failures = 0
  let isProven = false
  let paused: Paused | undefined
  const isOver = () => {
    const leftMs = (paused?.until ?? 0) - clock()
    // A pause that is longer than any was started before the clock was set back.
    return leftMs <= 0 || leftMs > 2 * MAX_PAUSE_SECONDS * 1000
  }
  return {
    isProven: () => isProven,
    current: () => paused,
    isActive: () => paused !== undefined && !isOver(),
    start: ({ redacted, advice, retryAfterSeconds = 0 }) => {
      // A mail that was in flight already says nothing new.
      if (paused && !isOver()) return paused.until
      failures++
      isProven = false
      const seconds = Math.max(
        backoffSeconds(failures, Math.random, MAX_PAUSE_SECONDS),
        Math.min(retryAfterSeconds, MAX_PAUSE_SECONDS),
      )
      const until = clock() + seconds * 1000
      paused = { until, reason: redacted, advice }
      const again = new Date(until).toISOString()
      log.error({ transport: name, reply: redacted, again, hint: advice }, 'transport paused')
      return until
    },
    end: () => {
      isProven = true
      failures = 0
      if (paused) log.info({ transport: name }, 'transport resumed')
      paused = undefined
    },
  }
}

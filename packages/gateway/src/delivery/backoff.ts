import { LEASE_SECONDS } from '../store/outbox.ts'

const FIRST_DELAY_SECONDS = 60
const MAX_DELAY_SECONDS = 4 * 3600
/** Each delay is up to a tenth longer, so that messages that failed together are retried apart. */
const JITTER = 0.1

/** The retry delay while only the owner can fix the error: constant, and short after the fix. */
export const CONFIG_ERROR_RETRY_SECONDS = 15 * 60

/** How long delivery is retried: five days, as mail servers do. */
export const MAX_QUEUE_SECONDS = 5 * 86_400
/** Five days contain at least this many attempts. A machine that slept meanwhile has made fewer. */
export const MIN_ATTEMPTS = 30

/** The worker aborts an attempt well before its lease ends, or another worker would send it too. */
export const LEASE_MARGIN_SECONDS = 60
export const ATTEMPT_SECONDS = LEASE_SECONDS - LEASE_MARGIN_SECONDS

/** An attempt with less time left does not start: it would be cut off. */
export const MIN_ATTEMPT_SECONDS = 10

/** The back-off after consecutive failures: a minute, two, four, up to four hours. */
export function backoffSeconds(failures: number, random: () => number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - 1), MAX_DELAY_SECONDS)
  return Math.round(delay * (1 + JITTER * random()))
}

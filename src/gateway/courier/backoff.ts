import { LEASE_SECONDS } from '../store/outbox.ts'

const FIRST_SECONDS = 60
const LONGEST_SECONDS = 4 * 3600
/** Every wait is up to a tenth longer, so that messages that failed together part. */
const JITTER = 0.1

/** The wait while only the owner can help: steady, and soon enough once it is mended. */
export const OWNER_SECONDS = 15 * 60

/** How long delivery is tried, as mail servers do. */
export const HORIZON_SECONDS = 5 * 86_400
/** Five days hold at least so many; a machine that slept meanwhile has not tried as often. */
export const FEWEST_TRIES = 30

/** The courier gives an attempt up well before its lease ends, or another would send it too. */
export const RESERVE_SECONDS = 60
export const ATTEMPT_SECONDS = LEASE_SECONDS - RESERVE_SECONDS

/** With less left an attempt is not begun: it would be cut off in the middle. */
export const LEAST_SECONDS = 10

/** The wait after so many failures in a row: a minute, two, four, up to four hours. */
export function backoffSeconds(failures: number, random: () => number): number {
  const wait = Math.min(FIRST_SECONDS * 2 ** (failures - 1), LONGEST_SECONDS)
  return Math.round(wait * (1 + JITTER * random()))
}

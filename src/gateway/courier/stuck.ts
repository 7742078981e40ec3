import type { Waiting } from '../store/figures.ts'

/** A healthy mail server takes a message in seconds, one that greylists in a quarter of an hour. */
export const STUCK_AFTER_SECONDS = 3600

/** For how long the oldest message has waited; a clock that was set back makes no negative time. */
export function waitingSeconds({ since }: Waiting, now: number): number {
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))
}

export function isStuck(waiting: Waiting, now: number): boolean {
  return waitingSeconds(waiting, now) >= STUCK_AFTER_SECONDS
}

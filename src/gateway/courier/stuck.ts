import type { Gateway } from '../gateway.ts'
import { ALERT_SERVICE } from '../mail/transports.ts'
import { countWaiting, type Waiting } from '../store/counts.ts'
import { lastSetback } from '../store/messages.ts'
import { forgetOnce, spendOnce } from '../store/once.ts'
import { sendStuckNote } from './stuck-note.ts'

/** A healthy mail server takes a message in seconds, one that greylists in a quarter of an hour. */
export const STUCK_AFTER_SECONDS = 3600

const REPEAT_MS = 3_600_000
const NOTE_KEY = 'stuck-note'
const NOTE_EVERY_MS = 86_400_000

/** For how long the oldest message has waited; a clock that was set back makes no negative time. */
export function waitingSeconds({ since }: Waiting, now: number): number {
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))
}

export function isStuck(waiting: Waiting, now: number): boolean {
  return waitingSeconds(waiting, now) >= STUCK_AFTER_SECONDS
}

/** Looks whether messages wait too long: loudly once an hour while they do, and once when it is over. */
export function createStuckWatch(gateway: Gateway): (giveUp: AbortSignal) => Promise<void> {
  const { store, log, clock } = gateway
  let said: number | undefined
  let isFirstLook = true
  return async (giveUp) => {
    const now = clock()
    const waiting = await countWaiting(store.db)
    if (isStuck(waiting, now)) {
      // A clock that was set back far silences nothing.
      if (said !== undefined && Math.abs(now - said) < REPEAT_MS) return
      said = now
      log('error', 'mail is stuck; see: npm run doctor', {
        waiting: waiting.count,
        seconds: waitingSeconds(waiting, now),
      })
      await tellOwner(gateway, { waiting, now }, giveUp)
    } else if (said !== undefined || isFirstLook) {
      // A gateway that starts anew does not know of it, and the next trouble deserves a note of its own.
      await forgetOnce(store.db, NOTE_KEY)
      if (said !== undefined) log('info', 'mail flows again', { waiting: waiting.count })
      said = undefined
    }
    isFirstLook = false
  }
}

type Found = { waiting: Waiting; now: number }

/** At most one note a day, whichever gateway sends it; one that failed is tried with the next word. */
async function tellOwner(gateway: Gateway, { waiting, now }: Found, giveUp: AbortSignal) {
  const { store, log, transports } = gateway
  if (!transports.has(ALERT_SERVICE)) return
  if (!(await spendOnce(store.db, { key: NOTE_KEY, expiresAt: now + NOTE_EVERY_MS, now }))) return
  try {
    const setback = await lastSetback(store.db)
    const trouble = { waiting, now, lastError: setback?.reply ?? '' }
    const { inLog } = await sendStuckNote(gateway, trouble, giveUp)
    log('info', 'owner told that mail is stuck', { reply: inLog })
  } catch (error) {
    await forgetOnce(store.db, NOTE_KEY)
    throw error
  }
}

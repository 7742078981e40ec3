import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../log.ts'
import type { Message } from '../store/database.ts'
import { lastRetry } from '../store/messages.ts'
import { renewLeases } from '../store/outbox.ts'
import type { DeliveryContext } from './context.ts'

const INTERVAL_MS = 2000

/** The regular contact of a delivery worker with the database, which commands and other gateways use too. */
export type Heartbeat = {
  /**
   * Whether a lease that has ended belongs to a dead worker. After the database was away, the living ones first need
   * the time to renew theirs: a mail may be in flight, and would be sent twice.
   */
  mayTakeOver: () => boolean
  stop: () => Promise<void>
}

type Parts = {
  /** The messages whose leases are renewed. */
  inFlight: () => Message[]
  /** Called when the owner has retried a message, by a command or the review page. */
  onRetry: () => void
}

export function startHeartbeat(
  { store, clock, log }: DeliveryContext,
  { inFlight, onRetry }: Parts,
): Heartbeat {
  const { db, leaseMs } = store
  const longestGapMs = leaseMs / 6
  let connectedSince = clock()
  let lastBeat = clock()
  let renewedAt = clock()
  let retriedAt: number | undefined | null = null
  let isAway = false

  const beat = async () => {
    const retried = await lastRetry(db)
    const now = clock()
    if (isAway || now - lastBeat > longestGapMs) connectedSince = now
    isAway = false
    lastBeat = now
    if (retriedAt !== null && retried !== undefined && retried !== retriedAt) onRetry()
    retriedAt = retried
    if (now - renewedAt < leaseMs / 3 && connectedSince !== now) return
    renewedAt = now
    await renewLeases(store, inFlight(), now)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await beat().catch((error) => {
        if (!isAway) log.warn({ error: textOf(error) }, 'database unavailable')
        isAway = true
      })
      const wait = sleep(Math.min(INTERVAL_MS, longestGapMs / 2), undefined, { signal, ref: false })
      await wait.catch(() => {})
    }
  }
  const running = run()
  return {
    mayTakeOver: () => {
      // No other gateway uses the file, so the lease was this one's before it was suspended.
      if (store.kind === 'sqlite') return true
      const now = clock()
      return !isAway && now - lastBeat <= longestGapMs && now - connectedSince >= leaseMs
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

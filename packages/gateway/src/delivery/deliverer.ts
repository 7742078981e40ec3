import { randomUUID } from 'node:crypto'
import { leaveDeliverer, takeDeliverer } from '../store/outbox.ts'
import type { DeliveryContext } from './context.ts'
import { startLoop } from './loop.ts'

/** How long a gateway is the one that delivers without a renewal of its place. */
export const PLACE_MS = 15_000
const RENEWALS_WHILE_VALID = 4
/** The share of `PLACE_MS` for which a gateway trusts its last renewal, by its monotonic clock. */
const TRUSTED = 2 / 3

/** The place of the one gateway that delivers. */
export type Place = {
  /** Whether attempts may begin. */
  isHeld: () => boolean
  /** Aborted when another gateway has the place. */
  lost: () => AbortSignal
  /** Gives it back. */
  leave: () => Promise<void>
}

/** Takes the place as soon as no other gateway has it, and keeps it. On SQLite the lock of the file is the place. */
export function takePlace(
  {
    store: { db, kind },
    log,
    placeMs = PLACE_MS,
  }: Pick<DeliveryContext, 'store' | 'log' | 'placeMs'>,
  onTaken: () => void,
): Place {
  let lost = new AbortController()
  if (kind === 'sqlite') {
    onTaken()
    return { isHeld: () => true, lost: () => lost.signal, leave: async () => {} }
  }
  const holder = randomUUID()
  let renewedAt: number | undefined
  const renewal = startLoop(log, 'database unavailable', async () => {
    const askedAt = performance.now()
    const isNew = renewedAt === undefined
    if (await takeDeliverer(db, holder, placeMs)) {
      renewedAt = askedAt
      if (isNew) {
        lost = new AbortController()
        log.info('this gateway delivers')
        onTaken()
      }
    } else if (!isNew) {
      renewedAt = undefined
      log.warn('another gateway delivers')
      lost.abort()
    }
    return placeMs / RENEWALS_WHILE_VALID
  })
  return {
    isHeld: () => renewedAt !== undefined && performance.now() - renewedAt < TRUSTED * placeMs,
    lost: () => lost.signal,
    leave: async () => {
      await renewal.stop()
      if (renewedAt !== undefined) await leaveDeliverer(db, holder).catch(() => {})
    },
  }
}

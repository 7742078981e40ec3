import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../log.ts'
import { leaveDeliverer, takeDeliverer } from '../store/deliverer.ts'
import type { DeliveryContext } from './context.ts'

/** How long the place is valid without a renewal. */
export const PLACE_MS = 15_000
const RENEWALS_WHILE_VALID = 4
/** The share of that time for which a gateway trusts its last renewal, by the own clock, which nothing sets. */
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

/** On SQLite the lock of the file is the place. */
const OWN_FILE: Place = {
  isHeld: () => true,
  lost: () => new AbortController().signal,
  leave: async () => {},
}

/** Takes the place as soon as no other gateway has it, and keeps it. */
export function takePlace(
  {
    store: { db, kind },
    log,
    placeMs = PLACE_MS,
  }: Pick<DeliveryContext, 'store' | 'log' | 'placeMs'>,
  onTaken: () => void,
): Place {
  if (kind === 'sqlite') {
    onTaken()
    return OWN_FILE
  }
  const holder = randomUUID()
  const stopping = new AbortController()
  let lost = new AbortController()
  let renewedAt: number | undefined
  let isAway = false
  const renew = async () => {
    const askedAt = performance.now()
    const isOurs = await takeDeliverer(db, holder, placeMs)
    isAway = false
    if (isOurs) {
      const isNew = renewedAt === undefined
      renewedAt = askedAt
      if (!isNew) return
      lost = new AbortController()
      log.info('this gateway delivers')
      onTaken()
    } else if (renewedAt !== undefined) {
      renewedAt = undefined
      log.warn('another gateway delivers')
      lost.abort()
    }
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await renew().catch((error) => {
        if (!isAway) log.warn({ error: textOf(error) }, 'database unavailable')
        isAway = true
      })
      await sleep(placeMs / RENEWALS_WHILE_VALID, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {})
    }
  }
  const running = run()
  return {
    isHeld: () => renewedAt !== undefined && performance.now() - renewedAt < TRUSTED * placeMs,
    lost: () => lost.signal,
    leave: async () => {
      stopping.abort()
      await running
      if (renewedAt !== undefined) await leaveDeliverer(db, holder).catch(() => {})
    },
  }
}

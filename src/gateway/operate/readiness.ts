import { setTimeout as rest } from 'node:timers/promises'
import { textOf } from '../error-text.ts'
import type { Gateway } from '../gateway.ts'
import { proveWritable } from '../store/once.ts'

/** Less than health checks wait, so that the reason still reaches them. */
const PATIENCE_MS = 3000

/** Tells why this gateway cannot do its work right now; nothing if it can. */
export function createReadiness({ store, clock, isDelivering }: Gateway) {
  let proof: Promise<string | undefined> | undefined
  // However many ask at once, only one row is written.
  const prove = () => {
    proof ??= proveWritable(store.db, clock())
      .then(
        () => undefined,
        (error) => `nothing can be stored: ${textOf(error)}`,
      )
      .finally(() => {
        proof = undefined
      })
    return proof
  }
  return async (): Promise<string | undefined> => {
    if (!isDelivering()) return 'nothing is delivered: the courier does not run'
    const silence = `nothing can be stored: the database has not answered for ${PATIENCE_MS / 1000} s`
    return Promise.race([prove(), rest(PATIENCE_MS, silence, { ref: false })])
  }
}

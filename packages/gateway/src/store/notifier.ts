import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

export const NOTIFY_CHANNEL = 'reward_codes_messages'
const INTERVAL_MS = 10

/**
 * Notifies the other gateways on a PostgreSQL database that messages are due. PostgreSQL commits
 * notifications one at a time, so calls are coalesced: one notification is in flight, and the calls made
 * meanwhile and in the following 10 ms share the next one. `notify` resolves when a notification that
 * began after the call is committed. `flush` waits for the pending one.
 */
export function createNotifier(db: Database, send = () => notifyWorkers(db)) {
  let previous: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  const sendNext = async () => {
    await previous
    next = undefined
    const sent = send()
    previous = Promise.allSettled([sent, sleep(INTERVAL_MS)])
    await sent
  }

  return {
    notify: (): Promise<void> => {
      next ??= sendNext()
      return next
    },
    flush: async () => {
      await next?.catch(() => {})
    },
  }
}

/** Messages are safe without the notification, so it does not wait for the disk. */
async function notifyWorkers(db: Database): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${NOTIFY_CHANNEL}, '')`.execute(
    db,
  )
}

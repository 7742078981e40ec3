import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import {
  type Accepted,
  holdOverQuota,
  type IncomingMessage,
  QUOTA_SECONDS,
} from './accept-message.ts'
import type { Database } from './database.ts'
import { rowOf } from './outbox.ts'
import { boundsOf } from './rate-counters.ts'

const MAX_BATCH = 100
/** While one batch waits for the disk, the next one runs. One that stalls leaves the other. */
const MAX_IN_FLIGHT = 2

type Pending = {
  incoming: IncomingMessage
  resolve: (result: Accepted) => void
  reject: (error: unknown) => void
}

/**
 * Accepts messages in batches: those that arrive while another batch is committed share one statement,
 * and thereby one round trip, one lock of their site's counter and one sync.
 */
export function createBatchAcceptor(db: Database) {
  const pending: Pending[] = []
  let inFlight = 0

  const run = async () => {
    inFlight += 1
    while (pending.length > 0) {
      // Requests that have already arrived join the batch.
      await nextTurn()
      await acceptBatch(db, pending.splice(0, MAX_BATCH))
    }
    inFlight -= 1
  }

  return (incoming: IncomingMessage): Promise<Accepted> =>
    new Promise((resolve, reject) => {
      pending.push({ incoming, resolve, reject })
      if (inFlight < MAX_IN_FLIGHT) run()
    })
}

async function acceptBatch(db: Database, batch: Pending[]): Promise<void> {
  if (batch.length === 0) return
  try {
    const outcomes = await callAcceptMessage(db, batch)
    for (const [index, { incoming, resolve }] of batch.entries()) {
      resolve(resultOf(outcomes[index], incoming))
    }
  } catch (error) {
    if (batch.length > 1 && error instanceof pg.DatabaseError) {
      // A deadlock, or a message that the database rejects, must not fail the others.
      for (const one of batch) await acceptBatch(db, [one])
    } else {
      for (const { reject } of batch) reject(error)
    }
  }
}

async function callAcceptMessage(db: Database, batch: Pending[]) {
  // PostgreSQL takes no lone surrogates.
  const json = JSON.stringify(
    batch.map(({ incoming }) => inputOf(incoming)),
    (_, value) => (typeof value === 'string' ? value.toWellFormed() : value),
  )
  const { rows } = await sql<{ outcome: string }>`
    select accept_message(value) as outcome from jsonb_array_elements(${json}::jsonb)`.execute(db)
  return rows.map(({ outcome }) => outcome)
}

function inputOf({ identity, captcha, quota, message }: IncomingMessage) {
  const { start, end } = boundsOf({ seconds: QUOTA_SECONDS, now: message.now })
  return {
    row: rowOf(message),
    over_quota: rowOf(holdOverQuota(message)),
    now: message.now,
    identity,
    captcha,
    quota: { ...quota, windowStart: start, windowEnd: end },
  }
}

function resultOf(outcome: string | undefined, { message }: IncomingMessage): Accepted {
  switch (outcome) {
    case 'stored':
      return { kind: 'stored', reason: message.reason }
    case 'over-quota':
      return { kind: 'stored', reason: holdOverQuota(message).reason }
    case 'duplicate':
    case 'captcha-spent':
    case 'site-rate-limited':
      return { kind: outcome }
    default:
      throw new Error(`accept_message returned ${outcome}`)
  }
}

import { sql } from 'kysely'
import {
  type Accepted,
  holdOverQuota,
  type IncomingMessage,
  QUOTA_SECONDS,
} from './accept-message.ts'
import type { Database } from './database.ts'
import { rowOf } from './outbox.ts'
import { boundsOf } from './rate-counters.ts'

/**
 * Accepts messages, each in the order of the batch. They share one lock of their site's counter and one
 * sync.
 */
export async function acceptOnPostgres(
  db: Database,
  batch: IncomingMessage[],
): Promise<Accepted[]> {
  // PostgreSQL takes no lone surrogates.
  const json = JSON.stringify(batch.map(inputOf), (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
  const { rows } = await sql<{ outcome: string }>`
    select accept_message(value) as outcome from jsonb_array_elements(${json}::jsonb)`.execute(db)
  return batch.map((incoming, index) => resultOf(rows[index]?.outcome, incoming))
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

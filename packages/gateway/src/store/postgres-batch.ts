import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import {
  type Accepted,
  boundsOf,
  countOf,
  holdOverQuota,
  type IncomingMessage,
  QUOTA_SECONDS,
  rowOf,
  type Window,
} from './accept-message.ts'
import type { Database } from './database.ts'

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

const MAX_BATCH = 100
/** While one batch waits for the disk, the next one runs. One that stalls leaves the other. */
const MAX_IN_FLIGHT = 2

type Pending<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/**
 * Combines calls: those that arrive while others run share one statement, and thereby one round trip and
 * one commit.
 */
export function createBatcher<Input, Output>(runAll: (inputs: Input[]) => Promise<Output[]>) {
  const pending: Pending<Input, Output>[] = []
  let inFlight = 0

  const run = async () => {
    inFlight += 1
    while (pending.length > 0) {
      // Calls that have already arrived join the batch.
      await nextTurn()
      await runBatch(pending.splice(0, MAX_BATCH))
    }
    inFlight -= 1
  }

  const runBatch = async (batch: Pending<Input, Output>[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const outputs = await runAll(batch.map(({ input }) => input))
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output)
    } catch (error) {
      if (batch.length > 1 && error instanceof pg.DatabaseError) {
        // A deadlock, or an input that the database rejects, must not fail the others.
        for (const one of batch) await runBatch([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      pending.push({ input, resolve, reject })
      if (inFlight < MAX_IN_FLIGHT) run()
    })
}

export type CountRequest = { buckets: string[]; window: Window }

/**
 * Increments the counters of several requests on PostgreSQL, in one round trip and without waiting for
 * the disk: a crash of the server may only forget the last increments. Requests for one bucket get its
 * counts in their order.
 */
export async function incrementOnPostgres(
  db: Database,
  requests: CountRequest[],
): Promise<number[][]> {
  const increments = new Map<string, { bucket: string; start: number; end: number; by: number }>()
  const places = requests.map(({ buckets, window }) =>
    buckets.map((bucket) => {
      const bounds = boundsOf(window)
      const key = `${bucket} ${bounds.start}`
      const by = (increments.get(key)?.by ?? 0) + 1
      increments.set(key, { bucket, ...bounds, by })
      return { key, place: by }
    }),
  )
  // In one order, so that concurrent statements do not deadlock.
  const entries = [...increments.values()].sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const { rows } = await sql<{ key: string; count: number }>`
    with setting as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit_counters as counter (bucket, window_start, count, expires_at)
    select bucket, start, "by", "end"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry (bucket text, start bigint, "end" bigint, "by" int), setting
    on conflict (bucket, window_start) do update set count = counter.count + excluded.count
    returning bucket || ' ' || window_start as key, count`.execute(db)
  const totals = new Map(rows.map(({ key, count }) => [key, { count }]))
  return places.map((buckets) =>
    buckets.map(
      ({ key, place }) => countOf(totals.get(key)) - (increments.get(key)?.by ?? 0) + place,
    ),
  )
}

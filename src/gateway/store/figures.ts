import type { Database, MessageState } from './database.ts'

/**
 * How many mails of any purpose are in each state. Asked often by whoever measures, so it reads an
 * index alone, in the order of that.
 */
export async function countMails(db: Database): Promise<Record<MessageState, number>> {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy(['purpose', 'state'])
    .execute()
  const counts = { queued: 0, held: 0, sent: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] += count
  return counts
}

export type Waiting = {
  count: number
  /** Since when the one that has waited longest is tried. */
  since: number | null
}

/** Visitors' messages that are not delivered yet; a reply to a visitor who is away may wait. */
export function countWaiting(db: Database): Promise<Waiting> {
  return db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('queued_at').as('since'),
    ])
    .where('state', '=', 'queued')
    .where('purpose', '=', 'message')
    .executeTakeFirstOrThrow()
}

/** Writes a row that means nothing; throws where nothing can be stored at this moment. */
export async function proveWritable(db: Database, now: number): Promise<void> {
  await db
    .insertInto('once')
    .values({ key: 'readiness', expires_at: now, message_id: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now }))
    .execute()
}

import type { Database, InTransaction, Message } from './database.ts'

export type Claimed = Pick<Message, 'id' | 'attempt'>

/** What became of an attempt. */
export type Settlement =
  | { outcome: 'sent'; reply: string }
  | { outcome: 'postponed'; reply: string; dueAt: number; failures: number; isOwners?: boolean }
  | { outcome: 'refused'; reply: string }

export type End = { claimed: Claimed; now: number; settlement: Settlement }

export async function settleIn(tx: InTransaction, end: End): Promise<boolean> {
  const { numUpdatedRows } = await settleMessage(tx, end).executeTakeFirst()
  const isOurs = numUpdatedRows === 1n || (await isSettled(tx, end.claimed))
  await closeAttempt(tx, end).execute()
  return isOurs
}

export function settleMessage(db: Database, { claimed, now, settlement }: End) {
  return db
    .updateTable('messages')
    .set({ lease_until: 0, ...changeOf(settlement, now) })
    .where('id', '=', claimed.id)
    .where('attempt', '=', claimed.attempt)
    .where('state', '=', 'queued')
    .where('lease_until', '>', 0)
}

export function closeAttempt(db: Database, { claimed, now, settlement }: End) {
  return db
    .updateTable('attempts')
    .set({ ended_at: now, outcome: settlement.outcome, reply: settlement.reply })
    .where('message_id', '=', claimed.id)
    .where('attempt', '=', claimed.attempt)
}

/** Whether this attempt has been written down as ended, and none has been begun since. */
async function isSettled(tx: InTransaction, { id, attempt }: Claimed): Promise<boolean> {
  const row = await tx
    .selectFrom('attempts')
    .innerJoin('messages', 'messages.id', 'attempts.message_id')
    .select('messages.id')
    .where('messages.id', '=', id)
    .where('messages.attempt', '=', attempt)
    .where('attempts.attempt', '=', attempt)
    .where('attempts.outcome', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

function changeOf(end: Settlement, now: number) {
  switch (end.outcome) {
    case 'sent':
      return { state: 'sent' as const, settled_at: now, reason: null }
    case 'postponed':
      return { due_at: end.dueAt, failures: end.failures }
    case 'refused':
      return { state: 'failed' as const, settled_at: now, reason: end.reply }
  }
}

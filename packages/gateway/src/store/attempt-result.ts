import type { Database, InTransaction, Message, Recipient } from './database.ts'

export type Claimed = Pick<Message, 'id' | 'attempt'>

/** The result of a delivery attempt. */
export type AttemptResult = (
  | { outcome: 'sent'; reply: string; reason?: string | undefined }
  | {
      outcome: 'deferred'
      reply: string
      dueAt: number
      failures: number
      isConfigError?: boolean
    }
  | { outcome: 'rejected'; reply: string }
) & {
  /** The final outcomes, if the mail has several recipients. */
  recipients?: Outcome[] | undefined
}

/** The final outcome for one of several recipients. */
export type Outcome = Pick<Recipient, 'address' | 'outcome' | 'smtp_response'>

export type CompletedAttempt = { claimed: Claimed; now: number; result: AttemptResult }

export async function settleIn(tx: InTransaction, completed: CompletedAttempt): Promise<boolean> {
  const { numUpdatedRows } = await settleMessage(tx, completed).executeTakeFirst()
  const isLeaseHeld = numUpdatedRows === 1n || (await isAlreadyRecorded(tx, completed.claimed))
  await closeAttempt(tx, completed).execute()
  // Recorded even if the lease was lost, so that the next attempt skips these recipients.
  if (isLeaseHeld || (await messageExists(tx, completed.claimed)))
    await recordRecipients(tx, completed)
  return isLeaseHeld
}

/** Returns false if the message was deleted during the attempt. */
async function messageExists(tx: InTransaction, { id }: Claimed): Promise<boolean> {
  const row = tx.selectFrom('messages').select('id').where('id', '=', id)
  return (await row.executeTakeFirst()) !== undefined
}

async function recordRecipients(tx: InTransaction, { claimed, now, result }: CompletedAttempt) {
  const { recipients = [] } = result
  if (recipients.length === 0) return
  const rows = recipients.map((one) => ({ ...one, message_id: claimed.id, finished_at: now }))
  await tx
    .insertInto('recipients')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists the recipients whose outcome is final. */
export function recipientsOf(db: Database, messageId: string): Promise<Recipient[]> {
  return db
    .selectFrom('recipients')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('address')
    .execute()
}

export function settleMessage(db: Database, { claimed, now, result }: CompletedAttempt) {
  return db
    .updateTable('messages')
    .set({ lease_until: 0, ...messageChanges(result, now) })
    .where('id', '=', claimed.id)
    .where('attempt', '=', claimed.attempt)
    .where('state', '=', 'queued')
    .where('lease_until', '>', 0)
}

export function closeAttempt(db: Database, { claimed, now, result }: CompletedAttempt) {
  return db
    .updateTable('attempts')
    .set({ ended_at: now, outcome: result.outcome, smtp_response: result.reply })
    .where('message_id', '=', claimed.id)
    .where('attempt', '=', claimed.attempt)
}

/** Whether this attempt is recorded as ended and no newer claim exists. */
async function isAlreadyRecorded(tx: InTransaction, { id, attempt }: Claimed): Promise<boolean> {
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

function messageChanges(result: AttemptResult, now: number) {
  switch (result.outcome) {
    case 'sent':
      return { state: 'sent' as const, finished_at: now, reason: result.reason ?? null }
    case 'deferred':
      return { next_attempt_at: result.dueAt, consecutive_failures: result.failures }
    case 'rejected':
      return { state: 'failed' as const, finished_at: now, reason: result.reply }
  }
}

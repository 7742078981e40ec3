import type { Database } from './database.ts'
import { markDeleted } from './deleted.ts'

/** Databases take only so many values in one statement. */
const BATCH = 500

/**
 * Deletes the words and the sender of messages settled or held before a time; a queued one keeps
 * them until it is settled. What stays is that there was a message; a held one goes whole, as there
 * is nothing left to look at. Gives the names of the purged.
 */
export async function purgeWords(db: Database, before: number): Promise<string[]> {
  const purged: string[] = []
  while (true) {
    const batch = await purgeBatch(db, before)
    purged.push(...batch)
    if (batch.length < BATCH) return purged
  }
}

function purgeBatch(db: Database, before: number): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const purged = await tx
      .updateTable('messages')
      .set({ variables: null, sender: '', reason: null })
      .where('id', 'in', (query) =>
        query
          .selectFrom('messages')
          .select('id')
          .where('variables', 'is not', null)
          .where('settled_at', '<', before)
          // Apart, as each has an index of its own.
          .unionAll((other) =>
            other
              .selectFrom('messages')
              .select('id')
              .where('variables', 'is not', null)
              .where('purpose', '=', 'message')
              .where('state', '=', 'held')
              .where('received_at', '<', before),
          )
          .limit(BATCH),
      )
      .returning('id')
      .execute()
    const ids = purged.map(({ id }) => id)
    // What a mail server answered may hold addresses.
    if (ids.length > 0) {
      await tx.updateTable('attempts').set({ reply: null }).where('message_id', 'in', ids).execute()
      await tx.deleteFrom('messages').where('id', 'in', ids).where('state', '=', 'held').execute()
      await markDeleted(tx, 'words')
    }
    return ids
  })
}

/** Deletes everything about a sender, and gives the names of the messages that are gone. */
export async function forgetSender(db: Database, address: string): Promise<string[]> {
  const forgotten: string[] = []
  while (true) {
    const batch = await forgetBatch(db, address.toLowerCase())
    forgotten.push(...batch)
    if (batch.length < BATCH) return forgotten
  }
}

function forgetBatch(db: Database, sender: string): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('messages')
      .where('id', 'in', (query) =>
        query.selectFrom('messages').select('id').where('sender', '=', sender).limit(BATCH),
      )
      .returning('id')
      .execute()
    const ids = gone.map(({ id }) => id)
    if (ids.length > 0) {
      await tx.deleteFrom('attempts').where('message_id', 'in', ids).execute()
      await tx.deleteFrom('once').where('message_id', 'in', ids).execute()
      await markDeleted(tx, 'words')
    }
    return ids
  })
}

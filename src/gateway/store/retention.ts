import type { Database } from './database.ts'

/**
 * Deletes the words and the sender of messages settled or held before a time; a queued one keeps
 * them until it is settled. What stays is that there was a message. Gives the names of the purged.
 */
export function purgeWords(db: Database, before: number): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const purged = await tx
      .updateTable('messages')
      .set({ variables: null, sender: '', reason: null })
      .where('variables', 'is not', null)
      .where((row) =>
        row.or([
          row('settled_at', '<', before),
          row.and([row('state', '=', 'held'), row('received_at', '<', before)]),
        ]),
      )
      .returning('id')
      .execute()
    const ids = purged.map(({ id }) => id)
    // What a mail server answered may hold addresses.
    if (ids.length > 0) {
      await tx.updateTable('attempts').set({ reply: null }).where('message_id', 'in', ids).execute()
    }
    return ids
  })
}

/** Deletes everything about a sender, and gives the names of the messages that are gone. */
export function forgetSender(db: Database, address: string): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('messages')
      .where('sender', '=', address.toLowerCase())
      .returning('id')
      .execute()
    const ids = gone.map(({ id }) => id)
    if (ids.length > 0) {
      await tx.deleteFrom('attempts').where('message_id', 'in', ids).execute()
      await tx.deleteFrom('once').where('message_id', 'in', ids).execute()
    }
    return ids
  })
}

import { randomUUID } from 'node:crypto'
import type { Database, InTransaction } from './database.ts'
import type { Store } from './store.ts'

/** What was deleted: words of visitors may stand in every table, salts in one. */
export type Deleted = 'salts' | 'words'

const PREFIX = 'deleted:'
/** More than that are found the next time. */
const MOST_MARKS = 500

/** Remembers, together with the deletion, that the files still hold what was deleted. */
export async function markDeleted(tx: InTransaction, what: Deleted): Promise<void> {
  const key = `${PREFIX}${what}:${randomUUID()}`
  await tx
    .insertInto('once')
    .values({ key, expires_at: Number.MAX_SAFE_INTEGER, message_id: null })
    .execute()
}

/** Whether something deleted may still stand in the files: a program may have died before `scrub`. */
export async function isUnscrubbed(db: Database, what: Deleted): Promise<boolean> {
  return (await marksOf(db, what)).length > 0
}

/** Makes sure that nothing deleted can still be read in the files, and gives what is left to say. */
export async function scrub(
  store: Store,
  what: Deleted,
  scope: 'files' | 'files and journal' = 'files',
): Promise<string[]> {
  // Only those of now: what is deleted meanwhile is not covered.
  const marks = await marksOf(store.db, what)
  const remains = await store.scrub(what, scope === 'files and journal')
  if (marks.length > 0) await store.db.deleteFrom('once').where('key', 'in', marks).execute()
  return remains
}

async function marksOf(db: Database, what: Deleted): Promise<string[]> {
  const rows = await db
    .selectFrom('once')
    .select('key')
    .where('key', 'like', `${PREFIX}${what}:%`)
    .limit(MOST_MARKS)
    .execute()
  return rows.map(({ key }) => key)
}

import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

/** Any number will do, as long as every gateway locks the same one. */
export const POSTGRES_LOCK = 7_265_364

type Versions = { schema_version: { version: number } }

/** Brings the tables up to date; of several that start at once, one does it and the others wait. */
export async function migrate(db: Database, kind: 'sqlite' | 'postgres'): Promise<void> {
  // On one connection by hand: SQLite has to take its write lock before it reads.
  await db.connection().execute(async (connection) => {
    const versions = connection.withTables<Versions>()
    await sql.raw(kind === 'sqlite' ? 'begin immediate' : 'begin').execute(versions)
    try {
      if (kind === 'postgres')
        await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(versions)
      await bringUpToDate(versions, kind)
      await sql`commit`.execute(versions)
    } catch (error) {
      await sql`rollback`.execute(versions)
      throw error
    }
  })
}

/** Throws where the tables are of a version that this program cannot know. */
export function refuseNewer(present: number): void {
  if (present <= MIGRATIONS.length) return
  throw new Error(
    `The database has version ${present}, and this program knows only up to ${MIGRATIONS.length}. ` +
      'A newer program has used it. Update this one; nothing was changed.',
  )
}

async function bringUpToDate(db: Kysely<Versions>, kind: 'sqlite' | 'postgres') {
  await sql`create table if not exists schema_version (version integer not null)`.execute(db)
  const row = await db.selectFrom('schema_version').select('version').executeTakeFirst()
  const present = row?.version ?? 0
  refuseNewer(present)
  for (const migration of MIGRATIONS.slice(present)) {
    await migration(db as Kysely<unknown>, kind)
  }
  if (present === MIGRATIONS.length) return
  await db.deleteFrom('schema_version').execute()
  await db.insertInto('schema_version').values({ version: MIGRATIONS.length }).execute()
}

import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

/** The id of the advisory lock: arbitrary, but the same in every gateway. */
export const POSTGRES_LOCK = 7_265_364

type Versions = { schema_version: { version: number } }

/**
 * Applies pending migrations. If several gateways start at once, one migrates and the others wait.
 */
export async function migrate(db: Database, kind: 'sqlite' | 'postgres'): Promise<void> {
  // A manual transaction: SQLite must take its write lock before the first read.
  await db.connection().execute(async (connection) => {
    const versions = connection.withTables<Versions>()
    await sql.raw(kind === 'sqlite' ? 'begin immediate' : 'begin').execute(versions)
    try {
      if (kind === 'postgres')
        await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(versions)
      await applyMigrations(versions, kind)
      await sql`commit`.execute(versions)
    } catch (error) {
      await sql`rollback`.execute(versions)
      throw error
    }
  })
}

/** Throws if the schema is newer than this program. */
export function assertSchemaNotNewer(present: number): void {
  if (present > MIGRATIONS.length) throw new Error(newerSchemaMessage(present))
}

export function newerSchemaMessage(present: number): string {
  return (
    `The database has schema version ${present}; this program supports only up to ` +
    `${MIGRATIONS.length}. A newer version of the program migrated it. Update this one; ` +
    'nothing was changed.'
  )
}

async function applyMigrations(db: Kysely<Versions>, kind: 'sqlite' | 'postgres') {
  await sql`create table if not exists schema_version (version integer not null)`.execute(db)
  const row = await db.selectFrom('schema_version').select('version').executeTakeFirst()
  const present = row?.version ?? 0
  assertSchemaNotNewer(present)
  for (const migration of MIGRATIONS.slice(present)) {
    await migration(db as Kysely<unknown>, kind)
  }
  if (present === MIGRATIONS.length) return
  await db.deleteFrom('schema_version').execute()
  await db.insertInto('schema_version').values({ version: MIGRATIONS.length }).execute()
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { noCopy, type Undone, undoSqliteMigration } from './migration-copy.ts'
import { MIGRATIONS, POSTGRES_LOCK } from './migrations.ts'
import { CONNECTION_NAME, LISTENER_NAME, openPool } from './postgres.ts'
import { sqliteFile } from './sqlite.ts'
import type { StoreLocation } from './store.ts'
import { copyOf, listCopies, TABLES } from './table-copies.ts'
import { createCounts } from './version-4-counts.ts'

const CLOSING_MS = 1000

/**
 * Returns the database to what it was before its migration from a version, if no message was stored, changed
 * or delivered since and no gateway is running.
 */
export async function undoMigration(
  { databaseUrl, dataFolder }: StoreLocation,
  version: number,
): Promise<Undone> {
  if (!databaseUrl) return undoSqliteMigration(sqliteFile(dataFolder), version)
  const db = openPool<unknown>({ connectionString: databaseUrl, max: 1 })
  try {
    return await db.transaction().execute((tx) => undoOnPostgres(tx, version))
  } finally {
    await db.destroy()
  }
}

async function undoOnPostgres(tx: Transaction<unknown>, version: number): Promise<Undone> {
  await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(tx)
  const copies = (await listCopies(tx)).filter((copy) => copy.version === version)
  const fault = await findObstacle(tx, copies.length > 0, version)
  if (fault) return { ok: false, fault }
  for (const table of TABLES) await sql`drop table ${sql.table(table)} cascade`.execute(tx)
  await sql`drop function accept_message(jsonb)`.execute(tx)
  await sql`drop function claim_key(jsonb, text, bigint)`.execute(tx)
  for (const migration of MIGRATIONS.slice(0, version)) await migration(tx, 'postgres')
  if (version === 4) await createCounts(tx)
  await sql`create table schema_version (version integer not null)`.execute(tx)
  // Referenced tables come first. Names that are not in the list reference none.
  const rank = (table: string) => TABLES.indexOf(table)
  for (const { name, table } of copies.toSorted((a, b) => rank(a.table) - rank(b.table))) {
    await sql`insert into ${sql.table(table)} select * from ${sql.table(name)}`.execute(tx)
    await sql`drop table ${sql.table(name)}`.execute(tx)
  }
  return { ok: true }
}

async function findObstacle(
  tx: Transaction<unknown>,
  hasCopies: boolean,
  version: number,
): Promise<string | undefined> {
  if (!hasCopies) return noCopy(version)
  if (await isGatewayConnected(tx)) return 'The gateway is running. Stop it first.'
  // What every schema version has of a message.
  const { rows: changed } = await sql`
    select id, state, attempt, count(*) from (
      select id, state, attempt from messages
      union all select id, state, attempt from ${sql.table(copyOf('messages', version))}
    ) as versions group by id, state, attempt having count(*) <> 2 limit 1`.execute(tx)
  if (changed.length === 0) return undefined
  return 'Messages have arrived or were delivered since the migration, and would be lost.'
}

/** A pool ends before the server has closed its connections, so one that has just stopped gets a moment. */
async function isGatewayConnected(tx: Transaction<unknown>): Promise<boolean> {
  const deadline = Date.now() + CLOSING_MS
  while (true) {
    const { rows } = await sql`
      select from pg_stat_activity where application_name in (${CONNECTION_NAME}, ${LISTENER_NAME})
        and datname = current_database() and pid <> pg_backend_pid()`.execute(tx)
    if (rows.length === 0 || Date.now() > deadline) return rows.length > 0
    await sleep(50)
    // A transaction reads the list once.
    await sql`select pg_stat_clear_snapshot()`.execute(tx)
  }
}

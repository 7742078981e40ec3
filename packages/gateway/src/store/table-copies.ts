import { type Kysely, sql } from 'kysely'
import type { Store } from './store.ts'

/** Every table of the newest version, those first that others reference. */
export const TABLES = [
  ...['messages', 'attempts', 'recipients', 'idempotency_keys', 'rate_limit_counters'],
  ...['secrets', 'visits', 'schema_version'],
]
/** Tables of earlier versions that have other names today. */
const OLD_TABLES = ['once', 'hits']
/** The comment of a copy, before its time. Other tables are never dropped. */
const MARK = 'Copied by reward-codes at '

/** v6_messages is the table messages as it was before the migration from version 6. */
export const copyOf = (table: string, version: number) => `v${version}_${table}`

/**
 * Copies the tables before they are migrated, in the transaction of the migration. pg_dump would not be
 * in the container image, and must not be older than the server.
 */
export async function copyTables<Tables>(db: Kysely<Tables>, version: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname = any(${[...TABLES, ...OLD_TABLES]})`.execute(db)
  const old = await listCopies(db)
  for (const { name } of old.filter((copy) => copy.version === version)) await drop(db, name)
  for (const { name } of rows) {
    const copy = sql.table(copyOf(name, version))
    // Without autovacuum there are no statistics, which would repeat personal data.
    await sql`create table ${copy} with (autovacuum_enabled = off) as table ${sql.table(name)}`.execute(
      db,
    )
    await sql`comment on table ${copy} is ${sql.lit(MARK + Date.now())}`.execute(db)
  }
}

type Copy = { name: string; table: string; version: number; madeAt: number }

/** The copies in the database, of all versions. */
export async function listCopies<Tables>(db: Kysely<Tables>): Promise<Copy[]> {
  const { rows } = await sql<{ name: string; comment: string }>`
    select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and obj_description(oid, 'pg_class') like ${`${MARK}%`}`.execute(db)
  return rows.flatMap(({ name, comment }) => {
    const [, version, table] = /^v(\d+)_(\w+)$/.exec(name) ?? []
    if (!table) return []
    const madeAt = Number(comment.slice(MARK.length))
    return [{ name, table, version: Number(version), madeAt }]
  })
}

/** Deletes copies, as they contain what is deleted in the database: all, or those from before a time. */
export async function dropCopies(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  before = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (kind === 'sqlite') return
  const copies = await listCopies(db)
  for (const { name } of copies.filter(({ madeAt }) => madeAt <= before)) await drop(db, name)
}

async function drop<Tables>(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`drop table ${sql.table(name)}`.execute(db)
}

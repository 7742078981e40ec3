import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, rowsOf, type StoreKind } from './database.ts'

/**
 * In order of their names. The name of the first has a hash of its tables, so that a database of another version is
 * known as such. A published migration never changes, because databases already have it. Each statement may run again,
 * after a start that was killed.
 */
function migrationsFor(kind: StoreKind): Record<string, Migration> {
  const hash = createHash('sha256')
    .update([...TABLES, ...INDEXES].join('\n'))
    .digest('hex')
  return { [`0001_${hash.slice(0, 12)}`]: { up: (db) => createTables(db, kind) } }
}

const FOREIGN =
  'The tables are of another version of this program, or of another program; nothing was changed. Use that version, ' +
  'or set DATA_DIR or DATABASE_URL to another place.'

const OUTDATED =
  'The tables are those of an older version of this program. Start the gateway, which migrates them.'

/**
 * Makes the tables of a database current. Returns false if they do not exist and `isMigrating` is false. Throws,
 * and changes nothing, if another version of this program or another program has created them.
 */
export async function prepareSchema(
  db: Database,
  kind: StoreKind,
  isMigrating: boolean,
): Promise<boolean> {
  const migrations = migrationsFor(kind)
  const tables = await namesOf(db, kind === 'sqlite' ? SQLITE_TABLES : POSTGRES_TABLES)
  const isOurs = tables.includes('kysely_migration')
  const applied = isOurs ? await namesOf(db, sql`select name from kysely_migration`) : tables
  if (!applied.every((name) => name in migrations)) throw new Error(FOREIGN)
  if (applied.length === Object.keys(migrations).length) return true
  if (!isMigrating && tables.length > 0) throw new Error(OUTDATED)
  if (isMigrating) {
    // All migrations in one transaction: of several gateways that start at once, one applies them.
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
  }
  return isMigrating
}

async function namesOf(db: Database, names: RawBuilder<unknown>): Promise<string[]> {
  return (await rowsOf(db, names as RawBuilder<{ name: string }>)).map(({ name }) => name)
}

const SQLITE_TABLES = sql`
  select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
const POSTGRES_TABLES = sql`
  select tablename as name from pg_tables where schemaname = current_schema()`

async function createTables(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const all = [...TABLES, ...INDEXES]
  // All tables in one commit: on PostgreSQL the migrator begins the transaction.
  const statements =
    kind === 'sqlite' ? ['begin', ...all, 'commit'] : [...all, ...WITHOUT_STATISTICS]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** What each column means: database.ts. */
const TABLES = [
  `create table if not exists messages (
    id text primary key,
    template text not null,
    sender text not null,
    auto_reply_allowed integer not null,
    template_params text,
    message_id_header text not null,
    page text,
    state text not null,
    reason text,
    received_at bigint not null,
    retry_started_at bigint not null,
    deferred_at bigint not null,
    next_attempt_at bigint not null,
    finished_at bigint,
    replied_at bigint,
    reported_at bigint,
    notified text,
    attempt integer not null default 0,
    consecutive_failures integer not null default 0)`,
  `create table if not exists attempts (
    message_id text not null references messages (id) on delete cascade,
    attempt integer not null,
    started_at bigint not null,
    ended_at bigint,
    outcome text,
    smtp_response text,
    primary key (message_id, attempt))`,
  `create table if not exists idempotency_keys (
    key text primary key,
    expires_at bigint not null,
    message_id text)`,
  'create table if not exists blocked_senders (address text primary key)',
  'create table if not exists settings (name text primary key, value text not null)',
  'create table if not exists deliverer (id integer primary key, holder text not null, until bigint not null)',
]

/**
 * Claims, counts and retention read an index, never all stored messages. The indexes of the queue cover
 * the queue alone, which is usually short. SQLite uses those only if `state`, the same in every row, is
 * their first column.
 */
const INDEXES = [
  'create index if not exists messages_received_idx on messages (received_at)',
  'create index if not exists messages_state_received_idx on messages (state, received_at)',
  `create index if not exists messages_due_idx on messages (state, (consecutive_failures > 0), next_attempt_at)
    where state = 'queued'`,
  `create index if not exists messages_waiting_idx on messages (state, retry_started_at)
    where state = 'queued'`,
  `create index if not exists messages_content_idx on messages (finished_at)
    where finished_at is not null and template_params is not null`,
  `create index if not exists messages_failed_idx on messages (state, finished_at)
    where state = 'failed' and template_params is not null`,
  `create index if not exists messages_replied_idx on messages (replied_at) where replied_at is not null`,
  `create index if not exists messages_unsent_idx on messages (received_at)
    where state <> 'sent' and template_params is not null`,
  'create index if not exists idempotency_keys_expires_idx on idempotency_keys (expires_at)',
  'create index if not exists idempotency_keys_message_idx on idempotency_keys (message_id)',
]

/** PostgreSQL's planner statistics store frequent values, which deleting a row does not remove. */
const WITHOUT_STATISTICS = [
  ['messages', 'sender'],
  ['messages', 'template_params'],
  ['messages', 'reason'],
  ['attempts', 'smtp_response'],
  ['idempotency_keys', 'key'],
  ['blocked_senders', 'address'],
  ['settings', 'value'],
].map(([table, column]) => `alter table ${table} alter column ${column} set statistics 0`)

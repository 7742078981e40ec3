import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { copyTables } from './table-copies.ts'

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
  if (kind === 'postgres' && present > 0 && present < MIGRATIONS.length) {
    await copyTables(db, present)
  }
  for (const migration of MIGRATIONS.slice(present)) {
    await migration(db as Kysely<unknown>, kind)
  }
  if (present === MIGRATIONS.length) return
  await db.deleteFrom('schema_version').execute()
  await db.insertInto('schema_version').values({ version: MIGRATIONS.length }).execute()
}

// One entry per version, in order. Never change a published entry: databases already have it.
// Before you add one, save a database of the last version: tests/fixtures/databases/README.md.

type Migration = (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>

export const MIGRATIONS: Migration[] = [
  createTables,
  disableStatisticsOnPii,
  addQueueIndexes,
  excludeUnsettledFromIndexes,
  addRecipients,
  useStandardNames,
  addVisits,
]

async function createTables(db: Kysely<unknown>) {
  await createMessages(db)
  await createAttempts(db)
  await createGuardTables(db)
}

async function createMessages(db: Kysely<unknown>) {
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('template', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('may_reply', 'integer', (column) => column.notNull())
    .addColumn('variables', 'text')
    .addColumn('mail_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('queued_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await createIndex(db, 'messages', ['state', 'due_at'])
  await createIndex(db, 'messages', ['received_at'])
  await createIndex(db, 'messages', ['sender'])
}

async function createAttempts(db: Kysely<unknown>) {
  await db.schema
    .createTable('attempts')
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('messages.id').onDelete('cascade'),
    )
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('reply', 'text')
    .addPrimaryKeyConstraint('attempts_key', ['message_id', 'attempt'])
    .execute()
}

/** The tables of idempotency keys, rate limit counters and secrets. */
async function createGuardTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('once')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'text')
    .execute()
  await createIndex(db, 'once', ['expires_at'])
  await createIndex(db, 'once', ['message_id'])

  await db.schema
    .createTable('hits')
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('hits_key', ['bucket', 'window_start'])
    .execute()
  await createIndex(db, 'hits', ['expires_at'])

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

function createIndex(db: Kysely<unknown>, table: string, columns: string[]) {
  return db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}

const PRIVATE_COLUMNS = [
  ['messages', 'sender'],
  ['messages', 'variables'],
  ['messages', 'reason'],
  ['attempts', 'reply'],
  ['once', 'key'],
  ['hits', 'bucket'],
  ['secrets', 'value'],
] as const

/** PostgreSQL's planner statistics store frequent values, which deleting a row does not remove. */
async function disableStatisticsOnPii(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  if (kind === 'sqlite') return
  for (const [table, column] of PRIVATE_COLUMNS) {
    const [target, name] = [sql.table(table), sql.ref(column)]
    // Setting the type, even to the same one, deletes the existing statistics.
    await sql`alter table ${target} alter column ${name} type text`.execute(db)
    await sql`alter table ${target} alter column ${name} set statistics 0`.execute(db)
  }
}

/**
 * Lets claims and counts run without reading all stored messages. The queue's indexes are partial:
 * they cover the queue alone, which is usually short. SQLite uses these indexes only if `state`,
 * the same in every row, is their first column.
 */
async function addQueueIndexes(db: Kysely<unknown>) {
  await db.schema.dropIndex('messages_by_state_due_at').execute()
  await createIndex(db, 'messages', ['purpose', 'received_at'])
  await createIndex(db, 'messages', ['purpose', 'state', 'received_at', 'queued_at'])
  await createIndex(db, 'messages', ['purpose', 'state', 'settled_at'])
  await createPartialIndexes(db, PARTIAL_INDEXES)
}

const PARTIAL_INDEXES = [
  ['messages_in_line', 'state, due_at', "state = 'queued'"],
  ['messages_in_line_by_route', "state, (account || ' ' || service), due_at", "state = 'queued'"],
  ['messages_due_at_once', 'state, due_at', "state = 'queued' and due_at = queued_at"],
  ['messages_with_words', 'settled_at', 'variables is not null'],
  ['notices', 'account, received_at', "purpose = 'notice'"],
] as const

/**
 * Excludes unsettled messages from the indexes of settled ones, so that storing a message writes to
 * fewer indexes. In databases created before version 5 existed, triggers also counted messages in a
 * table.
 */
async function excludeUnsettledFromIndexes(db: Kysely<unknown>) {
  await db.schema.dropIndex('messages_by_purpose_state_received_at_queued_at').execute()
  await createIndex(db, 'messages', ['purpose', 'state', 'received_at'])
  await db.schema.dropIndex('messages_by_purpose_state_settled_at').execute()
  await db.schema.dropIndex('messages_with_words').execute()
  await createPartialIndexes(db, [
    ['messages_waiting', 'state, purpose, queued_at', "state = 'queued'"],
    ['messages_settled', 'purpose, state, settled_at', 'settled_at is not null'],
    ['messages_with_words', 'settled_at', 'settled_at is not null and variables is not null'],
  ])
}

/** Adds an outcome per recipient, and the time when a failure is acknowledged. */
async function addRecipients(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  await dropCounts(db, kind)
  // Markers of the former daily rewrite of the database.
  await sql`delete from once where key = 'scrub' or key like 'deleted:%'`.execute(db)
  await db.schema
    .createTable('recipients')
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('messages.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reply', 'text')
    .addColumn('settled_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recipients_key', ['message_id', 'address'])
    .execute()
  await db.schema.alterTable('messages').addColumn('acknowledged_at', 'bigint').execute()
  // A message whose content is deleted cannot be retried.
  await sql`update messages set acknowledged_at = settled_at
    where state = 'failed' and variables is null`.execute(db)
  await createPartialIndexes(db, [
    [
      'messages_failed',
      'state, purpose, settled_at',
      "state = 'failed' and acknowledged_at is null",
    ],
  ])
}

/** The triggers that maintained the counts cost more per change than reading the counts saved. */
async function dropCounts(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  for (const name of ['counted', 'uncounted', 'recounted']) {
    if (kind === 'sqlite') {
      await sql`drop trigger if exists ${sql.ref(`messages_${name}`)}`.execute(db)
    } else {
      await sql`drop function if exists ${sql.ref(`messages_${name}`)}() cascade`.execute(db)
    }
  }
  if (kind === 'postgres') await sql`drop function if exists free_count_slot()`.execute(db)
  await db.schema.dropTable('counts').ifExists().execute()
}

type PartialIndex = readonly [name: string, columns: string, condition: string]

async function createPartialIndexes(db: Kysely<unknown>, indexes: readonly PartialIndex[]) {
  for (const [name, columns, condition] of indexes) {
    const [index, content] = [sql.ref(name), sql.raw(columns)]
    await sql`create index ${index} on messages (${content}) where ${sql.raw(condition)}`.execute(
      db,
    )
  }
}

/** Names tables, columns and indexes as PostgreSQL queues, Postfix and EmailJS name them. */
async function useStandardNames(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  for (const [table, renamed] of Object.entries(RENAMED_COLUMNS)) {
    for (const [old, name] of Object.entries(renamed)) {
      await db.schema.alterTable(table).renameColumn(old, name).execute()
    }
  }
  await db.schema.alterTable('once').renameTo('idempotency_keys').execute()
  await db.schema.alterTable('hits').renameTo('rate_limit_counters').execute()
  await renameIndexes(db, kind)
  for (const [table, old, name] of RENAMED_OUTCOMES) {
    await sql`update ${sql.table(table)} set outcome = ${name} where outcome = ${old}`.execute(db)
  }
  await sql`update attempts set smtp_response = replace(smtp_response, 'Yours to mend: ',
    'Configuration error: ') where smtp_response like 'Yours to mend: %'`.execute(db)
  if (kind === 'postgres') await createAcceptFunctions(db)
}

const RENAMED_COLUMNS = {
  messages: {
    purpose: 'kind',
    variables: 'template_params',
    may_reply: 'auto_reply_allowed',
    mail_id: 'message_id_header',
    queued_at: 'retry_started_at',
    due_at: 'next_attempt_at',
    settled_at: 'finished_at',
    failures: 'consecutive_failures',
  },
  attempts: { reply: 'smtp_response' },
  recipients: { reply: 'smtp_response', settled_at: 'finished_at' },
}

const RENAMED_OUTCOMES = [
  ['attempts', 'postponed', 'deferred'],
  ['attempts', 'refused', 'rejected'],
  ['recipients', 'refused', 'rejected'],
] as const

const RENAMED_INDEXES = [
  ['messages_in_line', 'messages_due_idx'],
  ['messages_in_line_by_route', 'messages_destination_due_idx'],
  ['messages_due_at_once', 'messages_never_deferred_idx'],
  ['messages_with_words', 'messages_content_idx'],
] as const

async function renameIndexes(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  for (const [old, name] of RENAMED_INDEXES) {
    if (kind === 'postgres') {
      await sql`alter index ${sql.ref(old)} rename to ${sql.ref(name)}`.execute(db)
      continue
    }
    // SQLite cannot rename an index.
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_master where type = 'index' and name = ${old}`.execute(db)
    const [definition] = rows
    if (!definition) throw new Error(`Index ${old} does not exist.`)
    await db.schema.dropIndex(old).execute()
    await sql.raw(definition.sql.replace(old, name)).execute(db)
  }
}

/** The same steps as `acceptInTransaction`, in one call. */
async function createAcceptFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function claim_key(claimed jsonb, owner text, now_ms bigint)
    returns boolean language plpgsql as $$
    begin
      insert into idempotency_keys as known (key, expires_at, message_id)
      values (claimed ->> 'key', (claimed ->> 'expiresAt')::bigint, owner)
      on conflict (key) do update
        set expires_at = excluded.expires_at, message_id = excluded.message_id
        where known.expires_at <= now_ms;
      return found;
    end $$`.execute(db)
  await sql`
    create function accept_message(input jsonb) returns text language plpgsql as $$
    declare
      now_ms bigint := input -> 'now';
      quota jsonb := input -> 'quota';
      message messages := jsonb_populate_record(null::messages, input -> 'row');
      hits bigint;
      outcome text := 'stored';
    begin
      if not claim_key(input -> 'identity', message.id, now_ms) then
        return 'duplicate';
      end if;
      if input ? 'captcha' and not claim_key(input -> 'captcha', message.id, now_ms) then
        delete from idempotency_keys where message_id = message.id;
        return 'captcha-spent';
      end if;
      insert into rate_limit_counters as counter (bucket, window_start, count, expires_at)
      values (quota ->> 'bucket', (quota -> 'windowStart')::bigint, 1, (quota -> 'windowEnd')::bigint)
      on conflict (bucket, window_start) do update set count = counter.count + 1
      returning count into hits;
      if hits > (quota -> 'stored')::bigint then
        update rate_limit_counters set count = count - 1
        where bucket = quota ->> 'bucket' and window_start = (quota -> 'windowStart')::bigint;
        delete from idempotency_keys where message_id = message.id;
        return 'site-rate-limited';
      end if;
      if hits > (quota -> 'delivered')::bigint then
        message := jsonb_populate_record(null::messages, input -> 'over_quota');
        outcome := 'over-quota';
      end if;
      insert into messages (id, kind, account, service, template, sender, auto_reply_allowed,
        template_params, message_id_header, state, reason, received_at, retry_started_at, next_attempt_at)
      values (message.id, message.kind, message.account, message.service, message.template,
        message.sender, message.auto_reply_allowed, message.template_params,
        message.message_id_header, message.state, message.reason, message.received_at,
        message.retry_started_at, message.next_attempt_at);
      return outcome;
    end $$`.execute(db)
}

async function addVisits(db: Kysely<unknown>) {
  await db.schema
    .createTable('visits')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('visits_key', ['day', 'kind', 'name'])
    .execute()
}

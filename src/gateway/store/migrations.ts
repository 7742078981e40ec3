import { type Kysely, sql } from 'kysely'
import { keepCounts } from './migration-counts.ts'

// One entry a version, in order. A published entry is never changed: databases already have it.
// Before you add one, keep a database of the version that ends: tests/fixtures/databases/README.md.

export type Migration = (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>

export const MIGRATIONS: Migration[] = [createTables, takeNoSamples, indexWhatGrows, countWhatGrows]

async function createTables(db: Kysely<unknown>) {
  await createMessages(db)
  await createAttempts(db)
  await createGuards(db)
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

/** What keeps repeats, floods and forgeries out. */
async function createGuards(db: Kysely<unknown>) {
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

/** PostgreSQL samples columns to plan its work, and keeps frequent values where no row is deleted. */
async function takeNoSamples(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  if (kind === 'sqlite') return
  for (const [table, column] of PRIVATE_COLUMNS) {
    const [from, what] = [sql.table(table), sql.ref(column)]
    // A change of the type, even to the same one, deletes the samples taken so far.
    await sql`alter table ${from} alter column ${what} type text`.execute(db)
    await sql`alter table ${from} alter column ${what} set statistics 0`.execute(db)
  }
}

/**
 * Finds what comes next, and counts, without reading the messages that are there already. What
 * concerns the queue covers the queue alone, which is short as a rule. SQLite takes these indexes only
 * where their state, the same in every row, comes first.
 */
async function indexWhatGrows(db: Kysely<unknown>) {
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
 * Nothing is counted by reading messages any more, and of those that wait only the oldest is sought.
 * What is not settled stays out of the indexes of what is, so that a message which comes is written into fewer.
 */
async function countWhatGrows(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  await db.schema.dropIndex('messages_by_purpose_state_received_at_queued_at').execute()
  await createIndex(db, 'messages', ['purpose', 'state', 'received_at'])
  await db.schema.dropIndex('messages_by_purpose_state_settled_at').execute()
  await db.schema.dropIndex('messages_with_words').execute()
  await createPartialIndexes(db, [
    ['messages_waiting', 'state, purpose, queued_at', "state = 'queued'"],
    ['messages_settled', 'purpose, state, settled_at', 'settled_at is not null'],
    ['messages_with_words', 'settled_at', 'settled_at is not null and variables is not null'],
  ])
  await keepCounts(db, kind)
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

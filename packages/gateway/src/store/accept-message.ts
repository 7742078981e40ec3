import { randomBytes } from 'node:crypto'
import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Database, InTransaction, Message, Variables } from './database.ts'
import type { Write } from './group-commit.ts'

/** The hourly quota of a site: messages to deliver, and messages to store at all. */
export type Quota = { bucket: string; delivered: number; stored: number }

export type IncomingMessage = {
  identity: IdempotencyKey
  /** The solved captcha, if it is valid for one message only. */
  captcha: IdempotencyKey | undefined
  quota: Quota
  message: NewMessage
}

export type Accepted =
  | { kind: 'stored'; reason: string | null }
  | { kind: 'duplicate' | 'captcha-spent' | 'site-rate-limited' }

export const QUOTA_SECONDS = 3600
const OVER_QUOTA = 'site rate limit exceeded'

/** Accepts a message on SQLite. Concurrent ones share a commit. */
export async function acceptMessage(write: Write, incoming: IncomingMessage): Promise<Accepted> {
  try {
    return await write((tx) => acceptInTransaction(tx, incoming))
  } catch (error) {
    if (error instanceof Rejected) return { kind: error.kind }
    throw error
  }
}

/**
 * Stores a message, claims its keys and counts it. A rejected message leaves nothing: it must not use up
 * the hourly quota, and concurrent requests must not use one captcha twice. PostgreSQL does the same in
 * the function `accept_message`.
 */
async function acceptInTransaction(
  tx: InTransaction,
  { identity, captcha, quota, message }: IncomingMessage,
): Promise<Accepted> {
  const { id: messageId, now } = message
  if (!(await claimKey(tx, { ...identity, messageId, now }))) return { kind: 'duplicate' }
  if (captcha && !(await claimKey(tx, { ...captcha, messageId, now }))) {
    throw new Rejected('captcha-spent')
  }
  const count = await incrementCounter(tx, quota.bucket, { seconds: QUOTA_SECONDS, now })
  if (count > quota.stored) throw new Rejected('site-rate-limited')
  const stored = count > quota.delivered ? holdOverQuota(message) : message
  await enqueue(tx, stored)
  return { kind: 'stored', reason: stored.reason }
}

export function holdOverQuota(message: NewMessage): NewMessage {
  const reason = [message.reason, OVER_QUOTA].filter(Boolean).join(', ')
  return { ...message, reason, mayReply: false }
}

/** Thrown to roll back the transaction of a message. */
class Rejected extends Error {
  readonly kind: 'captcha-spent' | 'site-rate-limited'
  constructor(kind: 'captcha-spent' | 'site-rate-limited') {
    super(kind)
    this.kind = kind
  }
}

/** A key that can be claimed once, and when the claim expires. */
export type IdempotencyKey = { key: string; expiresAt: number }

type KeyClaim = IdempotencyKey & { messageId?: string | undefined; now: number }

/** Claims a key. Returns false if it is already claimed. Of two concurrent calls, one succeeds. */
export async function claimKey(db: Database | InTransaction, entry: KeyClaim): Promise<boolean> {
  const { key, expiresAt, messageId = null, now } = entry
  return (await insertKey(db, { key, expiresAt, messageId, now })).length > 0
}

type KeyRow = { key: string; expiresAt: number; messageId: string | null; now: number }

const insertKey = prepareQuery((db, { key, expiresAt, messageId, now }: KeyRow) =>
  db
    .insertInto('idempotency_keys')
    .values({ key, expires_at: expiresAt, message_id: messageId })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ expires_at: expiresAt, message_id: messageId })
        .where('idempotency_keys.expires_at', '<=', now),
    )
    .returning('key'),
)

/** Returns those of one or two keys that are claimed, in one round trip. */
export async function findUsedKeys(
  db: Database,
  [first, second = first]: [first: string, second: string | undefined],
  now: number,
): Promise<Set<string>> {
  const rows = await selectUsedKeys(db, { first, second, now })
  return new Set(rows.map(({ key }) => key))
}

const selectUsedKeys = prepareQuery(
  (db, { first, second, now }: { first: string; second: string; now: number }) =>
    db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'in', [first, second])
      .where('expires_at', '>', now),
)

/** Releases a key, so that it can be claimed again. */
export async function releaseKey(db: Database, key: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key', '=', key).execute()
}

/** Writes a dummy row. Throws if the database cannot store anything at the moment. */
export async function writeProbe(db: Database, now: number): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({ key: 'readiness', expires_at: now, message_id: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now }))
    .execute()
}

/** The time window that `now` is in: windows of a length start at multiples of it. */
export type Window = { seconds: number; now: number }

/** Increments a rate limit counter and returns its count in this time window. */
export async function incrementCounter(
  db: Database,
  bucket: string,
  window: Window,
): Promise<number> {
  const [row] = await upsertCounter(db, { bucket, ...boundsOf(window) })
  return countOf(row)
}

export function boundsOf({ seconds, now }: Window) {
  const length = seconds * 1000
  const start = now - (now % length)
  return { start, end: start + length }
}

/** A count of 0 would let every request through. */
export function countOf(row: { count: number } | undefined): number {
  if (!row) throw new Error('The database returned no count.')
  return row.count
}

const upsertCounter = prepareQuery(
  (db, { bucket, start, end }: { bucket: string; start: number; end: number }) =>
    db
      .insertInto('rate_limit_counters')
      .values({ bucket, window_start: start, count: 1, expires_at: end })
      .onConflict((conflict) =>
        conflict
          .columns(['bucket', 'window_start'])
          .doUpdateSet(({ eb }) => ({ count: eb('rate_limit_counters.count', '+', 1) })),
      )
      .returning('count'),
)

export type NewMessage = Pick<
  Message,
  'id' | 'kind' | 'account' | 'service' | 'template' | 'sender' | 'reason'
> & { mayReply: boolean; mailDomain: string; variables: Variables; now: number }

/** Creates an id that sorts by time, so that lists and files are in order. */
export function newMessageId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`
}

/** Adds a message to the outbox: held if it has a hold reason, otherwise due at once. */
export async function enqueue(db: InTransaction, message: NewMessage) {
  await insert(db, rowOf(message))
}

export function rowOf({ mayReply, mailDomain, variables, now, ...message }: NewMessage) {
  return {
    ...message,
    auto_reply_allowed: Number(mayReply),
    template_params: JSON.stringify(variables),
    message_id_header: `<${message.id}@${mailDomain}>`,
    state: message.reason === null ? ('queued' as const) : ('held' as const),
    received_at: now,
    retry_started_at: now,
    next_attempt_at: now,
    finished_at: null,
  }
}

const insert = prepareQuery((db, row: ReturnType<typeof rowOf>) =>
  db.insertInto('messages').values(row),
)

/** A parameter of a compiled query whose value is not known yet. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is compiled once per database, with a parameter for each of its values; every call has
 * the same ones. For the queries of a message, compiling takes Kysely more than half as long as running
 * them takes SQLite.
 */
function prepareQuery<Values extends object, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, parametersFor(values)).compile()
    compiled.set(adapter, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

function parametersFor<Values extends object>(values: Values): Values {
  const parameters = Object.keys(values).map((name) => [name, new Parameter(name)])
  return Object.fromEntries(parameters)
}

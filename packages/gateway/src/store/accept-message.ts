import { randomBytes } from 'node:crypto'
import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Write } from './batched-write.ts'
import type { Database, InTransaction, Message, Variables } from './database.ts'

export type IncomingMessage = {
  identity: IdempotencyKey
  /** The solved captcha, if it is valid for one message only. */
  captcha: IdempotencyKey | undefined
  message: NewMessage
  /** The notices of the message, stored with it. */
  events?: NewMessage[]
}

export type Accepted = 'stored' | 'duplicate' | 'captcha-spent'

/**
 * Claims the keys of a message and stores it on SQLite, in one transaction. A captcha that is spent leaves the
 * identity unclaimed, so that the message may come again with another captcha.
 */
export function acceptOnSqlite(
  write: Write,
  { identity, captcha, message, events = [] }: IncomingMessage,
): Promise<Accepted> {
  const { id: messageId, now } = message
  return write(async (tx) => {
    if (captcha && !(await claimKey(tx, { ...captcha, messageId, now })))
      return refusedCaptcha(tx, identity, now)
    if (!(await claimKey(tx, { ...identity, messageId, now }))) return 'duplicate'
    for (const one of [message, ...events]) await enqueue(tx, one)
    return 'stored'
  })
}

/** The same on PostgreSQL, in one statement and so in one round trip. */
export async function acceptOnPostgres(
  db: Database,
  { identity, captcha, message, events = [] }: IncomingMessage,
): Promise<Accepted> {
  const { id, now } = message
  const names = sql.join(Object.keys(rowOf(message)).map((name) => sql.ref(name)))
  const rows = [message, ...events].map((one) => sql.join(Object.values(rowOf(one)).map(typed)))
  const selects = rows.map((row) => sql`select ${row} where exists (select from identity)`)
  const claim = ({ key, expiresAt }: IdempotencyKey, condition: RawBuilder<unknown>) => sql`
    insert into idempotency_keys as known (key, expires_at, message_id)
    select ${typed(key)}, ${typed(expiresAt)}, ${typed(id)} where ${condition}
    on conflict (key) do update set expires_at = excluded.expires_at, message_id = excluded.message_id
      where known.expires_at <= ${now}
    returning key`
  const isFresh = captcha ? sql`exists (select from captcha)` : sql`true`
  const result = await sql<{ hasCaptcha: boolean; isStored: boolean }>`
    with ${captcha ? sql`captcha as (${claim(captcha, sql`true`)}),` : sql``}
    identity as (${claim(identity, isFresh)}),
    message as (insert into messages (${names})
      ${sql.join(selects, sql` union all `)} returning id)
    select ${isFresh} as "hasCaptcha", exists (select from message) as "isStored"`.execute(db)
  const [row] = result.rows
  if (row?.isStored) return 'stored'
  return row?.hasCaptcha ? 'duplicate' : refusedCaptcha(db, identity, now)
}

/** PostgreSQL needs the type of a value that is selected before it is inserted. */
function typed(value: string | number | null) {
  if (typeof value === 'number') return sql`cast(${value} as bigint)`
  // PostgreSQL takes no lone surrogates.
  return sql`cast(${value?.toWellFormed() ?? null} as text)`
}

/** A repeat of a stored message has the captcha that the message has spent. */
async function refusedCaptcha(
  db: Database,
  { key }: IdempotencyKey,
  now: number,
): Promise<Accepted> {
  return (await isKeyUsed(db, key, now)) ? 'duplicate' : 'captcha-spent'
}

/** A key that can be claimed once, and when the claim expires. */
export type IdempotencyKey = { key: string; expiresAt: number }

type KeyClaim = IdempotencyKey & { messageId: string | null; now: number }

/** Claims a key. Returns false if it is already claimed. Of two concurrent calls, one succeeds. */
export async function claimKey(db: Database, claim: KeyClaim): Promise<boolean> {
  return (await insertKey(db, claim)).length > 0
}

const insertKey = prepareQuery((db, { key, expiresAt, messageId, now }: KeyClaim) =>
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

/** What is known of a submission before its captcha is verified. */
type Known = 'duplicate' | 'blocked'

type LookUp = { key: string; now: number; account: string; address: string }

/** Whether a message is stored already, and whether the owner of its site has blocked its sender. */
export async function lookUp(db: Database, submission: LookUp): Promise<Known[]> {
  return (await selectKnown(db, submission)).map(({ known }) => known)
}

const selectKnown = prepareQuery((db, { key, now, account, address }: LookUp) =>
  db
    .selectFrom('idempotency_keys')
    .select(sql<Known>`'duplicate'`.as('known'))
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .unionAll(
      db
        .selectFrom('blocked_senders')
        .select(sql<Known>`'blocked'`.as('known'))
        .where('account', '=', account)
        .where('address', '=', address),
    ),
)

/** Whether a key is claimed. */
export async function isKeyUsed(db: Database, key: string, now: number): Promise<boolean> {
  const keys = db.selectFrom('idempotency_keys').select('key')
  const used = keys.where('key', '=', key).where('expires_at', '>', now)
  return (await used.executeTakeFirst()) !== undefined
}

/** Releases a key, so that it can be claimed again. Returns whether it was claimed. */
export async function releaseKey(db: Database, key: string): Promise<boolean> {
  const deletion = db.deleteFrom('idempotency_keys').where('key', '=', key)
  return (await deletion.executeTakeFirst()).numDeletedRows > 0n
}

/** Writes a dummy row. Throws if the database cannot store anything at the moment. */
export async function writeProbe(db: Database, now: number): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({ key: 'readiness', expires_at: now, message_id: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now }))
    .execute()
}

export type NewMessage = Pick<
  Message,
  'id' | 'kind' | 'account' | 'service' | 'transport' | 'template' | 'sender' | 'reason'
> & { mayReply: boolean; mailDomain: string; variables: Variables; now: number }

/** Creates an id that sorts by time, so that lists and files are in order. */
export function newMessageId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`
}

/** Adds a message to the outbox: held if it has a hold reason, otherwise due at once. */
export async function enqueue(db: InTransaction, message: NewMessage) {
  await insert(db, rowOf(message))
}

function rowOf({ mayReply, mailDomain, variables, now, ...message }: NewMessage) {
  return {
    ...message,
    auto_reply_allowed: Number(mayReply),
    template_params: JSON.stringify(variables),
    message_id_header: `<${message.id}@${mailDomain}>`,
    state: message.reason === null ? ('queued' as const) : ('held' as const),
    received_at: now,
    retry_started_at: now,
    next_attempt_at: now,
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

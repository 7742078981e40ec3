import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import {
  type NewMessage,
  newMessageId,
} from 'reward-codes-gateway/internal/store/accept-message.ts'
import { MESSAGE_KINDS } from 'reward-codes-gateway/internal/store/database.ts'
import {
  countAutomatic,
  countByState,
  countMessages,
  countSent,
  countWaiting,
  listMessages,
  UNSENT_STATES,
  unacknowledgedFailures,
  waitingSince,
} from 'reward-codes-gateway/internal/store/messages.ts'
import {
  claim,
  type Exclusions,
  nextDue,
  settle,
} from 'reward-codes-gateway/internal/store/outbox.ts'
import { openStore, type Store } from 'reward-codes-gateway/internal/store/store.ts'
import { COMMAND, SITE } from 'test-fixtures/folders.ts'
import { freshDatabase } from 'test-fixtures/postgres.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  summarize,
} from './figures.ts'

// The cost of each operation of the store, by the number of messages that are stored already.

const REPETITIONS = 20
const MAX_MS = 1000
const PER_PAGE = 20

const SMALLEST = 1000
const SIZES: Record<Effort, { stored: number[]; queued: number }> = {
  full: { stored: [SMALLEST, 100_000, 1_000_000], queued: 100_000 },
  quick: { stored: [SMALLEST, 10_000], queued: 10_000 },
}
/** The site account whose mail server does not answer. */
const CLOGGED = 'clogged'
/** The worker skips the mail server that does not answer. */
const CLOGGED_EXCLUDED: Exclusions = {
  routes: [{ account: CLOGGED, service: 'default_service' }],
  ids: [],
}

export async function measureGrowth(effort: Effort, postgres: string): Promise<string> {
  const tables: string[] = []
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const server = kind === 'PostgreSQL' ? postgres : undefined
    const databases: [string, FilledDatabase][] = []
    for (const [name, filling] of Object.entries(fillings(effort))) {
      databases.push([name, await fillDatabase(server, filling)])
    }
    const setups = databases.map(([name, { measure }]) => [name, measure])
    const measured = await interleave(RUNS[effort], Object.fromEntries(setups))
    for (const [, { remove }] of databases) await remove()
    tables.push(`${kind}, milliseconds:\n\n${tableOf(measured)}`)
  }
  const heading = `Cost of an operation by stored messages; × is the ratio to ${format(SMALLEST)} messages:`
  return [heading, ...tables].join('\n\n')
}

function fillings(effort: Effort): Record<string, Filling> {
  const { stored, queued } = SIZES[effort]
  const sizes = stored.map((count) => [`${format(count)} stored`, { stored: count }])
  const name = `${format(queued)} more`
  return {
    ...Object.fromEntries(sizes),
    [`${name} queued`]: { stored: SMALLEST, waiting: { count: queued, why: 'deferred' } },
    [`${name} for one of two servers, which is down`]: {
      stored: SMALLEST,
      waiting: { count: queued, why: 'clogged' },
    },
  }
}

const format = (count: number) => count.toLocaleString('en-US')

type FilledDatabase = Awaited<ReturnType<typeof fillDatabase>>

async function fillDatabase(postgres: string | undefined, filling: Filling) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'reward-codes-growth-'))
  const database = postgres ? await freshDatabase(postgres) : undefined
  const store = await openStore({ dataFolder, databaseUrl: database?.url })
  await fill(store, filling, Date.now())
  const excluded = filling.waiting?.why === 'clogged' ? CLOGGED_EXCLUDED : undefined
  return {
    measure: async () => ({
      ...(await measureOperations(store, excluded)),
      ...(await measureCommands({ DATA_DIR: dataFolder, DATABASE_URL: database?.url ?? '' })),
    }),
    remove: async () => {
      await store.close()
      await database?.drop()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

async function measureOperations(store: Store, excluded: Exclusions | undefined) {
  const { db } = store
  const now = Date.now()
  return {
    ...(await measureQueue(store, now, excluded)),
    list: await medianMs(async () => {
      await countMessages(db, {})
      await listMessages(db, {}, { limit: PER_PAGE, offset: 0 })
      await countAutomatic(db, {})
    }),
    stats: await medianMs(async () => {
      await countByState(db, ['message'])
      await waitingSince(db)
      await countSent(db, now)
    }),
    metrics: await medianMs(async () => {
      await countByState(db, MESSAGE_KINDS, UNSENT_STATES)
      await countWaiting(db)
      await unacknowledgedFailures(db)
    }),
  }
}

/** Accepts, claims and settles one message at a time, so that nothing is due at the poll. */
async function measureQueue(store: Store, now: number, excluded: Exclusions | undefined) {
  const times: Record<'accept' | 'claim' | 'empty poll', number[]> = {
    accept: [],
    claim: [],
    'empty poll': [],
  }
  await repeat(async () => {
    const [accepting] = await timeCall(() => accept(store, now))
    const [claiming, claimed] = await timeCall(() => claim(store, now, excluded))
    if (!claimed) throw new Error('Expected a due message.')
    await settle(store, claimed, now, { outcome: 'sent', reply: '250' })
    const [polling] = await timeCall(async () => {
      await claim(store, now, excluded)
      return nextDue(store, excluded)
    })
    times.accept.push(accepting)
    times.claim.push(claiming)
    times['empty poll'].push(polling)
  })
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, summarize(values).median]),
  )
}

/** The commands as an operator runs them, including the start of the process. */
async function measureCommands(environment: Record<string, string>) {
  const options = { cwd: SITE, env: { ...process.env, ...environment } }
  const timeCommand = async (command: string) => {
    const args = [COMMAND, 'messages', command]
    const [time] = await timeCall(() => promisify(execFile)(process.execPath, args, options))
    return time
  }
  return {
    '`messages list`': await timeCommand('list'),
    '`messages stats`': await timeCommand('stats'),
  }
}

function accept(store: Store, now: number) {
  const id = newMessageId(now)
  const message: NewMessage = {
    id,
    kind: 'message',
    account: 'portfolio',
    service: 'default_service',
    template: 'contact',
    sender: 'ada@example.org',
    reason: null,
    mayReply: false,
    mailDomain: 'example.org',
    variables: { message: 'Good work. '.repeat(90) },
    now,
  }
  const identity = { key: `submission:${crypto.randomUUID()}`, expiresAt: now + 600_000 }
  const quota = { bucket: 'proven:portfolio', delivered: 1e9, stored: 1e9 }
  return store.accept({ identity, captcha: undefined, quota, message })
}

async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  await repeat(async () => {
    const [time] = await timeCall(call)
    times.push(time)
  })
  return summarize(times).median
}

/** Calls REPETITIONS times, or as often as MAX_MS allow, but at least once. */
async function repeat(call: () => Promise<void>) {
  const deadline = performance.now() + MAX_MS
  for (let n = 0; n < REPETITIONS && (n === 0 || performance.now() < deadline); n++) await call()
}

async function timeCall<Result>(call: () => Promise<Result>): Promise<[number, Result]> {
  const begin = performance.now()
  const result = await call()
  return [performance.now() - begin, result]
}

function tableOf(measured: Record<string, Figures>): string {
  const [smallest = {}] = Object.values(measured)
  const rows = Object.entries(measured).map(([name, figures]) => {
    const cells = Object.entries(figures).map(([column, figure]) => [
      column,
      `${formatFigure(figure)}, × ${formatRatio(figure, smallest[column])}`,
    ])
    return [name, Object.fromEntries(cells)]
  })
  return markdownTable(Object.fromEntries(rows))
}

type Filling = {
  /** The number of messages over the last half year, most of them sent. */
  stored: number
  /** Additional queued messages: due in an hour, or for the mail server that does not answer. */
  waiting?: { count: number; why: 'deferred' | 'clogged' }
}

const HALF_YEAR_MS = 180 * 86_400_000
const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000
const BATCH_SIZE = 20_000
const TEXT = 'A project for spring, in ten pages. '.repeat(8)

/** Fills a database within seconds, with one statement per table. */
async function fill(store: Store, { stored, waiting }: Filling, now: number) {
  const begin = now - HALF_YEAR_MS
  const step = Math.floor(HALF_YEAR_MS / stored)
  // In batches, because PostgreSQL cancels a statement that runs too long.
  for (let first = 0; first < stored; first += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, stored - first)
    await add(store, { count, first, begin: begin + first * step, step })
    await sql`insert into attempts select id, 1, received_at, finished_at, 'sent', '250 accepted'
      from messages where finished_at is not null and received_at >= ${begin + first * step}`.execute(
      store.db,
    )
  }
  await sql`insert into idempotency_keys select 'submission:' || substr(id, 6) || substr(id, 3, 3), ${now + WEEK_MS},
    id from messages where received_at > ${now - WEEK_MS}`.execute(store.db)
  if (waiting) await add(store, { count: waiting.count, first: stored, begin: now, step: 0 })
  if (waiting) await queue(store, waiting.why, now)
}

type Rows = { count: number; first: number; begin: number; step: number }

/** Of every hundred messages one is failed and two are held. */
function add({ db }: Store, { count, first, begin, step }: Rows) {
  const variables = JSON.stringify({ user_name: 'Ada Nowak', subject: 'Feedback', message: TEXT })
  const [from, at, every] = [first, begin, step].map((number) => sql.lit(number))
  return sql`
    with recursive numbers(n) as (
      select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)}
    ), rows as (
      select '0a' || substr(cast(10000000 + ${from} + n as text), 2) || '-0123456789abcdef' as id,
        ${at} + ${every} * cast(n as bigint) as moment, n % 100 as kind, n from numbers
    )
    insert into messages (id, kind, account, service, template, sender, auto_reply_allowed, template_params,
      message_id_header, state, received_at, retry_started_at, next_attempt_at, finished_at, attempt)
    select id, 'message', 'portfolio', 'default_service', 'contact',
      'visitor' || n % 9973 || '@example.org', 0, ${sql.lit(variables)}, '<' || id || '@example.org>',
      case when kind = 0 then 'failed' when kind < 3 then 'held' else 'sent' end,
      moment, moment, moment, case when kind in (1, 2) then null else moment + 2000 end, 1
    from rows`.execute(db)
}

async function queue({ db }: Store, why: 'deferred' | 'clogged', now: number) {
  const change =
    why === 'clogged'
      ? { account: CLOGGED, attempt: 0, next_attempt_at: now - HOUR_MS }
      : { attempt: 1, next_attempt_at: now + HOUR_MS }
  const added = db.selectFrom('messages').select('id').where('received_at', '=', now)
  const unchanged = added.where('next_attempt_at', '=', now).limit(BATCH_SIZE)
  let changed: bigint
  do {
    const result = await db
      .updateTable('messages')
      .set({ state: 'queued', finished_at: null, retry_started_at: now - HOUR_MS, ...change })
      .where('id', 'in', unchanged)
      .executeTakeFirst()
    changed = result.numUpdatedRows
  } while (changed > 0n)
}

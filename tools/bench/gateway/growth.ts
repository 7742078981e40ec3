import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type NewMessage,
  newMessageId,
} from 'reward-codes-gateway/internal/store/accept-message.ts'
import {
  countAutomatic,
  countByState,
  countMessages,
  countSent,
  countWaiting,
  listMessages,
  PURPOSES,
  UNSENT,
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
import { CLOGGED, type Filling, fill } from 'test-fixtures/seed-database.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  summarize,
} from '../figures.ts'

// The cost of each operation of the store, by the number of messages that are stored already.

const REPETITIONS = 20
const MAX_MS = 1000
const PER_PAGE = 20

const SMALLEST = 1000
const SIZES: Record<Effort, { stored: number[]; queued: number }> = {
  full: { stored: [SMALLEST, 100_000, 1_000_000], queued: 100_000 },
  quick: { stored: [SMALLEST, 10_000], queued: 10_000 },
}
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
      await countByState(db, PURPOSES, UNSENT)
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

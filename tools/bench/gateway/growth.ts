import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  countByState,
  countSent,
  countWaiting,
  PURPOSES,
  UNSENT,
  waitingSince,
} from 'reward-codes-gateway/internal/store/counts.ts'
import {
  countAutomatic,
  countMessages,
  listMessages,
  unacknowledgedFailures,
} from 'reward-codes-gateway/internal/store/messages.ts'
import {
  claim,
  type NewMessage,
  newMessageId,
  nextDue,
  settle,
} from 'reward-codes-gateway/internal/store/outbox.ts'
import type { Exclusions } from 'reward-codes-gateway/internal/store/queue.ts'
import { openStore, type Store } from 'reward-codes-gateway/internal/store/store.ts'
import { freshDatabase } from '../../tests/fixtures/postgres.ts'
import { CLOGGED, type Filling, fill } from '../../tests/fixtures/seed-database.ts'
import { type Figure, interleave, tableOf, write, writeFigure } from './figures.ts'

// What messages that are stored already cost those that come, and whoever looks.

const DOOR = join(import.meta.dirname, '../run.mjs')
const TIMES = 20
const LONGEST_MS = 400
const PER_PAGE = 20

const FILLINGS: Record<string, Filling> = {
  '1,000 stored': { stored: 1000 },
  '100,000 stored': { stored: 100_000 },
  '1,000,000 stored': { stored: 1_000_000 },
  '100,000 more queued': { stored: 1000, waiting: { count: 100_000, why: 'deferred' } },
  '100,000 more for one of two servers, which is down': {
    stored: 1000,
    waiting: { count: 100_000, why: 'clogged' },
  },
}
const STUCK: Exclusions = { routes: [{ account: CLOGGED, service: 'default_service' }], ids: [] }

export async function measureGrowth(postgres: string): Promise<string> {
  const tables: string[] = []
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const places: [string, Place][] = []
    for (const [name, filling] of Object.entries(FILLINGS)) {
      places.push([name, await makePlace(kind === 'PostgreSQL' ? postgres : undefined, filling)])
    }
    const measured = await interleave(
      Object.fromEntries(places.map(([name, { measure }]) => [name, measure])),
    )
    for (const [, { remove }] of places) await remove()
    tables.push(`${kind}, milliseconds:\n\n${tableOf(withRatios(measured))}`)
  }
  return tables.join('\n\n')
}

type Place = Awaited<ReturnType<typeof makePlace>>

async function makePlace(postgres: string | undefined, filling: Filling) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'reward-codes-growth-'))
  const database = postgres ? await freshDatabase(postgres) : undefined
  const store = await openStore({ dataFolder, databaseUrl: database?.url })
  await fill(store, filling, Date.now())
  return {
    measure: async () => ({
      ...(await measureOne(store, filling.waiting?.why === 'clogged' ? STUCK : undefined)),
      ...(await measureCommands({ DATA_DIR: dataFolder, DATABASE_URL: database?.url ?? '' })),
    }),
    remove: async () => {
      await store.close()
      await database?.drop()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

async function measureOne(store: Store, busy: Exclusions | undefined) {
  const { db } = store
  const now = Date.now()
  return {
    accept: await median(() => accept(store, now)),
    claim: await median(
      () => claim(store, now, busy),
      async (claimed) => {
        if (!claimed) throw new Error('There was nothing to claim.')
        await settle(store, claimed, now, { outcome: 'sent', reply: '250' })
      },
    ),
    'empty poll': await median(async () => {
      await claim(store, now, busy)
      return nextDue(store, busy)
    }),
    list: await median(async () => {
      await countMessages(db, {})
      await listMessages(db, {}, { limit: PER_PAGE, offset: 0 })
      await countAutomatic(db, {})
    }),
    stats: await median(async () => {
      await countByState(db, ['message'])
      await waitingSince(db)
      await countSent(db, now)
    }),
    metrics: await median(async () => {
      await countByState(db, PURPOSES, UNSENT)
      await countWaiting(db)
      await unacknowledgedFailures(db)
    }),
  }
}

/** As an owner calls them, from the first key to the last line. */
async function measureCommands(environment: Record<string, string>) {
  const env = { ...process.env, ...environment }
  const call = async (command: string) => {
    const begin = performance.now()
    await promisify(execFile)(process.execPath, [DOOR, 'messages', command], { env })
    return performance.now() - begin
  }
  return { '`messages list`': await call('list'), '`messages stats`': await call('stats') }
}

function accept(store: Store, now: number) {
  const id = newMessageId(now)
  const message: NewMessage = {
    ...{ id, kind: 'message', account: 'portfolio', service: 'default_service' },
    ...{ template: 'contact', sender: 'ada@example.org', reason: null, mayReply: false },
    ...{ mailDomain: 'example.org', variables: { message: 'Good work. '.repeat(90) }, now },
  }
  const identity = { key: `submission:${crypto.randomUUID()}`, expiresAt: now + 600_000 }
  const quota = { bucket: 'proven:portfolio', delivered: 1e9, stored: 1e9 }
  return store.accept({ identity, captcha: undefined, quota, message })
}

/** The middle of so many times, or of fewer where each takes long. */
async function median<R>(act: () => Promise<R>, afterwards?: (result: R) => Promise<void>) {
  const times: number[] = []
  const deadline = performance.now() + LONGEST_MS
  while (times.length < TIMES && (times.length === 0 || performance.now() < deadline)) {
    const begin = performance.now()
    const result = await act()
    times.push(performance.now() - begin)
    await afterwards?.(result)
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** Each with how many times as long it takes as with the fewest messages. */
function withRatios(measured: Record<string, Record<string, Figure>>) {
  const [least = {}] = Object.values(measured)
  return Object.fromEntries(
    Object.entries(measured).map(([name, figures]) => [
      name,
      Object.fromEntries(
        Object.entries(figures).map(([what, figure]) => {
          const ratio = figure.median / (least[what]?.median ?? Number.NaN)
          return [what, `${writeFigure(figure)}, × ${write(ratio)}`]
        }),
      ),
    ]),
  )
}

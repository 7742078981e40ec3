import { sql } from 'kysely'
import { type Log, textOf } from './log.ts'
import type { Metrics } from './ops.ts'
import type { Database, InTransaction, VisitKind } from './store/database.ts'
import type { Store } from './store/store.ts'

const DAY_MS = 86_400_000
const FLUSH_MS = 10_000
/** Further hosts of a day are counted together. */
const MAX_REFERRERS = 300
const OTHER = '(other)'
/** RFC 1035. A longer name is none of the internet, and may be too long for an index. */
const MAX_HOST = 253
/** As the day of a year before, and a month to compare. */
const RETENTION_DAYS = 400

/** User agents of bots and tools. A bot that imitates a browser is counted. */
const PROGRAM = /bot|crawl|spider|slurp|preview|headless|monitor|lighthouse|curl|wget|python|^$/i

/** What a request says about a visit. */
type Visit = {
  kind: Exclude<VisitKind, 'referrer'>
  userAgent: string
  /** Why a browser loads ahead of a click. */
  purpose: string
  referrer: string
  /** The host of the page. */
  host: string
}

export type Visits = ReturnType<typeof createVisits>

/**
 * Counts what people open, per day (UTC). Nothing about a visitor is stored: no address, no cookie, no
 * identifier, only how often. The counts are written every ten seconds, so that no response waits.
 */
export function createVisits(parts: {
  store: Store
  clock: () => number
  log: Log
  metrics: Metrics
}) {
  const { store, clock, log, metrics } = parts
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const add = (kind: VisitKind, name: string) => {
    const key = JSON.stringify([dayOf(clock()), kind, name])
    // A flood of invented hosts must not fill the memory.
    const isFull = counts.size > 2 * MAX_REFERRERS
    if (kind === 'referrer' && isFull && !counts.has(key)) return
    counts.set(key, (counts.get(key) ?? 0) + 1)
    timer ??= setTimeout(flush, FLUSH_MS).unref()
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const written = counts
    counts = new Map()
    if (written.size === 0) return
    try {
      await store.write((tx) => addCounts(tx, written), 'unsynced')
    } catch (error) {
      log('warn', 'counting visits failed', { error: textOf(error) })
    }
  }
  return {
    count: ({ kind, userAgent, purpose, referrer, host }: Visit) => {
      if (PROGRAM.test(userAgent) || /prefetch|prerender/.test(purpose)) return
      metrics.visits.inc({ kind })
      add(kind, '')
      const from = kind === 'page' ? hostOf(referrer) : undefined
      if (from && from !== withoutWww(host)) add('referrer', from)
    },
    /** Writes what is counted so far. */
    flush,
  }
}

function hostOf(referrer: string): string | undefined {
  if (!/^https?:/.test(referrer) || !URL.canParse(referrer)) return undefined
  const { hostname } = new URL(referrer)
  return hostname.length > MAX_HOST ? undefined : withoutWww(hostname)
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

/** A day as text, which sorts by time. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

async function addCounts(tx: InTransaction, counts: Map<string, number>) {
  const known = new Map<string, Set<string>>()
  // In one order, so that concurrent statements do not deadlock.
  for (const [key, count] of [...counts].sort()) {
    const [day, kind, name] = JSON.parse(key) as [string, VisitKind, string]
    const hosts = known.get(day) ?? (await referrersOf(tx, day))
    known.set(day, hosts)
    const isFull = kind === 'referrer' && !hosts.has(name) && hosts.size >= MAX_REFERRERS
    if (kind === 'referrer' && !isFull) hosts.add(name)
    await tx
      .insertInto('visits')
      .values({ day, kind, name: isFull ? OTHER : name, count })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'name'])
          .doUpdateSet(({ eb }) => ({ count: eb('visits.count', '+', count) })),
      )
      .execute()
  }
}

async function referrersOf(db: Database, day: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('visits')
    .select('name')
    .where('day', '=', day)
    .where('kind', '=', 'referrer')
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export type VisitCount = { day: string; kind: VisitKind; name: string; count: number }

/** The counts of the last days, today included. */
export function readVisits(db: Database, days: number, now: number): Promise<VisitCount[]> {
  return db
    .selectFrom('visits')
    .selectAll()
    .where('day', '>', dayOf(now - days * DAY_MS))
    .orderBy('day')
    .execute()
}

export async function deleteOldVisits(db: Database, now: number): Promise<void> {
  await sql`delete from visits where day < ${dayOf(now - RETENTION_DAYS * DAY_MS)}`.execute(db)
}

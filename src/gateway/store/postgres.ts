import { setTimeout as rest } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from './database.ts'
import { migrate } from './migrate.ts'
import { CHANNEL } from './outbox.ts'
import { scrubPostgres } from './postgres-scrub.ts'
import { openSharedClock, type SharedClock } from './shared-clock.ts'
import type { Store } from './store.ts'

const POOL_SIZE = 8
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000
/** Longer than the server's own limit: this one is for a server that has fallen silent. */
const SILENCE_TIMEOUT_MS = 12_000
const CLOSE_TIMEOUT_MS = 2000
const LISTEN_AGAIN_MS = 5000
const INT8 = 20

/** Opens a PostgreSQL database, which several gateways may share. */
export async function openPostgres(url: string): Promise<Store> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      // Times in milliseconds fit a number for the next 280,000 years.
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig
  const patient = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'reward-codes',
    types,
  }
  await bringUpToDate(patient)
  const db = openPool({
    ...patient,
    max: POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  let clock: SharedClock
  try {
    clock = await openSharedClock(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    kind: 'postgres',
    // That connections share a commit is PostgreSQL's own doing.
    write: (work, weight) =>
      db.transaction().execute(async (tx) => {
        if (weight === 'passing') await sql`set local synchronous_commit = off`.execute(tx)
        return work(tx)
      }),
    place: withoutPassword(url),
    clock: clock.now,
    listen: (wake) => listen(url, wake),
    backup: () => {
      throw new Error('PostgreSQL has its own tool for backups: pg_dump "$DATABASE_URL" > FILE')
    },
    scrub: (what, isJournalToo) => scrubPostgres(url, what, isJournalToo),
    close: () => {
      clock.close()
      return atMost(db.destroy())
    },
  }
}

/**
 * A line on which anything but the database's own word has ended a query may be dead. The pool would
 * hand it out again, and each visitor after another would wait for it in vain.
 */
function withoutDoubtful(pool: pg.Pool): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client: PostgresPoolClient = await pool.connect()
    let isDoubtful = false
    const watched = async <R>(text: string, values: readonly unknown[]) => {
      try {
        return await client.query<R>(text, values)
      } catch (error) {
        isDoubtful ||= !(error instanceof pg.DatabaseError)
        throw error
      }
    }
    // Nothing here reads by cursors, which have a shape of their own.
    const query = watched as PostgresPoolClient['query']
    return { query, release: () => client.release(isDoubtful) }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

function openPool(options: pg.PoolConfig): Database {
  const pool = new pg.Pool(options)
  // Without listeners, a connection that the server closes would end the process: the first is for
  // those that rest, the second for those in use, whose query tells the fault to its caller.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withoutDoubtful(pool) }) })
}

/** On a connection without limits of time: an index over a million messages is not made in seconds. */
async function bringUpToDate(options: pg.PoolConfig): Promise<void> {
  const db = openPool({ ...options, max: 1 })
  try {
    await migrate(db, 'postgres')
  } finally {
    await db.destroy()
  }
}

/** Waits for other gateways' messages on a connection of its own, and comes back when it breaks. */
function listen(url: string, wake: () => void): () => Promise<void> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const again = () => {
    client = undefined
    if (!isClosed) timer = setTimeout(connect, LISTEN_AGAIN_MS)
  }
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'reward-codes-listener',
    })
    client = fresh
    fresh.on('error', () => {})
    fresh.once('end', again)
    fresh.on('notification', wake)
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      // What came while nobody listened.
      wake()
    } catch {
      await fresh.end().catch(() => {})
    }
  }
  connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    if (client) await atMost(client.end())
  }
}

/** A server that has fallen silent says no goodbye. */
async function atMost(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => {}), rest(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  return shown.href
}

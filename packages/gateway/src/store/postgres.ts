import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { acceptMessage } from './accept-message.ts'
import { type Database, rowsOf, type Write } from './database.ts'
import { prepareSchema } from './migrations.ts'
import type { Store } from './store.ts'

const POOL_SIZE = 8
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000
/** Longer than the server's own timeout: this one is for a server that no longer responds. */
const RESPONSE_TIMEOUT_MS = 12_000
const CLOSE_TIMEOUT_MS = 2000
const INT8 = 20
/** The code of a deadlock: the server ends one of two transactions that wait for each other's rows. */
const DEADLOCK = '40P01'
/** The wait lets the other transaction take the row first: a repeat at once may take it, and both wait again. */
const DEADLOCK_WAIT_MS = 100
const MAX_REPEATS = 5

/**
 * A committed change is on the server's disk, whatever the defaults of the role, the database or
 * the server. `remote_apply` waits for the disk and for the replicas, so it stays.
 */
const SESSION = `
  select set_config('synchronous_commit', case current_setting('synchronous_commit')
    when 'remote_apply' then 'remote_apply' else 'on' end, false)`

/**
 * Opens a PostgreSQL database, which several gateways may share. Returns undefined if there are no tables
 * and `isMigrating` is false.
 */
export async function openPostgres(
  url: string,
  isMigrating: boolean,
  waitMs = RESPONSE_TIMEOUT_MS,
): Promise<Store | undefined> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      // A number holds times in milliseconds for the next 280,000 years.
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig
  const db = openPool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'reward-codes',
    types,
    max: POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: waitMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  let clock: DatabaseClock
  try {
    await assertDurable(db)
    if (!(await prepareSchema(db, 'postgres', isMigrating))) {
      await db.destroy()
      return undefined
    }
    clock = await openDatabaseClock(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  // PostgreSQL shares the sync of the disk among transactions itself.
  const write: Write = async (work) => {
    for (let repeats = 0; ; repeats++) {
      try {
        return await db.transaction().execute(work)
      } catch (error) {
        if (Object(error).code !== DEADLOCK || repeats === MAX_REPEATS) throw error
      }
      await sleep(DEADLOCK_WAIT_MS)
    }
  }
  return {
    db,
    kind: 'postgres',
    write,
    accept: (incoming) => acceptMessage(write, incoming),
    hasRoom: () => true,
    isFull: () => false,
    isGone: () => false,
    location: locationOf(url),
    clock: clock.now,
    truncateWal: () => Promise.resolve(),
    close: () => {
      clock.close()
      return withCloseTimeout(db.destroy())
    },
  }
}

/**
 * Discards a client after any error that is not a `DatabaseError`, because its socket may be
 * half-open. Otherwise the pool would reuse it, and one visitor after another would wait for it.
 */
function discardBrokenClients(pool: pg.Pool): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client: PostgresPoolClient = await pool.connect()
    let isBroken = false
    const watchedQuery = async <R>(text: string, values: readonly unknown[]) => {
      try {
        return await client.query<R>(text, values)
      } catch (error) {
        isBroken ||= !(error instanceof pg.DatabaseError)
        throw error
      }
    }
    // Cursors have another signature, and nothing here uses them.
    const query = watchedQuery as PostgresPoolClient['query']
    return { query, release: () => client.release(isBroken) }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

/** Without `fsync`, which a role cannot set, the response 200 would be untrue. */
async function assertDurable(db: Database): Promise<void> {
  const [setting] = await rowsOf(db, sql<{ fsync: string }>`show fsync`)
  if (setting?.fsync !== 'off') return
  throw new Error(
    'PostgreSQL runs with fsync=off: a crash of its machine can lose accepted messages or the ' +
      'whole database. Set fsync=on.',
  )
}

/** Opens a pool. Its commits are on disk, and no broken connection is used again. */
function openPool(options: pg.PoolConfig): Database {
  const pool = new pg.Pool({
    ...options,
    onConnect: async (client) => {
      await client.query(SESSION)
    },
  })
  // Without error listeners, a connection that the server closes would end the process. The first
  // is for idle clients, the second for clients in use, whose query reports the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely({ dialect: new PostgresDialect({ pool: discardBrokenClients(pool) }) })
}

/** Limits the wait, because a server that does not respond never confirms the close. */
async function withCloseTimeout(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => {}), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
}

const MEASURE_INTERVAL_MS = 30_000
/** A measurement with a longer round trip is too inaccurate and is discarded. */
const MAX_ROUND_TRIP_MS = 1000

type DatabaseClock = { now: () => number; close: () => void }

/**
 * The time of the database, advanced by a monotonic clock between measurements. With system clocks
 * hours apart, each gateway would treat the others' back-offs as expired.
 */
async function openDatabaseClock(db: Database): Promise<DatabaseClock> {
  let offset = 0
  const measure = async () => {
    const sentAt = performance.now()
    const time = sql<{ time: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`
    const [row] = await rowsOf(db, time)
    const receivedAt = performance.now()
    if (!row || (offset !== 0 && receivedAt - sentAt > MAX_ROUND_TRIP_MS)) return
    offset = row.time - (sentAt + receivedAt) / 2
  }
  await measure()
  const timer = setInterval(() => measure().catch(() => {}), MEASURE_INTERVAL_MS).unref()
  return {
    now: () => Math.round(performance.now() + offset),
    close: () => clearInterval(timer),
  }
}

/** The address of a database without its login and its parameters, which may hold a password. */
function locationOf(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}

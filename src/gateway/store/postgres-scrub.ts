import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Deleted } from './deleted.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Whoever asks for a table after this one waits behind it, so it must not wait for long. */
const LOCK_TIMEOUT_MS = 2000
const MOST_TRIES = 5
const AGAIN_MS = 500
const NO_RIGHT = '42501'
const LOCKED = '55P03'
const WARNING = '01'
const MOST_SEGMENTS = 200
const CHECKPOINT_EVERY = 4
/** Files have their times in whole seconds. */
const CLOCK_STEP_MS = 1100

const TABLES: Record<Deleted, string[]> = {
  salts: ['secrets', 'hits'],
  words: ['messages', 'attempts', 'once', 'secrets', 'hits'],
}

const NOT_OWNER =
  'What was deleted stays in the files of PostgreSQL, as only the owner of a table may write it anew. ' +
  'Let the tables belong to the role in DATABASE_URL, and call this once more.'
const SAMPLE_REMAINS =
  'PostgreSQL may keep samples of rows from before version 2 of the tables. As the owner of the ' +
  'database: VACUUM FULL pg_statistic;'
const JOURNAL_REMAINS =
  'What was deleted stands in the write-ahead log of PostgreSQL until that is written over. To have it ' +
  'done at once, call this as a superuser; a replication slot that lags keeps old segments all the same.'
const ARCHIVE_REMAINS =
  "Replicas, archives of the write-ahead log and copies by pg_dump are PostgreSQL's and yours to clean."

/**
 * Writes tables anew, with their indexes. A plain VACUUM only forgets where a deleted row stood and
 * leaves its bytes in the file.
 */
export async function scrubPostgres(
  url: string,
  what: Deleted,
  isJournalToo: boolean,
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'reward-codes-scrub',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    for (const table of TABLES[what]) {
      if (!(await writeAnew(client, table))) throw new Error(NOT_OWNER)
    }
    if (!isJournalToo) return []
    // Samples of rows stand there from before the tables asked for none.
    const isSampleGone = await writeAnew(client, 'pg_statistic')
    const isJournalPassed = await passJournal(client)
    return [
      ...(isSampleGone ? [] : [SAMPLE_REMAINS]),
      ...(isJournalPassed ? [] : [JOURNAL_REMAINS]),
      ARCHIVE_REMAINS,
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

/** Writes a table anew; false where this role may not. */
async function writeAnew(client: pg.Client, table: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const tried = await tryToWriteAnew(client, table)
    if (tried === 'done') return true
    if (tried === 'no right') return false
    if (tries === MOST_TRIES) {
      throw new Error(
        `Another transaction (${tried}) keeps what was deleted from the table ${table} in its file. ` +
          'A pg_dump, perhaps? When it has ended, call this once more.',
      )
    }
    // The courier's own transactions are over in milliseconds.
    await setTimeout(AGAIN_MS)
  }
}

type Tried = 'done' | 'no right' | 'holds a lock' | 'may still read it'

async function tryToWriteAnew(client: pg.Client, table: string): Promise<Tried> {
  let tried: Tried = 'done'
  const listen = ({ detail, code }: Notice) => {
    // PostgreSQL only warns of a table that belongs to another.
    if (code?.startsWith(WARNING)) tried = 'no right'
    // In any language the first number counts dead rows that an open transaction may still see.
    else if (Number(/\d+/.exec(detail ?? '')?.[0] ?? 0) > 0) tried = 'may still read it'
  }
  client.on('notice', listen)
  try {
    await client.query(`vacuum (full, verbose) ${table}`)
    return tried
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCKED) return 'holds a lock'
    throw error
  } finally {
    client.off('notice', listen)
  }
}

type Notice = { detail?: string | undefined; code?: string | undefined }

/**
 * Lets the server begin new segments of its journal until it has used every old one again: it fills
 * what is left of a segment with zeros. False where this role may not, or something keeps old ones.
 */
async function passJournal(client: pg.Client): Promise<boolean> {
  try {
    await beginSegment(client)
    await client.query('checkpoint')
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    await setTimeout(CLOCK_STEP_MS)
    for (let n = 1; n <= MOST_SEGMENTS; n++) {
      await beginSegment(client)
      if (n % CHECKPOINT_EVERY > 0) continue
      await client.query('checkpoint')
      if ((await countOlder(client, rows[0]?.now)) === 0) return true
    }
    return false
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_RIGHT) return false
    throw error
  }
}

async function beginSegment(client: pg.Client) {
  // A segment in which nothing stands is not left for another.
  await client.query(`select pg_logical_emit_message(false, 'reward-codes', '')`)
  await client.query('select pg_switch_wal()')
}

async function countOlder(client: pg.Client, moment: string | undefined): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_ls_waldir() where modification <= $1::timestamptz',
    [moment],
  )
  return rows[0]?.count ?? 0
}

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from './migrations.ts'
import { sqliteFile, versionOf } from './sqlite.ts'
import type { StoreLocation } from './store.ts'

/** The schema version of a database, read without changing or creating anything. */
type Version =
  | { kind: 'none' }
  | { kind: 'older'; present: number }
  | { kind: 'current' }
  | { kind: 'newer'; present: number }

const BUSY_TIMEOUT_MS = 5000
const CONNECT_TIMEOUT_MS = 5000
const UNDEFINED_TABLE = '42P01'
const QUERY = 'select version from schema_version'

export async function readVersion({ databaseUrl, dataFolder }: StoreLocation): Promise<Version> {
  const present = databaseUrl
    ? await readFromPostgres(databaseUrl)
    : readFromSqlite(sqliteFile(dataFolder))
  const known = MIGRATIONS.length
  if (present === undefined) return { kind: 'none' }
  if (present > known) return { kind: 'newer', present }
  return present < known ? { kind: 'older', present } : { kind: 'current' }
}

function readFromSqlite(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return versionOf(connection) || undefined
  } finally {
    connection.close()
  }
}

async function readFromPostgres(url: string): Promise<number | undefined> {
  // Loaded here: most commands read SQLite and need no driver.
  const { Client, DatabaseError } = await import('pg')
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'reward-codes',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(QUERY)
    return rows[0]?.version
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return undefined
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfiguration } from 'reward-codes-gateway/configuration'
import { readVersion } from 'reward-codes-gateway/store'
import { undoMigration } from 'reward-codes-gateway/undo-migration'

/**
 * The schema version of the owner's database, to which an undo returns. Undefined if there is none, or if it
 * cannot be reached from here. `environment` is the text of .env.
 */
export async function readDatabaseVersion(
  folder: string,
  environment = environmentOf(folder),
): Promise<number | undefined> {
  const found = locate(folder, environment)
  return found.ok ? readVersion(found.location).catch(() => undefined) : undefined
}

type Restored = { ok: true; isRestored: boolean } | { ok: false; fault: string }

/** Returns the owner's database to a version, if the gateway has migrated it since. */
export async function undoDatabase(folder: string, version: number | undefined): Promise<Restored> {
  if (version === undefined) return { ok: true, isRestored: false }
  const found = locate(folder, environmentOf(folder))
  if (!found.ok) return { ok: false, fault: `.env is not valid. ${found.faults.join(' ')}` }
  try {
    const present = await readVersion(found.location)
    if (present === undefined || present <= version) return { ok: true, isRestored: false }
    const undone = await undoMigration(found.location, version)
    return undone.ok ? { ok: true, isRestored: true } : undone
  } catch (error) {
    return { ok: false, fault: `The database cannot be reached: ${(error as Error).message}.` }
  }
}

function environmentOf(folder: string): string {
  const file = join(folder, '.env')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Where the gateway stores messages. */
function locate(folder: string, environment: string) {
  const read = readConfiguration({ ...parseEnv(environment), ...process.env })
  if (!read.ok) return read
  const { DATABASE_URL: databaseUrl, DATA_DIR } = read.configuration
  return { ok: true as const, location: { databaseUrl, dataFolder: resolve(folder, DATA_DIR) } }
}

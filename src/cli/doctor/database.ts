import { DatabaseSync } from 'node:sqlite'
import { OWNERS_TO_MEND } from '../../gateway/courier/deliver.ts'
import { textOf } from '../../gateway/error-text.ts'
import { countByState, waitingSince } from '../../gateway/store/counts.ts'
import type { MessageState } from '../../gateway/store/database.ts'
import { lastSetback } from '../../gateway/store/messages.ts'
import { sqliteFile } from '../../gateway/store/sqlite.ts'
import { openStore, type Store, type StorePlace } from '../../gateway/store/store.ts'
import { readVersion } from '../../gateway/store/version.ts'
import { formatLength } from '../terminal/time.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'database'
/** Mail servers that greylist let a first mail wait for a quarter of an hour. */
const SLOW_MS = 30 * 60_000
const STUCK_MS = 2 * 3_600_000
const STATES: MessageState[] = ['queued', 'held', 'failed', 'sent']

/** The database and what waits in it; nothing is made or brought up to date by looking. */
export async function checkDatabase(place: StorePlace, now: number): Promise<Finding[]> {
  try {
    const version = await readVersion(place)
    switch (version.kind) {
      case 'none':
        return [ok(CHECK, 'none yet; the gateway makes it when it starts')]
      case 'older':
        return [
          warning(
            CHECK,
            `version ${version.present}, older than this program`,
            'Copy it (npm run messages -- backup FILE), then start the gateway: that updates it.',
          ),
        ]
      case 'newer':
        return [
          failed(
            CHECK,
            `version ${version.present}; this program knows only up to ${version.known}`,
            'A newer program has used it. Update this one.',
          ),
        ]
      case 'current':
        return await lookInside(place, now)
    }
  } catch (error) {
    return [failed(CHECK, textOf(error), 'Is DATA_FOLDER or DATABASE_URL right?')]
  }
}

async function lookInside(place: StorePlace, now: number): Promise<Finding[]> {
  const damage = place.databaseUrl ? undefined : findDamage(sqliteFile(place.dataFolder))
  if (damage) {
    return [failed(CHECK, damage, 'Stop the gateway, copy the folder, restore your last backup.')]
  }
  const store = await openStore(place)
  try {
    const found = `${store.place} is ${store.kind === 'sqlite' ? 'whole and ' : ''}current`
    return [ok(CHECK, found), await checkQueue(store, now)]
  } finally {
    await store.close()
  }
}

function findDamage(file: string): string | undefined {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const result = connection.prepare('pragma quick_check(1)').get()?.quick_check
    return result === 'ok' ? undefined : `${file} is damaged: ${result}`
  } finally {
    connection.close()
  }
}

async function checkQueue({ db }: Store, now: number): Promise<Finding> {
  const counts = await countByState(db, ['message'])
  const since = await waitingSince(db)
  const waiting = since === null ? 0 : now - since
  const setback = await lastSetback(db)
  const found = [
    STATES.filter((state) => counts[state] > 0)
      .map((state) => `${counts[state]} ${state}`)
      .join(', ') || 'empty',
    ...(waiting > 0 ? [`the oldest queued for ${formatLength(waiting)}`] : []),
    ...(setback ? [`the last answer: ${setback.reply}`] : []),
  ].join('; ')
  const isOwners = setback?.reply?.startsWith(OWNERS_TO_MEND) ?? false
  if (isOwners || waiting > STUCK_MS) {
    const advice = isOwners
      ? 'Only you can mend this; nothing is lost, and delivery goes on by itself afterwards.'
      : 'Is the gateway running (npm start)? Is the mail server below in order?'
    return failed('queue', found, advice)
  }
  if (counts.failed > 0) {
    return warning('queue', found, 'See why: npm run messages -- list --state failed')
  }
  if (waiting > SLOW_MS) {
    return warning('queue', found, 'See the answers: npm run messages -- list --state queued')
  }
  return ok('queue', found)
}

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Configuration } from '../../configuration.ts'
import { GATEWAY_HEADER } from '../../http/ops.ts'
import { textOf } from '../../log.ts'
import { describeStates } from '../../message-view.ts'
import { ownCommand } from '../../own-command.ts'
import {
  countByState,
  countFailed,
  lastFailedAttempt,
  STALLED_AFTER_MS,
  waitedMs,
  waitingSince,
} from '../../store/messages.ts'
import { gatewayId, openExistingStore } from '../../store/open-store.ts'
import { sqliteFile } from '../../store/sqlite.ts'
import { clockFault, type Store, type StoreLocation } from '../../store/store.ts'
import { formatLength } from '../../time.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'database'

const SET_CLOCK =
  'Synchronize the clocks (NTP): the times of the log differ from those of the messages.'

/** Checks the database and its queue, by the database's clock. Never creates or migrates a database. */
export async function checkDatabase(place: StoreLocation, now?: number): Promise<Finding[]> {
  try {
    const damage = place.databaseUrl ? undefined : findCorruption(sqliteFile(place.dataFolder))
    if (damage) {
      return [failed(CHECK, damage, 'Stop the gateway, copy the data folder, restore a backup.')]
    }
    const store = await openExistingStore(place)
    if (!store) return [ok(CHECK, 'none yet; the gateway creates it when it starts')]
    try {
      const found = `${store.location} is ${store.kind === 'sqlite' ? 'intact and ' : ''}up to date`
      const queue = await checkQueue(store, now ?? store.clock())
      const fault = clockFault(store)
      return [ok(CHECK, found), ...(fault ? [warning('clock', fault, SET_CLOCK)] : []), queue]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [failed(CHECK, textOf(error), 'Check DATA_DIR or DATABASE_URL.')]
  }
}

function findCorruption(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const result = connection.prepare('pragma quick_check(1)').get()?.quick_check
    return result === 'ok' ? undefined : `${file} is damaged: ${result}`
  } finally {
    connection.close()
  }
}

async function checkQueue({ db }: Store, now: number): Promise<Finding> {
  const counts = await countByState(db)
  const waited = waitedMs(await waitingSince(db), now)
  const lastFailure = await lastFailedAttempt(db)
  const found = [
    describeStates(counts)
      .map(([, text]) => text)
      .join(', ') || 'empty',
    ...(waited > 0 ? [`oldest queued for ${formatLength(waited)}`] : []),
    ...(lastFailure ? [`last response: ${lastFailure.smtp_response}`] : []),
  ].join('; ')
  if (waited >= STALLED_AFTER_MS) {
    const start = ownCommand('start')
    const advice = `Is the gateway running (${start})? Check the mail server below. No message is lost.`
    return failed('queue', found, advice)
  }
  if ((await countFailed(db)) > 0) {
    const list = ownCommand('messages', 'list --state failed')
    const advice = `List them: ${list}. Then "retry" or "forget" them.`
    return failed('queue', found, advice)
  }
  return ok('queue', found)
}

/** Longer than the three seconds in which the gateway answers (http/ops.ts). */
const TIMEOUT_MS = 5000

/** Reads what the gateway that runs here says of itself at its ops port, and whether it has the same database. */
export async function checkRunningGateway(configuration: Configuration): Promise<Finding[]> {
  const { OPS_HOST: host, OPS_PORT: port, DATABASE_URL, DATA_DIR } = configuration
  const place = { databaseUrl: DATABASE_URL, dataFolder: DATA_DIR }
  if (port === 0) {
    const advice = 'Set OPS_PORT to a free port, so that a gateway that is down is noticed.'
    return [warning('gateway', 'whether one runs here is not known: OPS_PORT is 0', advice)]
  }
  const own = await readGatewayId(place).catch(() => UNREADABLE)
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  const text = (await response?.text().catch(() => '')) ?? ''
  const [state = '', ...pauses] = text.trim().split('\n')
  const isGateway = state === 'ready' || state.startsWith('not ready')
  const running = response?.headers.get(GATEWAY_HEADER)
  if (!isGateway || (running && own !== UNREADABLE && running !== own)) {
    const found = isGateway
      ? `none of this folder: the one at ${address} has another database`
      : `none answers at ${address}`
    const advice = `Start it: ${ownCommand('start')}. Each one needs its own OPS_PORT.`
    // Before the first start there is nothing that could be down.
    return [own ? failed('gateway', found, advice) : warning('gateway', found, advice)]
  }
  if (state.startsWith('not ready')) {
    return [failed('gateway', `the one that runs here is ${state}`, 'Its log has more.')]
  }
  if (pauses.length === 0) return [ok('gateway', `runs here: ${address} is ready`)]
  const advice =
    'No message is lost. It tries every quarter of an hour, and at once if you restart it.'
  return pauses.map((pause) => failed('gateway', pause.replace('warning: ', ''), advice))
}

/** A database that cannot be read, which another check reports. */
const UNREADABLE = 'unreadable'

async function readGatewayId(place: StoreLocation): Promise<string | undefined> {
  const store = await openExistingStore(place)
  try {
    return store && (await gatewayId(store.db))
  } finally {
    await store?.close()
  }
}

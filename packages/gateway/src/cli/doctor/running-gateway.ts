import type { Configuration } from '../../configuration.ts'
import { GATEWAY_HEADER } from '../../http/ops.ts'
import { ownCommand } from '../../own-command.ts'
import { gatewayId, openExistingStore } from '../../store/open-store.ts'
import type { StoreLocation } from '../../store/store.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** The gateway itself answers within three seconds. */
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
    const advice = `Start it: ${ownCommand('start')}. Each one needs an OPS_PORT of its own.`
    // Before the first start there is nothing that could be down.
    return [own ? failed('gateway', found, advice) : warning('gateway', found, advice)]
  }
  if (state.startsWith('not ready')) {
    return [failed('gateway', `the one that runs here is ${state}`, 'Its log has more.')]
  }
  if (pauses.length === 0) return [ok('gateway', `runs here: ${address} is ready`)]
  const retry = ownCommand('messages', 'retry --all')
  const advice = `No message is lost. After a change of .env, restart the gateway. After another repair, ${retry} tries at once.`
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

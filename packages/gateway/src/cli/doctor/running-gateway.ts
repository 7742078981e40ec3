import type { Configuration } from '../../configuration.ts'
import { ownCommand } from '../../own-command.ts'
import { type Finding, failed, ok } from './finding.ts'

const CHECK = 'gateway'
/** The gateway itself answers within three seconds. */
const TIMEOUT_MS = 5000

/** Reads what the gateway that runs here says of itself at its ops port. Empty if none answers there. */
export async function checkRunningGateway({
  OPS_HOST: host,
  OPS_PORT: port,
}: Configuration): Promise<Finding[]> {
  if (port === 0) return []
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
  const text = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.text())
    .catch(() => '')
  const [state = '', ...pauses] = text.trim().split('\n')
  if (state.startsWith('not ready')) {
    return [failed(CHECK, `the one that runs here is ${state}`, 'Its log has more.')]
  }
  if (state !== 'ready') return []
  if (pauses.length === 0) return [ok(CHECK, `runs here: ${address} is ready`)]
  const retry = ownCommand('messages', 'retry --all')
  const advice = `No message is lost. After a change of .env, restart the gateway. After another repair, ${retry} tries at once.`
  return pauses.map((pause) => failed(CHECK, pause.replace('warning: ', ''), advice))
}

import { deleteExpiredKeys, purgeContent } from '../store/retention.ts'
import { clockFault } from '../store/store.ts'
import type { DeliveryContext } from './context.ts'
import { type Loop, startLoop } from './loop.ts'

const INTERVAL_MS = 3_600_000
const DAY_MS = 86_400_000

/** Deletes expired data. An aborted signal ends it early. */
export async function runMaintenance(
  context: DeliveryContext,
  signal?: AbortSignal,
): Promise<void> {
  const { store, log, clock, configuration } = context
  const now = clock()
  const fault = clockFault(store)
  if (fault) log.warn({ hint: 'synchronize the clocks (NTP)' }, fault)
  // Keys stay for a day after they expire: a retry that began before may still read its key.
  await deleteExpiredKeys(store, now - DAY_MS, signal)
  const before = now - configuration.RETENTION_DAYS * DAY_MS
  const messages = await purgeContent(store, before, signal)
  if (messages === 0) return
  log.info({ messages }, 'retention: content deleted')
  await store.truncateWal()
}

/** Runs the maintenance now and every hour. */
export function startMaintenance(context: DeliveryContext): Loop {
  return startLoop(context.log, 'maintenance task failed', async (stopping) => {
    await runMaintenance(context, stopping)
    return INTERVAL_MS
  })
}

import { startPostgres } from 'test-fixtures/postgres.ts'
import type { Effort } from '../figures.ts'
import { measureAccepting } from './accept.ts'
import { measureDelivery } from './delivery.ts'
import { measureGrowth } from './growth.ts'
import { measureLatency } from './latency.ts'

/** Measures the gateway from the form to the mail. PostgreSQL runs with its default settings. */
export async function measureGateway(effort: Effort): Promise<string> {
  const postgres = await startPostgres()
  try {
    return [
      await measureAccepting(effort, postgres.url),
      await measureLatency(effort),
      await measureDelivery(effort, postgres.url),
      await measureGrowth(effort, postgres.url),
    ].join('\n\n')
  } finally {
    await postgres.stop()
  }
}

import { startPostgres } from '../../tests/fixtures/postgres.ts'
import { measureAccepting } from './gateway-accept.ts'
import { measureCourier } from './gateway-courier.ts'
import { measureGrowth } from './gateway-growth.ts'
import { measureLatency } from './gateway-latency.ts'

/** From the form to the mail, each beside what a disk or a bare loop can do on this machine. */
export async function measureGateway(): Promise<string> {
  const postgres = await startPostgres()
  try {
    const parts = {
      'Accepting messages of 1 KB from 32 concurrent visitors:': await measureAccepting(
        postgres.url,
      ),
      'Latency of one message on an idle gateway:': await measureLatency(),
      'Delivering a queue to a mail server on this machine, two connections per gateway:':
        await measureCourier(postgres.url),
      'Cost of an operation by stored messages; × is the ratio to 1,000 messages:':
        await measureGrowth(postgres.url),
    }
    return Object.entries(parts)
      .map(([what, table]) => `${what}\n\n${table}`)
      .join('\n\n')
  } finally {
    await postgres.stop()
  }
}

import { startPostgres } from '../tests/fixtures/postgres.ts'
import { measureAccepting } from './gateway-accept.ts'
import { measureCourier } from './gateway-courier.ts'
import { measureGrowth } from './gateway-growth.ts'
import { measureLatency } from './gateway-latency.ts'

/** From the form to the mail, each beside what a disk or a bare loop can do on this machine. */
export async function measureGateway(): Promise<string> {
  const postgres = await startPostgres()
  try {
    const parts = {
      'Taking messages of 1 KB in, from 32 visitors who send one after the other:':
        await measureAccepting(),
      'One message by itself, on a gateway with nothing else to do:': await measureLatency(),
      'Delivering what waits to a mail server on this machine, over two connections a gateway:':
        await measureCourier(postgres.url),
      'What is stored already, and what it costs; × says how many times as long as with 1,000:':
        await measureGrowth(postgres.url),
    }
    return Object.entries(parts)
      .map(([what, table]) => `${what}\n\n${table}`)
      .join('\n\n')
  } finally {
    await postgres.stop()
  }
}

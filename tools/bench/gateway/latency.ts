import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Effort,
  formatFigure,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
  summarizeSamples,
} from '../figures.ts'
import { openDisk } from './disk.ts'
import { startGateway } from './gateway-process.ts'
import { formRequests, sendAll } from './load-generator.ts'
import { startDiscardingServer } from './mail-server.ts'

// One message on an idle gateway: from the request to the 200, and from there to the mail server.

const MESSAGES = 12
const PAUSE_MS = 60
const COMMIT = "the disk's commit"
const RESPONSE = 'request to 200'
const MAIL = '200 to the mail server'

export async function measureLatency(effort: Effort): Promise<string> {
  const mail = await startDiscardingServer()
  const disk = openDisk()
  const gateway = await startGateway({ SMTP_URL: mail.url })
  const next = await formRequests(gateway.url)
  const sendOne = async (): Promise<Sample> => {
    await sleep(PAUSE_MS)
    const commit = disk.commit()
    await sleep(PAUSE_MS)
    const arrived = Promise.withResolvers<number>()
    mail.onMail = arrived.resolve
    const requests = [next()]
    const { latencies } = await sendAll(gateway.url, () => requests.pop(), 1)
    const answeredAt = performance.now()
    return {
      [COMMIT]: commit,
      [RESPONSE]: latencies[0] ?? Number.NaN,
      [MAIL]: Math.max(0, (await arrived.promise) - answeredAt),
    }
  }
  // The first messages compile the code and open the connection to the mail server.
  await medianOf(sendOne)
  const { one = {} } = await interleave(RUNS[effort], { one: () => medianOf(sendOne) })
  await gateway.close()
  disk.close()
  await mail.close()
  const overhead = (one[RESPONSE]?.median ?? Number.NaN) - (one[COMMIT]?.median ?? Number.NaN)
  const row = (name: string, limit: string) => ({ milliseconds: formatFigure(one[name]), limit })
  const table = markdownTable({
    [COMMIT]: row(COMMIT, ''),
    [RESPONSE]: row(RESPONSE, `${overhead.toFixed(2)} above the commit, 10 allowed`),
    [MAIL]: row(MAIL, '100 allowed'),
  })
  return `Latency of one message on an idle gateway:\n\n${table}`
}

/** Measures MESSAGES times. Returns the median of each value. */
async function medianOf(measure: () => Promise<Sample>): Promise<Sample> {
  const samples: Sample[] = []
  while (samples.length < MESSAGES) samples.push(await measure())
  const medians = Object.entries(summarizeSamples(samples)).map(([name, { median }]) => [
    name,
    median,
  ])
  return Object.fromEntries(medians)
}

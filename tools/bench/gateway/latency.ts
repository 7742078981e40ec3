import { setTimeout as rest } from 'node:timers/promises'
import { openDisk } from './disk.ts'
import { type Figure, interleave, type Sample, summarize, tableOf, writeFigure } from './figures.ts'
import { startGateway, startQuickMailServer } from './gateway-environment.ts'
import { requestsTo, sendAll } from './visitors.ts'

// One message alone on an idle gateway: to its 200, and from there to the mail server.

const MESSAGES = 12
const PAUSE_MS = 60
const COMMIT = "the disk's commit"
const ANSWER = 'request to 200'
const MAIL = '200 to the mail server'

export async function measureLatency(): Promise<string> {
  const mail = await startQuickMailServer()
  const disk = openDisk()
  const gateway = await startGateway({ SMTP_URL: mail.url })
  const request = await requestsTo(gateway.url)
  const sendOne = async (): Promise<Sample> => {
    await rest(PAUSE_MS)
    const commit = disk.commit()
    await rest(PAUSE_MS)
    const arrived = Promise.withResolvers<number>()
    mail.onMail = arrived.resolve
    const requests = [request()]
    const { waits } = await sendAll(gateway.url, () => requests.pop(), 1)
    const answered = performance.now()
    return {
      [COMMIT]: commit,
      [ANSWER]: waits[0] ?? Number.NaN,
      [MAIL]: Math.max(0, (await arrived.promise) - answered),
    }
  }
  // The first message opens the connection to the mail server and warms the code.
  for (let n = 0; n < MESSAGES; n++) await sendOne()
  const { one = {} } = await interleave({ one: () => middleOf(MESSAGES, sendOne) })
  await gateway.close()
  disk.close()
  await mail.close()
  const above = (one[ANSWER]?.median ?? Number.NaN) - (one[COMMIT]?.median ?? Number.NaN)
  return tableOf(rowsOf(one, above))
}

async function middleOf(count: number, measure: () => Promise<Sample>): Promise<Sample> {
  const samples: Sample[] = []
  while (samples.length < count) samples.push(await measure())
  const middle = (name: string) =>
    summarize(samples.map((sample) => sample[name] ?? Number.NaN)).median
  return Object.fromEntries([COMMIT, ANSWER, MAIL].map((name) => [name, middle(name)]))
}

function rowsOf(figures: Record<string, Figure>, above: number) {
  const row = (name: string, note: string) => {
    const figure = figures[name]
    return { milliseconds: figure ? writeFigure(figure) : '', limit: note }
  }
  return {
    [COMMIT]: row(COMMIT, ''),
    [ANSWER]: row(ANSWER, `${above.toFixed(2)} above the commit, 10 allowed`),
    [MAIL]: row(MAIL, '100 allowed'),
  }
}

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf, solvedCaptchas } from 'test-fixtures/gateway.ts'
import { freshDatabase, startPostgres } from 'test-fixtures/postgres.ts'
import { memoryOf, processorMs } from 'test-fixtures/processes.ts'
import { localAddress } from 'test-fixtures/raw-http.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatPercent,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
  summarizeSamples,
} from './figures.ts'
import { measureDelivery } from './gateway-delivery.ts'
import { measureGrowth } from './gateway-growth.ts'
import {
  type MailCounter,
  startDiscardingServer,
  startGateway,
  startMailCounter,
} from './gateway-servers.ts'

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

// Sustained load: how many messages per second the gateway accepts, and how many it delivers in the
// same time. Each run has a new gateway process and a new database.

const CLIENTS = 32

type Load = { seconds: number; captchas: number }

/** A run with captchas ends when its solved captchas are used up, because solving takes longer. */
const LOADS: Record<Effort, { warmUp: Load; measured: Load; commits: number }> = {
  full: {
    warmUp: { seconds: 5, captchas: 2000 },
    measured: { seconds: 20, captchas: 12_000 },
    commits: 10_000,
  },
  quick: {
    warmUp: { seconds: 0.5, captchas: 50 },
    measured: { seconds: 1, captchas: 200 },
    commits: 500,
  },
}

const BASELINE = 'the same route, storing nothing'
const ACCEPTED = 'accepted/s'
const COLUMNS = [ACCEPTED, 'delivered/s', 'p50 ms', 'p99 ms', 'CPU ms per message', 'MiB']

type Setup = {
  effort: Effort
  environment: Record<string, string>
  /** Counts the delivered mails. Without it the gateway delivers nothing. */
  mail?: MailCounter
}

async function measureAccepting(effort: Effort, postgres: string): Promise<string> {
  const mail = await startMailCounter()
  const disk = openDisk()
  const { commits } = LOADS[effort]
  const load = (environment: Record<string, string>) => () =>
    runLoad({ effort, environment: { DELIVERS: 'no', ...environment } })
  const loadOnPostgres = (environment: Record<string, string>, counter?: MailCounter) => () =>
    onPostgres(postgres, { effort, environment, ...(counter && { mail: counter }) })
  const delivering = { SMTP_URL: mail.url }
  const measured = await interleave(RUNS[effort], {
    'single commits of the disk': async () => ({ [ACCEPTED]: disk.commitsPerSecond(commits) }),
    [BASELINE]: load({ STORES: 'no' }),
    'stored durably': load({}),
    'stored durably and delivered': () => runLoad({ effort, environment: delivering, mail }),
    'PostgreSQL, stored durably': loadOnPostgres({ DELIVERS: 'no' }),
    'PostgreSQL, stored durably and delivered': loadOnPostgres(delivering, mail),
    'stored durably, with ALTCHA': load({ PAGE_CAPTCHA: 'altcha' }),
  })
  disk.close()
  await mail.close()
  return `Accepting messages of 1 KB from ${CLIENTS} concurrent visitors:\n\n${tableOf(measured)}`
}

async function onPostgres(server: string, setup: Setup): Promise<Sample> {
  const database = await freshDatabase(server)
  try {
    const environment = { ...setup.environment, DATABASE_URL: database.url }
    return await runLoad({ ...setup, environment })
  } finally {
    await database.drop()
  }
}

/** Warms a new gateway up and loads it. Counts responses and mails over the same time. */
async function runLoad({ effort, environment, mail }: Setup): Promise<Sample> {
  const { warmUp, measured } = LOADS[effort]
  const gateway = await startGateway(environment)
  const next = await formRequests(gateway.url)
  const tokens = environment.PAGE_CAPTCHA
    ? await solvedCaptchas({ dataFolder: gateway.folder }, warmUp.captchas + measured.captchas)
    : undefined
  const send = ({ seconds, captchas }: Load) => {
    const deadline = performance.now() + seconds * 1000
    const batch = tokens?.splice(0, captchas)
    const nextWithToken = () => {
      const token = batch?.pop()
      return token && next(token)
    }
    const nextInTime = () => (performance.now() < deadline ? next() : undefined)
    return sendAll(gateway.url, batch ? nextWithToken : nextInTime, CLIENTS)
  }
  await send(warmUp)
  const mailsBefore = await mail?.count()
  const cpuBefore = processorMs(gateway.pid)
  const { answered, seconds, latencies } = await send(measured)
  const cpu = processorMs(gateway.pid) - cpuBefore
  const mails = mail && (await mail.count()) - (mailsBefore ?? 0)
  const sample = {
    [ACCEPTED]: answered / seconds,
    'delivered/s': mails === undefined ? Number.NaN : mails / seconds,
    'p50 ms': latencies[Math.floor(answered * 0.5)] ?? Number.NaN,
    'p99 ms': latencies[Math.floor(answered * 0.99)] ?? Number.NaN,
    'CPU ms per message': cpu / answered,
    MiB: memoryOf(gateway.pid),
  }
  await gateway.close()
  return sample
}

function tableOf(measured: Record<string, Figures>): string {
  const baseline = measured[BASELINE]?.[ACCEPTED]
  const rows = Object.entries(measured).map(([name, figures]) => {
    const cells = COLUMNS.map((column) => [column, formatFigure(figures[column])])
    const ratio = formatPercent(figures[ACCEPTED], baseline)
    return [name, { ...Object.fromEntries(cells), 'of the route': ratio }]
  })
  return markdownTable(Object.fromEntries(rows))
}

// One message on an idle gateway: from the request to the 200, and from there to the mail server.

const MESSAGES = 12
const PAUSE_MS = 60
const COMMIT = "the disk's commit"
const RESPONSE = 'request to 200'
const MAIL = '200 to the mail server'

async function measureLatency(effort: Effort): Promise<string> {
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

const ROW = 'x'.repeat(1024)

/** The minimum cost of storing a message: SQLite commits one row of 1 KB and syncs it. */
function openDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-disk-'))
  const connection = new DatabaseSync(join(folder, 'baseline.db'))
  connection.exec('pragma journal_mode = wal; pragma synchronous = full')
  connection.exec('create table messages (body text)')
  const insert = connection.prepare('insert into messages values (?)')
  const commit = () => {
    const begin = performance.now()
    insert.run(ROW)
    return performance.now() - begin
  }
  return {
    /** Commits one row. Returns the milliseconds. */
    commit,
    commitsPerSecond: (count: number) => {
      const begin = performance.now()
      for (let n = 0; n < count; n++) commit()
      return (count / (performance.now() - begin)) * 1000
    },
    close: () => {
      connection.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** 1 KB. */
const TEXT = 'A project for spring, in ten pages. '.repeat(28)
const END_OF_HEADERS = '\r\n\r\n'
const OK = 'HTTP/1.1 200 '
const ID = 'id-of-the-message'
const TOKEN = 'token-of-the-captcha'

/**
 * Returns a function that creates the HTTP request of a new message, as a browser sends it. The form
 * is encoded once: only the text and the captcha token change.
 */
async function formRequests(url: string): Promise<(captchaToken?: string) => string> {
  const form = formOf({ message: `${ID} ${TEXT}`, 'g-recaptcha-response': TOKEN })
  const response = new Response(form)
  const body = await response.text()
  const headers = [
    'POST /api/v1.0/email/send-form HTTP/1.1',
    `host: ${new URL(url).host}`,
    `origin: ${url}`,
    `content-type: ${response.headers.get('content-type')}`,
    'content-length: ',
  ].join('\r\n')
  return (captchaToken = '') => {
    const message = body.replace(ID, crypto.randomUUID()).replace(TOKEN, captchaToken)
    return headers + message.length + END_OF_HEADERS + message
  }
}

type LoadResult = {
  /** The number of responses 200. Any other response throws. */
  answered: number
  seconds: number
  /** The milliseconds of each request, in ascending order. */
  latencies: number[]
}

/**
 * Sends requests over `clients` connections, each from a separate address, until `next` returns
 * undefined. A client sends its next request after the response to the last one.
 */
async function sendAll(
  url: string,
  next: () => string | undefined,
  clients: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const begin = performance.now()
  const runClient = async (client: number) => {
    const [host, port] = ['127.0.0.1', Number(new URL(url).port)]
    const socket = connect({ host, port, localAddress: localAddress(client) }).setNoDelay()
    await once(socket, 'connect')
    for (let request = next(); request; request = next()) {
      latencies.push(await exchange(socket, request))
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
  const seconds = (performance.now() - begin) / 1000
  return { answered: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) }
}

/** Sends a request and returns the milliseconds until its response is complete. */
async function exchange(socket: Socket, request: string): Promise<number> {
  const begin = performance.now()
  const answered = Promise.withResolvers<string>()
  let received = ''
  const listen = (chunk: Buffer) => {
    received += chunk.toString('latin1')
    const end = received.indexOf(END_OF_HEADERS)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
    if (end >= 0 && received.length >= end + END_OF_HEADERS.length + length)
      answered.resolve(received)
  }
  socket.on('data', listen).once('close', answered.reject)
  socket.write(request, 'latin1')
  const response = await answered.promise
  socket.removeAllListeners('data').removeListener('close', answered.reject)
  if (!response.startsWith(OK)) throw new Error(`Expected 200, got ${response.slice(0, 200)}`)
  return performance.now() - begin
}

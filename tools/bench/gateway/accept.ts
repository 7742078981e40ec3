import { solvedCaptchas } from 'test-fixtures/load.ts'
import { freshDatabase } from 'test-fixtures/postgres.ts'
import { memoryOf, processorMs } from 'test-fixtures/processes.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatPercent,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from '../figures.ts'
import { openDisk } from './disk.ts'
import { startGateway } from './gateway-process.ts'
import { formRequests, sendAll } from './load-generator.ts'
import { type MailCounter, startMailCounter } from './mail-server.ts'

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

export async function measureAccepting(effort: Effort, postgres: string): Promise<string> {
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

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openStore, type Store } from '../src/gateway/store/store.ts'
import { formOf, postForm } from '../tests/fixtures/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../tests/fixtures/gateway-process.ts'
import { bytesStored, solvedCaptchas } from '../tests/fixtures/load.ts'
import { startMailServer } from '../tests/fixtures/mail-server.ts'
import { memoryOf } from '../tests/fixtures/memory.ts'
import { freshDatabase, startPostgres } from '../tests/fixtures/postgres.ts'

// What one machine bears: messages of 1 KB from form to mail, as fast as senders can.

const MESSAGES = Number(process.argv[2] ?? 3000)
const SENDERS = 32
const TICKS_A_SECOND = 100
const TEXT = 'A project for spring, in ten pages. '.repeat(28)

type Setup = { name: string; gateways: number; captcha: 'none' | 'altcha'; databaseUrl?: string }

const postgres = await startPostgres()
try {
  const rows: Record<string, Record<string, number>> = {}
  for (const setup of await setUps()) rows[setup.name] = await measure(setup)
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(`${MESSAGES} messages, ${SENDERS} senders, ${cpus().length} cores, ${memory} GiB`)
  console.log(tableOf(rows))
} finally {
  await postgres.stop()
}

async function setUps(): Promise<Setup[]> {
  const database = async () => ({ databaseUrl: (await freshDatabase(postgres.url)).url })
  return [
    { name: 'SQLite', gateways: 1, captcha: 'none' },
    { name: 'SQLite, captcha', gateways: 1, captcha: 'altcha' },
    { name: 'PostgreSQL', gateways: 1, captcha: 'none', ...(await database()) },
    { name: 'PostgreSQL, captcha', gateways: 1, captcha: 'altcha', ...(await database()) },
    { name: 'PostgreSQL, two gateways', gateways: 2, captcha: 'none', ...(await database()) },
  ]
}

async function measure({ gateways: count, captcha, databaseUrl }: Setup) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-capacity-'))
  const place = { dataFolder: folder, databaseUrl }
  // Takes mails as fast as they come: the gateway is what is measured.
  const mail = await startMailServer({
    onData: (stream, _, done) => stream.resume().on('end', () => done(null, 'taken')),
  })
  const environment = {
    DATA_FOLDER: folder,
    SMTP_URL: mail.url,
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    PAGE_CAPTCHA: captcha,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const gateways = await Promise.all(Array.from({ length: count }, () => spawnGateway(environment)))
  const tokens = captcha === 'altcha' ? await solvedCaptchas(place, MESSAGES) : []
  const store = await openStore(place)
  const before = { seconds: processorSeconds(gateways), bytes: await bytesStored(store) }
  const begin = performance.now()
  const waits = await sendAll(gateways, tokens)
  const accepted = performance.now() - begin
  while ((await countUnsent(store)) > 0) await setTimeout(50)
  const delivered = performance.now() - begin
  const figures = {
    'accepted a second': (MESSAGES / accepted) * 1000,
    'half answered within ms': waits[Math.floor(MESSAGES / 2)] ?? 0,
    '99 of 100 within ms': waits[Math.floor(MESSAGES * 0.99)] ?? 0,
    'delivered a second': (MESSAGES / delivered) * 1000,
    'processor ms a message': ((processorSeconds(gateways) - before.seconds) * 1000) / MESSAGES,
    'MiB a gateway': memoryOf(gateways[0]?.child.pid),
    'bytes stored a message': ((await bytesStored(store)) - before.bytes) / MESSAGES,
  }
  await store.close()
  await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
  await mail.close()
  rmSync(folder, { recursive: true })
  return figures
}

/** Sends every message, some at a time, and tells how long each took, the quickest first. */
async function sendAll(gateways: GatewayProcess[], tokens: string[]): Promise<number[]> {
  const waits: number[] = []
  let next = 0
  const senders = Array.from({ length: SENDERS }, async () => {
    while (next < MESSAGES) {
      const number = next++
      const token = tokens[number]
      const form = formOf({
        message: `${number} ${TEXT}`,
        ...(token && { 'g-recaptcha-response': token }),
      })
      const begin = performance.now()
      const { status } = await postForm(gateways[number % gateways.length]?.url ?? '', form)
      if (status !== 200) throw new Error(`A message was answered ${status}.`)
      waits.push(performance.now() - begin)
    }
  })
  await Promise.all(senders)
  return waits.sort((a, b) => a - b)
}

async function countUnsent({ db }: Store): Promise<number> {
  const rows = db.selectFrom('messages').select('id').where('state', '!=', 'sent')
  return (await rows.execute()).length
}

/** What the processes have used of the processor, from Linux's own books. */
function processorSeconds(gateways: GatewayProcess[]): number {
  const ticks = gateways.map(({ child }) => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_A_SECOND
}

function tableOf(rows: Record<string, Record<string, number>>): string {
  const names = Object.keys(Object.values(rows)[0] ?? {})
  const lines = Object.entries(rows).map(([setup, figures]) => {
    const cells = Object.values(figures).map((value) => value.toFixed(value < 10 ? 1 : 0))
    return `| ${[setup, ...cells].join(' | ')} |`
  })
  return [`| | ${names.join(' | ')} |`, `|---|${'---:|'.repeat(names.length)}`, ...lines].join('\n')
}

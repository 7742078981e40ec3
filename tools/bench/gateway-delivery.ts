import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { composeMail } from 'reward-codes-gateway/internal/delivery/compose.ts'
import { readTemplates } from 'reward-codes-gateway/internal/delivery/template.ts'
import { enqueue, newMessageId } from 'reward-codes-gateway/internal/store/accept-message.ts'
import { openStore, type Store } from 'reward-codes-gateway/internal/store/store.ts'
import { freshDatabase } from 'test-fixtures/postgres.ts'
import { processorMs } from 'test-fixtures/processes.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatPercent,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from './figures.ts'
import { type DiscardingServer, startDiscardingServer, startGateway } from './gateway-servers.ts'

// Delivery of a full queue. Mails are counted at the mail server, once every sender is warm: each is
// a new process whose code is compiled as it runs.

const MAILS: Record<Effort, { warmUpPerSender: number; measured: number }> = {
  full: { warmUpPerSender: 1000, measured: 10_000 },
  quick: { warmUpPerSender: 50, measured: 300 },
}
const CONNECTIONS = 2
/** 1 KB. */
const TEXT = 'A project for spring, in ten pages. '.repeat(28)
const BASELINE = 'nodemailer in a bare loop'
const RATE = 'mails/s'
const CPU = 'CPU ms per mail'
const BYTES = 'bytes stored per message'

type Bench = { effort: Effort; mail: DiscardingServer }

export async function measureDelivery(effort: Effort, postgres: string): Promise<string> {
  const mail = await startDiscardingServer()
  const bench = { effort, mail }
  const measured = await interleave(RUNS[effort], {
    [BASELINE]: () => runBareLoop(bench),
    'one gateway, SQLite': () => runGateways(bench, 1),
    'one gateway, PostgreSQL': () => runGateways(bench, 1, postgres),
    'two gateways, PostgreSQL': () => runGateways(bench, 2, postgres),
    'four gateways, PostgreSQL': () => runGateways(bench, 4, postgres),
  })
  await mail.close()
  const heading = `Delivering a queue to a mail server on this machine, ${CONNECTIONS} connections per gateway:`
  return `${heading}\n\n${tableOf(measured)}`
}

/** The mails of a run: the warm-up of each sender, then the measured ones. */
function totalMails(effort: Effort, senders: number): number {
  const { warmUpPerSender, measured } = MAILS[effort]
  return warmUpPerSender * senders + measured
}

/** Measures the rate of the last mails of a run, and the CPU time of the senders for each. */
function countMails({ effort, mail }: Bench, senders: number, pids: () => (number | undefined)[]) {
  const { measured } = MAILS[effort]
  const cpuMs = () => pids().reduce<number>((sum, pid) => sum + processorMs(pid), 0)
  return new Promise<Sample>((resolve) => {
    let remaining = totalMails(effort, senders)
    let begin = 0
    let cpuBefore = 0
    mail.onMail = (time) => {
      remaining--
      if (remaining === measured) {
        begin = time
        cpuBefore = cpuMs()
      }
      if (remaining > 0) return
      const cpu = cpuMs() - cpuBefore
      resolve({ [RATE]: (measured / (time - begin)) * 1000, [CPU]: cpu / measured })
    }
  })
}

async function runBareLoop(bench: Bench): Promise<Sample> {
  const counted = countMails(bench, 1, () => [child.pid])
  const mails = String(totalMails(bench.effort, 1))
  const args = [import.meta.filename, bench.mail.url, mails, String(CONNECTIONS)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const sample = await counted
  await once(child, 'exit')
  return sample
}

async function runGateways(bench: Bench, count: number, postgres?: string): Promise<Sample> {
  const mails = totalMails(bench.effort, count)
  const database = postgres ? await freshDatabase(postgres) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-delivery-'))
  const withStore = async <Result>(use: (store: Store) => Promise<Result>) => {
    const store = await openStore({ dataFolder: folder, databaseUrl: database?.url })
    return use(store).finally(store.close)
  }
  await withStore((store) => fillQueue(store, mails))
  const pids: (number | undefined)[] = []
  const counted = countMails(bench, count, () => pids)
  const start = async () => {
    const gateway = await startGateway({
      DATA_DIR: folder,
      SMTP_URL: bench.mail.url,
      ...(database && { DATABASE_URL: database.url }),
    })
    pids.push(gateway.pid)
    return gateway
  }
  const gateways = await Promise.all(Array.from({ length: count }, start))
  const sample = await counted
  const bytes = await withStore(bytesStored)
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
  return { ...sample, [BYTES]: bytes / mails }
}

/** The database size on disk in bytes, without the write-ahead log. */
async function bytesStored({ db, kind, location }: Store): Promise<number> {
  if (kind === 'sqlite') return statSync(location).size
  const size = sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`
  return Number((await size.execute(db)).rows[0]?.bytes)
}

async function fillQueue(store: Store, mails: number) {
  const now = Date.now()
  const sender = { user_name: 'Ada Nowak', user_email: 'ada@example.org', subject: 'Feedback' }
  const variables = { ...sender, message: TEXT }
  await store.write(async (tx) => {
    for (let n = 0; n < mails; n++) {
      await enqueue(tx, {
        id: newMessageId(now),
        kind: 'message',
        account: 'portfolio',
        reason: null,
        service: 'default_service',
        template: 'contact',
        sender: sender.user_email,
        mayReply: false,
        mailDomain: 'portfolio.test',
        variables,
        now,
      })
    }
  })
}

function tableOf(measured: Record<string, Figures>): string {
  const rows = Object.entries(measured).map(([name, figures]) => [
    name,
    {
      [RATE]: formatFigure(figures[RATE]),
      'of the bare loop': formatPercent(figures[RATE], measured[BASELINE]?.[RATE]),
      [CPU]: formatFigure(figures[CPU]),
      [BYTES]: formatFigure(figures[BYTES]),
    },
  ])
  return markdownTable(Object.fromEntries(rows))
}

/**
 * The baseline, in its own process: sends one mail `count` times as fast as nodemailer can, over as many
 * connections as the delivery worker uses.
 */
async function runBareMailer([url = '', count = '0', connections = '2']: string[]) {
  const { hostname, port } = new URL(url)
  const mailer = nodemailer.createTransport({
    pool: true,
    host: hostname,
    port: Number(port),
    ignoreTLS: true,
    maxConnections: Number(connections),
  })
  const template = readTemplates().get('contact')
  if (!template) throw new Error('There is no template "contact".')
  const message = {
    id: 'bare',
    message_id_header: '<bare@portfolio.test>',
    received_at: Date.now(),
    template_params: JSON.stringify({
      user_name: 'Ada Nowak',
      user_email: 'ada@example.org',
      subject: 'Feedback',
      message: TEXT,
    }),
  }
  const mail = composeMail(message, template, {
    from: 'portfolio@portfolio.test',
    to: ['owner@portfolio.test'],
    site: 'Reward Codes',
  })
  let remaining = Number(count)
  await Promise.all(
    Array.from({ length: Number(connections) }, async () => {
      while (remaining-- > 0) await mailer.sendMail({ ...mail })
    }),
  )
  mailer.close()
}

if (import.meta.main) await runBareMailer(process.argv.slice(2))

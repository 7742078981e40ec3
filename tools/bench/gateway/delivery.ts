import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enqueue, newMessageId } from 'reward-codes-gateway/internal/store/outbox.ts'
import { openStore, type StoreLocation } from 'reward-codes-gateway/internal/store/store.ts'
import { bytesStored } from '../../tests/fixtures/load.ts'
import { freshDatabase } from '../../tests/fixtures/postgres.ts'
import { type Figure, interleave, type Sample, tableOf, write, writeFigure } from './figures.ts'
import { startGateway, startQuickMailServer } from './gateway-environment.ts'
import { processorSeconds } from './processor.ts'

// From the outbox to the mail server. Mails are counted at the server, when all who send are warm: each
// is a program of its own, whose code is compiled as it runs.

const MAILS = 10_000
const WARM_UP_EACH = 1000
const CONNECTIONS = 2
const BARE_LOOP = join(import.meta.dirname, '../../tests/fixtures/bare-mailer.ts')
const PROCESSOR = 'CPU ms per mail'
const BYTES = 'bytes stored per message'
const LIMIT = 'nodemailer in a bare loop'

type MailServer = Awaited<ReturnType<typeof startQuickMailServer>>

export async function measureCourier(postgres: string): Promise<string> {
  const mail = await startQuickMailServer()
  const bare = (gateways: number) => () => runBareLoop(mail, CONNECTIONS * gateways)
  const deliver = (gateways: number, server?: string) => () => runGateways(mail, gateways, server)
  const measured = await interleave({
    [LIMIT]: bare(1),
    'one gateway, SQLite': deliver(1),
    'one gateway, PostgreSQL': deliver(1, postgres),
    'two gateways, PostgreSQL': deliver(2, postgres),
    'four gateways, PostgreSQL': deliver(4, postgres),
  })
  await mail.close()
  return tableOf(withRatios(measured))
}

/** How many mails in all, so that of so many senders each is warm before the last ones are counted. */
const mailsOf = (senders: number) => WARM_UP_EACH * senders + MAILS

/** How many of the last mails came in a second, and what each has cost the senders' processes. */
function countMails(mail: MailServer, senders: number, pids: () => (number | undefined)[]) {
  return new Promise<Sample>((resolve) => {
    let left = mailsOf(senders)
    let begin = 0
    let used = 0
    mail.onMail = (at) => {
      left--
      if (left === MAILS) {
        begin = at
        used = processorSeconds(pids())
      }
      if (left > 0) return
      const seconds = processorSeconds(pids()) - used
      resolve({
        'a second': (MAILS / (at - begin)) * 1000,
        [PROCESSOR]: (seconds * 1000) / MAILS,
      })
    }
  })
}

async function runBareLoop(mail: MailServer, connections: number): Promise<Sample> {
  const counted = countMails(mail, 1, () => [child.pid])
  const args = [BARE_LOOP, mail.url, String(mailsOf(1)), String(connections)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const sample = await counted
  await once(child, 'exit')
  return sample
}

async function runGateways(mail: MailServer, count: number, server?: string): Promise<Sample> {
  const database = server ? await freshDatabase(server) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-courier-'))
  const place = { dataFolder: folder, databaseUrl: database?.url }
  await fillOutbox(place, mailsOf(count))
  const running: (number | undefined)[] = []
  const counted = countMails(mail, count, () => running)
  const environment = {
    ...{ DATA_DIR: folder, SMTP_URL: mail.url },
    ...(database && { DATABASE_URL: database.url }),
  }
  const start = async () => {
    const gateway = await startGateway(environment)
    running.push(gateway.pid)
    return gateway
  }
  const gateways = await Promise.all(Array.from({ length: count }, start))
  const sample = await counted
  const bytes = await bytesIn(place)
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
  return { ...sample, [BYTES]: bytes / mailsOf(count) }
}

async function bytesIn(place: StoreLocation): Promise<number> {
  const store = await openStore(place)
  const bytes = await bytesStored(store)
  await store.close()
  return bytes
}

async function fillOutbox(place: StoreLocation, mails: number) {
  const store = await openStore(place)
  const now = Date.now()
  const words = { user_name: 'Ada Nowak', user_email: 'ada@example.org', subject: 'Feedback' }
  const variables = { ...words, message: 'A project for spring, in ten pages. '.repeat(28) }
  await store.write(async (tx) => {
    for (let n = 0; n < mails; n++) {
      await enqueue(tx, {
        ...{ id: newMessageId(now), kind: 'message', account: 'portfolio', reason: null },
        ...{ service: 'default_service', template: 'contact', sender: 'ada@example.org' },
        ...{ mayReply: false, mailDomain: 'portfolio.test', variables, now },
      })
    }
  })
  await store.close()
}

function withRatios(measured: Record<string, Record<string, Figure>>) {
  const limit = measured[LIMIT]?.['a second']?.median ?? Number.NaN
  return Object.fromEntries(
    Object.entries(measured).map(([name, figures]) => {
      const cell = (what: string) => (figures[what] ? writeFigure(figures[what]) : '')
      const rate = figures['a second']?.median ?? Number.NaN
      return [
        name,
        {
          'mails/s': cell('a second'),
          'of the bare loop': `${write((100 * rate) / limit)} %`,
          [PROCESSOR]: cell(PROCESSOR),
          [BYTES]: cell(BYTES),
        },
      ]
    }),
  )
}

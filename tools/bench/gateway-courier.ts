import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enqueue, newMessageId } from '../src/gateway/store/outbox.ts'
import { openStore, type StorePlace } from '../src/gateway/store/store.ts'
import { freshDatabase } from '../tests/fixtures/postgres.ts'
import { type Figure, interleave, type Sample, tableOf, write, writeFigure } from './figures.ts'
import { startGateway, startQuickMailServer } from './gateway-place.ts'

// From the outbox to the mail server. Mails are counted at the server, when all who send are warm: each
// is a program of its own, whose code is compiled as it runs.

const MAILS = 600
const WARM_UP_EACH = 300
const CONNECTIONS = 2
const BARE_LOOP = join(import.meta.dirname, '../tests/fixtures/bare-mailer.ts')
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

/** How many of the last mails came in a second. */
function countMails(mail: MailServer, senders: number): Promise<Sample> {
  return new Promise((resolve) => {
    let left = mailsOf(senders)
    let begin = 0
    mail.onMail = (at) => {
      left--
      if (left === MAILS) begin = at
      if (left === 0) resolve({ 'a second': (MAILS / (at - begin)) * 1000 })
    }
  })
}

async function runBareLoop(mail: MailServer, connections: number): Promise<Sample> {
  const counted = countMails(mail, 1)
  const args = [BARE_LOOP, mail.url, String(mailsOf(1)), String(connections)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const sample = await counted
  await once(child, 'exit')
  return sample
}

async function runGateways(mail: MailServer, count: number, server?: string): Promise<Sample> {
  const database = server ? await freshDatabase(server) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-courier-'))
  await fillOutbox({ dataFolder: folder, databaseUrl: database?.url }, mailsOf(count))
  const counted = countMails(mail, count)
  const environment = {
    ...{ DATA_FOLDER: folder, SMTP_URL: mail.url },
    ...(database && { DATABASE_URL: database.url }),
  }
  const gateways = await Promise.all(Array.from({ length: count }, () => startGateway(environment)))
  const sample = await counted
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
  return sample
}

async function fillOutbox(place: StorePlace, mails: number) {
  const store = await openStore(place)
  const now = Date.now()
  const words = { user_name: 'Ada Nowak', user_email: 'ada@example.org', subject: 'Feedback' }
  const variables = { ...words, message: 'A project for spring, in ten pages. '.repeat(28) }
  await store.write(async (tx) => {
    for (let n = 0; n < mails; n++) {
      await enqueue(tx, {
        ...{ id: newMessageId(now), purpose: 'message', account: 'portfolio', reason: null },
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
    Object.entries(measured).flatMap(([name, { 'a second': rate }]) =>
      rate
        ? [
            [
              name,
              {
                'mails a second': writeFigure(rate),
                'of the bare loop': `${write((100 * rate.median) / limit)} %`,
              },
            ],
          ]
        : [],
    ),
  )
}

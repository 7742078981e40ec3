import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { formOf } from 'test-fixtures/gateway.ts'
import { spawnGateway } from 'test-fixtures/gateway-process.ts'
import { type Deed, smtpSettings, startMailServer } from 'test-fixtures/mail-server.ts'
import { freshDatabase, startPostgres } from 'test-fixtures/postgres.ts'
import { localAddress } from 'test-fixtures/raw-http.ts'
import { interleave, markdownTable, type Sample, summarize } from './figures.ts'

const RUNS = 3
const SECONDS = 20
const VISITORS = 32
const NO_LIMIT = '1000000000'
/** 1 KB. */
const TEXT = 'A project for spring, in ten pages. '.repeat(28)

/** Compares a gateway under load with its route that stores nothing, and with plain inserts of the same text. */
export async function measureGateway(isQuick: boolean): Promise<string> {
  const seconds = isQuick ? 1 : SECONDS
  const postgres = await startPostgres()
  const newDatabase = async () => (await freshDatabase(postgres.url)).url
  const mails = fork(import.meta.filename)
  const [url] = await once(mails, 'message')
  const mail = smtpSettings(String(url))
  let delivered = 0
  mails.on('message', (count) => {
    delivered = Number(count)
  })
  const count = () => delivered
  const measured = await interleave(isQuick ? 1 : RUNS, {
    'the route, storing nothing': () => sendMessages(seconds, { STORES: 'no' }),
    'SQLite, inserts, one a transaction': async () => insertSqlite(seconds, 1),
    [`SQLite, inserts, ${VISITORS} a transaction`]: async () => insertSqlite(seconds, VISITORS),
    'SQLite, messages': () => sendMessages(seconds, { DELIVERS: 'no' }),
    'SQLite, messages while delivering': () => sendMessages(seconds, mail, count),
    'PostgreSQL, inserts': async () => insertPostgres(seconds, await newDatabase()),
    'PostgreSQL, messages': async () =>
      sendMessages(seconds, { DATABASE_URL: await newDatabase(), DELIVERS: 'no' }),
    'PostgreSQL, messages while delivering': async () =>
      sendMessages(seconds, { DATABASE_URL: await newDatabase(), ...mail }, count),
  })
  mails.disconnect()
  await postgres.stop()
  const columns = ['a second', 'p99 ms', 'delivered a second']
  const rows = Object.entries(measured).map(([name, samples]) => [
    name,
    ...columns.map((column) => summarize(samples, column).text),
  ])
  return markdownTable(columns, rows)
}

/** Loads a new gateway, after a quarter of the time to warm up. */
async function sendMessages(
  seconds: number,
  settings: Record<string, string>,
  countDelivered?: () => number,
): Promise<Sample> {
  const gateway = await spawnGateway({
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    RATE_LIMIT_PER_IP: NO_LIMIT,
    RATE_LIMIT_PER_SITE: NO_LIMIT,
    ...settings,
  })
  const makeRequest = await requestsTo(gateway.url)
  await sendUntil(performance.now() + 250 * seconds, gateway.url, makeRequest)
  const before = countDelivered?.() ?? 0
  const latencies = await sendUntil(performance.now() + 1000 * seconds, gateway.url, makeRequest)
  const delivered = (countDelivered?.() ?? Number.NaN) - before
  await gateway.stop('SIGTERM')
  const sorted = latencies.toSorted((one, other) => one - other)
  return {
    'a second': latencies.length / seconds,
    'p99 ms': sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN,
    'delivered a second': delivered / seconds,
  }
}

/** Each visitor has an address, and sends the next message after the answer to the last one. Returns milliseconds. */
async function sendUntil(end: number, url: string, makeRequest: () => string): Promise<number[]> {
  const [host, port] = ['127.0.0.1', Number(new URL(url).port)]
  const latencies: number[] = []
  const visit = async (visitor: number) => {
    const socket = connect({ host, port, localAddress: localAddress(visitor) }).setNoDelay()
    for (let begin = performance.now(); begin < end; begin = performance.now()) {
      socket.write(makeRequest(), 'latin1')
      const [answer] = await once(socket, 'data')
      if (!`${answer}`.startsWith('HTTP/1.1 200 ')) throw new Error(`${answer}`)
      latencies.push(performance.now() - begin)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: VISITORS }, (_, visitor) => visit(visitor)))
  return latencies
}

/** Encodes the form once, as a browser does. Each request has another id in its text. */
async function requestsTo(url: string): Promise<() => string> {
  const id = crypto.randomUUID()
  const response = new Response(formOf({ message: `${id} ${TEXT}` }))
  const body = await response.text()
  const type = response.headers.get('content-type')
  const { host, origin } = new URL(url)
  const head = `POST /api/v1.0/email/send-form HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n`
  const request = `${head}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  return () => request.replace(id, crypto.randomUUID())
}

function insertSqlite(seconds: number, rows: number): Sample {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const database = new DatabaseSync(join(folder, 'inserts.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table messages (id text primary key, body text)')
  const insert = database.prepare('insert into messages values (?, ?)')
  const end = performance.now() + seconds * 1000
  let count = 0
  while (performance.now() < end) {
    database.exec('begin immediate')
    for (let row = 0; row < rows; row++) insert.run(crypto.randomUUID(), TEXT)
    database.exec('commit')
    count += rows
  }
  database.close()
  rmSync(folder, { recursive: true })
  return { 'a second': count / seconds }
}

/** Over as many connections as visitors. */
async function insertPostgres(seconds: number, connectionString: string): Promise<Sample> {
  const pool = new pg.Pool({ connectionString, max: VISITORS })
  await pool.query('create table messages (id text primary key, body text)')
  const end = performance.now() + seconds * 1000
  let count = 0
  const visit = async () => {
    while (performance.now() < end) {
      await pool.query('insert into messages values ($1, $2)', [crypto.randomUUID(), TEXT])
      count++
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visit))
  await pool.end()
  return { 'a second': count / seconds }
}

/** A mail server in a separate process, so that the load does not delay it. */
async function serveMails() {
  let mails = 0
  const end: Deed = (socket) => {
    mails++
    socket.write('250 taken\r\n')
  }
  const { url } = await startMailServer({ script: { end } })
  process.on('disconnect', () => process.exit(0))
  process.send?.(url)
  setInterval(() => process.send?.(mails), 50)
}

if (import.meta.main) await serveMails()

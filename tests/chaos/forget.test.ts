import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { sqliteFile } from 'reward-codes-gateway/internal/store/sqlite.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { startOwnMailServer } from '../fixtures/delivery.ts'
import { onSlowDisk } from '../fixtures/failing-disk.ts'
import { findInFiles, findInTexts } from '../fixtures/find-in-files.ts'
import { postForm, startTestGateway } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { mailSettings, say, sayIf } from '../fixtures/mail-server.ts'
import { recordResult } from '../fixtures/results.ts'
import { freshPlace, STORES, type StoreKind } from '../fixtures/stores.ts'

const DAY_MS = 86_400_000
/** Shorter than the timeout for truncating the write-ahead log. */
const SLOW_MS = 1000

const textsOf = (found: { text: string }[]) => [...new Set(found.map(({ text }) => text))].sort()

test.each(STORES)(
  'forget erases all data of a visitor from %s while a gateway is running',
  async (kind) => {
    const traced = await startTraced(kind)
    const gateway = await passEveryState(traced, async (environment) => {
      const { url, stop } = await spawnGateway(environment)
      return { url, stop: () => stop('SIGKILL') }
    })
    onTestFinished(gateway.stop)
    const before = await traced.search()
    expect(textsOf(before.found)).toEqual([...TRACES].sort())
    if (kind === 'sqlite') {
      const names = before.found.map(({ file }) => file).join('\n')
      expect(names).toMatch(/messages\.db$/m)
      expect(names).toContain('messages.db-wal')
    }
    const { exitCode, out } = await traced.messages('forget', ADDRESS, '--yes', '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(out).forgotten).toHaveLength(4)
    const after = await traced.search()
    expect(after.found).toEqual([])
    expect(await postForm(gateway.url, { message: 'Life goes on.' })).toMatchObject({ status: 200 })
    recordResult({
      'forms looked for': before.forms,
      'bytes read': after.bytes,
      'traces before': before.found.length,
      'traces after': after.found.length,
    })
  },
)

test.each(STORES)('after RETENTION_DAYS no data of a visitor is left in %s', async (kind) => {
  const traced = await startTraced(kind)
  const first = await passEveryState(traced)
  await first.stop()
  traced.server.script = {}
  const second = await startInside(traced.withMailServer, DAY_MS / 24)
  await expect.poll(traced.states, { interval: 300 }).toEqual(['failed', 'held', 'sent', 'sent'])
  // The mail about held messages names the visitor, too.
  await expect.poll(traced.queued, { interval: 300 }).toBe(0)
  await second.stop()
  const before = await traced.search()
  expect(textsOf(before.found)).toEqual([...TRACES].sort())

  const third = await startInside(traced.withMailServer, 31 * DAY_MS)
  onTestFinished(third.stop)
  const found = async () => (await traced.search()).found
  await expect.poll(found, { interval: 300 }).toEqual([])
  recordResult({ 'traces before': before.found.length, 'traces after': (await found()).length })
})

test('forget fails if another process blocks the WAL truncation, and succeeds on retry', async () => {
  const traced = await startTraced('sqlite')
  const { url, stop } = await startInside(traced.environment)
  onTestFinished(stop)
  await leave({ url })
  const reader = await openStore({ dataFolder: traced.environment.DATA_DIR })
  await reader.db.connection().execute(async (connection) => {
    const rows = connection.selectFrom('messages').selectAll().stream()
    await rows.next()
    const refused = await traced.messages('forget', ADDRESS, '--yes')
    expect(refused.exitCode).toBe(1)
    expect(refused.error).toContain('messages.db-wal')
    expect((await traced.search()).found).not.toEqual([])
    await rows.return?.(undefined)
  })
  await reader.close()
  expect(await traced.messages('forget', ADDRESS, '--yes')).toMatchObject({ exitCode: 0 })
  expect((await traced.search()).found).toEqual([])
})

test('the write-ahead log is truncated even while another process checkpoints it', async () => {
  const { dataFolder, open } = await freshPlace('sqlite')
  const store = await open()
  const file = sqliteFile(dataFolder)
  const sizeBefore = statSync(file).size
  await sql`pragma wal_autocheckpoint = 0`.execute(store.db)
  await sql`create table filler as select randomblob(200000) as content`.execute(store.db)
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    new DatabaseSync(${JSON.stringify(file)}).exec('pragma wal_checkpoint(passive)')`
  const [command = '', ...before] = [...onSlowDisk(file, SLOW_MS), process.execPath, '-e', program]
  const checkpointer = spawn(command, before, { stdio: 'inherit' })
  const ended = once(checkpointer, 'exit')
  // The checkpoint has written the database and waits for the fsync.
  await expect.poll(() => statSync(file).size, { interval: 10 }).toBeGreaterThan(sizeBefore)
  await store.truncateWal()
  expect(statSync(`${file}-wal`).size).toBe(0)
  expect(await ended).toEqual([0, null])
})

const ADDRESS = 'Geheimnis.Traeger@visitor-of-ours.example'
const NAME = 'Żaneta Śniegoń'
const SUBJECT = 'Verschwiegenheit'
const WORDS = 'Łódź wartet nicht'
/** Every text that identifies the visitor. */
const TRACES = [ADDRESS, NAME, SUBJECT, WORDS]
/** Mail servers often quote an address that they refuse. */
const REFUSAL = `nothing by ${ADDRESS} is taken here`

const STATES = ['failed', 'held', 'queued', 'sent']

/** A message store in which a visitor's messages can pass through every state. */
async function startTraced(kind: StoreKind) {
  const { dataFolder, databaseUrl, environment: place } = await freshPlace(kind)
  const server = await startOwnMailServer()
  const environment = { ...place, RETENTION_DAYS: '30' }
  const allMessages = async () => {
    const store = await openStore({ dataFolder, databaseUrl })
    const rows = await store.db.selectFrom('messages').select(['state', 'sender']).execute()
    await store.close()
    return rows
  }
  return {
    server,
    environment,
    withMailServer: { ...environment, ...mailSettings(server.url) },
    /** Searches all files of SQLite, or all rows of PostgreSQL, for the visitor's data. */
    search: async () =>
      databaseUrl
        ? findInTexts(await everyRow(databaseUrl), TRACES)
        : findInFiles([dataFolder], TRACES),
    messages: (...args: string[]) => callMessages(args, environment),
    states: async () => {
      const rows = await allMessages()
      return rows
        .filter(({ sender }) => sender === ADDRESS.toLowerCase())
        .map(({ state }) => state)
        .sort()
    },
    /** The number of mails that wait, of whatever sender. */
    queued: async () => (await allMessages()).filter(({ state }) => state === 'queued').length,
  }
}

type Traced = Awaited<ReturnType<typeof startTraced>>

type Running = { url: string; stop: () => Promise<void> }

/** A gateway in this process, with its clock `aheadMs` ahead. */
async function startInside(environment: Record<string, string>, aheadMs = 0): Promise<Running> {
  const clock = () => Date.now() + aheadMs
  const { url, close } = await startTestGateway({ environment, clock })
  return { url, stop: close }
}

/** Brings the visitor's messages into every state. The returned gateway keeps running. */
async function passEveryState(
  traced: Traced,
  start: (environment: Record<string, string>) => Promise<Running> = startInside,
) {
  const { server, states, ...place } = traced
  let aheadMs = -7 * DAY_MS
  const clock = () => Date.now() + aheadMs
  const first = await startTestGateway({ environment: place.withMailServer, clock })
  await leave(first)
  await expect.poll(states).toEqual(['sent'])
  server.script = { recipient: say(`550 ${REFUSAL}`) }
  await leave(first)
  // A back-off lasts 4.4 hours at most. Each attempt ends before the clock advances: 15 fail a message, not the days alone.
  let seen = 0
  const statesLater = async () => {
    const { ended } = await first.gateway.store.db
      .selectFrom('attempts')
      .select(({ fn }) => fn.count<number>('outcome').as('ended'))
      .executeTakeFirstOrThrow()
    if (ended > seen) {
      seen = ended
      aheadMs = Math.min(aheadMs + DAY_MS / 5, 0)
      first.gateway.wake()
    }
    return states()
  }
  await expect.poll(statesLater, { interval: 50 }).toEqual(['failed', 'sent'])
  await first.close()
  const gateway = await start(place.withMailServer)
  server.script = { end: sayIf(({ raw }) => raw.includes(ADDRESS), `451 ${REFUSAL}`) }
  await leave(gateway, { contact_website_url: 'https://spam.example' })
  await leave(gateway)
  await postForm(gateway.url, { message: 'Somebody else.' })
  await expect.poll(states).toEqual(STATES)
  return gateway
}

async function leave(gateway: { url: string }, more: Record<string, string> = {}) {
  // Long enough that remaining rows do not happen to overwrite the deleted ones.
  const message = `${WORDS}, ${crypto.randomUUID().repeat(40)}.`
  const fields = { user_name: NAME, user_email: ADDRESS, subject: SUBJECT, message, ...more }
  expect(await postForm(gateway.url, fields)).toMatchObject({ status: 200 })
}

/** The text of every row, by the name of its table. */
async function everyRow(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const texts: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(`select t::text as text from ${name} as t`)
      texts[name] = rows.map(({ text }) => text).join('\n')
    }
    return texts
  } finally {
    await client.end()
  }
}

import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { SEND_FORM_PATH } from 'reward-codes-gateway/protocol'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startOwnGateway, startOwnMailServer } from '../fixtures/delivery.ts'
import { onSlowDisk } from '../fixtures/failing-disk.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { freshForm, postForm, startTestGateway } from '../fixtures/gateway.ts'
import { startVerifier } from '../fixtures/mail-api.ts'
import { mailSettings } from '../fixtures/mail-server.ts'
import { countWithContent, createSentMessages, write } from '../fixtures/messages.ts'
import { startPageServer } from '../fixtures/page-server.ts'
import { startStallingProxy } from '../fixtures/postgres.ts'
import { ask, post } from '../fixtures/raw-http.ts'
import { startGatewayProgram } from '../fixtures/run-command.ts'
import { freshPlace } from '../fixtures/stores.ts'

/** What the program logs if it exits after 9.5 s, or sooner as a test sets it. */
const STOPPED_EARLY = 'stopped before all work was finished'

const HALF_A_HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n'
const HALF_A_FORM = [
  `POST ${SEND_FORM_PATH} HTTP/1.1`,
  'Host: portfolio.test',
  'Origin: https://portfolio.test',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Length: 9999',
  '\r\n--x',
].join('\r\n')

/** Sends data on a new connection and waits until it is read. `ended` resolves on close. */
async function sendPartial(url: string, words: string) {
  const { hostname, port } = new URL(url)
  const line: Socket = connect(Number(port), hostname)
  // The tests expect the server to reset the connection.
  line.on('error', () => {})
  line.resume()
  onTestFinished(() => {
    line.destroy()
  })
  const ended = new Promise((resolve) => line.once('close', resolve))
  await new Promise((resolve) => line.write(words, resolve))
  // Requests are answered in order of arrival, so the data has been read by now.
  expect((await fetch(url)).status).toBe(404)
  return { line, ended }
}

/** Runs `npm start`. Returns the process, its URL and its end. */
async function start(settings: Record<string, string>, before: string[] = []) {
  const { child, until, ended } = startGatewayProgram(settings, before)
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, ended, url: await until(/(http:\/\/[\d.:]+)/) }
}

test.each([
  ['head', HALF_A_HEAD],
  ['form', HALF_A_FORM],
])('a stop ends although a connection has sent half a %s', async (_, words) => {
  const gateway = await startTestGateway({ times: { stopMs: 200 } })
  const half = await sendPartial(gateway.url, words)
  await gateway.close()
  await half.ended
})

test('on SIGTERM during maintenance the program exits, and resumes maintenance after a restart', async () => {
  const folder = freshFolder()
  await createSentMessages(folder, 50_000)
  const left = () => countWithContent(folder)
  const before = left()
  const settings = { DATA_DIR: folder, RETENTION_DAYS: '1' }
  // Each batch waits for the disk, so that the stop comes before the last one on any machine.
  const { child, ended } = await start(settings, onSlowDisk(folder, 100))
  await expect.poll(left).toBeLessThan(before)
  child.kill('SIGTERM')
  const { exitCode, out } = await ended
  expect(exitCode).toBe(0)
  expect(out).not.toContain(STOPPED_EARLY)
  const remaining = left()
  expect(remaining).toBeGreaterThan(before / 2)
  await start(settings)
  await expect.poll(left).toBeLessThan(remaining)
})

test('on SIGTERM the program exits although PostgreSQL does not take the result of a delivery', async () => {
  const database = await startStallingProxy(inject('postgres'))
  const mail = await startOwnMailServer()
  onTestFinished(database.close)
  let accept = () => {}
  mail.script = {
    end: (socket) => {
      accept = () => socket.write('250 taken\r\n')
    },
  }
  const { databaseUrl = '', open } = await freshPlace('postgres')
  await write(await open())
  const through = new URL(databaseUrl)
  through.port = String(database.port)
  const { child, ended } = startPageServer(freshFolder(), {
    DATABASE_URL: through.href,
    ...mailSettings(mail.url),
    PORT: '0',
    OPS_PORT: '0',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => mail.ended.length).toBe(1)
  database.stall()
  accept()
  // The gateway records the result at once, and waits 12 s for the database.
  await rest(500)
  child.kill('SIGTERM')
  const { exitCode, out } = await ended
  expect(exitCode).toBe(0)
  expect(out).toContain(STOPPED_EARLY)
})

test('a request received completely before a stop is answered and stored', async () => {
  let answer: ServerResponse | undefined
  const verifier = await startVerifier((_, response) => {
    answer = response
  })
  const dataFolder = freshFolder()
  const gateway = await startTestGateway({
    page: { captcha: 'turnstile' },
    environment: {
      DATA_DIR: dataFolder,
      TURNSTILE_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: verifier,
    },
  })
  const form = new Response(freshForm({ 'g-recaptcha-response': 'token' }))
  const type = form.headers.get('content-type') ?? ''
  const body = Buffer.from(await form.arrayBuffer())
  const reply = ask(gateway.url, post(gateway.url, SEND_FORM_PATH, type, body))
  await expect.poll(() => answer).toBeDefined()
  const closed = gateway.close()
  await expect.poll(() => fetch(gateway.url).then(Boolean, () => false)).toBe(false)
  answer?.end('{"success":true,"hostname":"127.0.0.1"}')
  expect(await reply).toMatchObject({ status: 200, headers: { 'x-reason': 'accepted' } })
  await closed
  const store = await openStore({ dataFolder })
  expect(await store.db.selectFrom('messages').select('state').execute()).toHaveLength(1)
  await store.close()
})

test('a request completed during shutdown is answered normally', async () => {
  const gateway = await startTestGateway()
  const { line, ended } = await sendPartial(gateway.url, HALF_A_HEAD)
  let received = ''
  line.on('data', (chunk) => {
    received += chunk
  })
  const closed = gateway.close()
  await expect.poll(() => fetch(gateway.url).then(Boolean, () => false)).toBe(false)
  line.write('\r\n')
  await ended
  await closed
  expect(received).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: close[\s\S]*Not Found$/i)
})

test('a gateway that has stopped delivery still accepts messages for the next start', async () => {
  const { url, gateway } = await startOwnGateway()
  await gateway.delivery.stop()
  expect(gateway.delivery.isRunning()).toBe(false)
  expect(await postForm(url, freshForm())).toMatchObject({ status: 200, reason: 'accepted' })
  const rows = await gateway.store.db.selectFrom('messages').select(['state', 'attempt']).execute()
  expect(rows).toEqual([{ state: 'queued', attempt: 0 }])
})

test('a gateway whose port is in use reports it and claims no message', async () => {
  const folder = freshFolder()
  const { port } = new URL(await startVerifier())
  const store = await openStore({ dataFolder: folder })
  await write(store)
  const settings = { PORT: port, DATA_DIR: folder }
  const { exitCode, error } = await startGatewayProgram(settings).ended
  const rows = await store.db.selectFrom('messages').select(['state', 'attempt']).execute()
  await store.close()
  expect(exitCode).toBe(1)
  expect(error).toContain('PORT')
  expect(rows).toEqual([{ state: 'queued', attempt: 0 }])
})

/** A connection to a database, closed when the test ends. */
async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a page without its gateway waits for a slow database with one try at a time', async () => {
  const { databaseUrl = '' } = await freshPlace('postgres')
  const [server, database] = [await connectTo(inject('postgres')), await connectTo(databaseUrl)]
  const name = new URL(databaseUrl).pathname.slice(1)
  await server.query(`alter database ${name} allow_connections false`)
  const settings = { DATABASE_URL: databaseUrl, PORT: '0', OPS_PORT: '0' }
  const { child, until } = startPageServer(freshFolder(), settings)
  onTestFinished(() => void child.kill('SIGKILL'))
  await until(/(store unavailable)/)
  await database.query('begin; lock table kysely_migration in access exclusive mode')
  await server.query(`alter database ${name} allow_connections true`)
  const tries = async () => {
    const waiting = `select from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`
    return (await server.query(waiting)).rowCount
  }
  await expect.poll(tries).toBe(1)
  // Several times as long as until a next try.
  await rest(1000)
  expect(await tries()).toBe(1)
  await database.query('commit')
  await until(/(this gateway delivers)/)
})

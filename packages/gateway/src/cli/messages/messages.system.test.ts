import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { beginAt, write } from 'test-fixtures/messages.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blockSender } from '../../store/blocked-senders.ts'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

afterEach(() => workspace.remove())

test.each([
  [['lst'], 'Did you mean list?'],
  [['list', '--stat', 'held'], 'Did you mean --state?'],
  [['list', '--state', 'unsent'], 'queued, held, sent, failed'],
  [['list', 'held'], 'too many arguments'],
  [['show'], "missing required argument 'ID'"],
  [['retry'], 'Name message ids, or use --all'],
  [['release', '3fa9c1', '--all'], 'Name message ids, or use --all'],
  [['forget', 'a@b.example, c@d.example'], 'not a plain e-mail address'],
])('%j exits with 2 and a hint', async (args, hint) => {
  const { exitCode, out, error } = await workspace.messages(...args)
  expect(exitCode).toBe(2)
  expect(out).toBe('')
  expect(error).toContain(hint)
})

const CONTROLS = '\u001b]0;owned\u0007\u009b2J\u202egpj'

test.each([
  ['list', 0],
  ['forget a@b.example', 0],
  ['show latest', 1],
  ['release abc', 1],
  ['retry abc', 1],
  ['backup copy.db', 1],
])('%s creates no database', async (line, exitCode) => {
  const ended = await workspace.messages(...line.split(' '))
  expect(ended.exitCode).toBe(exitCode)
  expect(existsSync(workspace.data)).toBe(false)
  expect(ended.out + ended.error).toContain('No messages yet.')
})

test.each([60, 80, 120])('list output is at most %i columns wide', async (columns) => {
  await workspace.inStore(async (store) => {
    await write(store, { name: 'Anna Nowak'.repeat(9), subject: 'x'.repeat(90) })
    await write(store, { reason: 'x'.repeat(300), subject: CONTROLS })
  })
  const { out } = await callMessages(['list'], { DATA_DIR: workspace.data }, { columns })
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
})

test('show accepts the short id of the list and prints all fields', async () => {
  const id = await workspace.inStore((store) =>
    write(store, { message: 'First line.\n\nLast line.', others: { company: 'Baker & Sons' } }),
  )
  const { out: listed } = await workspace.messages('list')
  expect(listed).toContain(id.slice(-6))
  const { out } = await workspace.messages('show', id.slice(-6))
  for (const part of [id, 'anna@example.com', 'First line.', 'Last line.', 'Baker & Sons']) {
    expect(out).toContain(part)
  }
})

test('the delivery of a message is in progress until it can last no longer', async () => {
  await workspace.inStore(async (store) => {
    await write(store)
    await beginAt(store, Date.now())
  })
  const inProgress = await workspace.messages('show', 'latest')
  expect(inProgress.out).toMatch(/Attempts +1 on .*: in progress$/m)
  expect(inProgress.out).not.toContain('no result')
  // Its gateway died.
  await workspace.inStore((store) =>
    store.db
      .updateTable('messages')
      .set({ next_attempt_at: Date.now() - 1 })
      .execute(),
  )
  const expired = await workspace.messages('show', 'latest')
  expect(expired.out).toContain('no result')
  expect(expired.out).not.toContain('in progress')
})

test('an ambiguous id is rejected with two candidates', async () => {
  const last = await workspace.inStore(async (store) => {
    // One more than there are last letters.
    const ids = await Promise.all(Array.from({ length: 17 }, () => write(store)))
    return ids.map((id) => id.slice(-1)).find((end, index, all) => all.indexOf(end) < index) ?? ''
  })
  const { exitCode, error } = await workspace.messages('show', last)
  expect(exitCode).toBe(1)
  expect(error).toContain('matches several messages')
  expect(error).toMatch(/such as \S+ and \S+\.$/m)
})

test('list counts all messages, says that delivery has stalled, and lists as many as asked for', async () => {
  await workspace.inStore(async (store) => {
    await write(store, { receivedAt: Date.now() - 2 * 3_600_000 })
    for (let n = 0; n < 20; n++) await write(store, { reason: 'filled too fast' })
  })
  const { out } = await workspace.messages('list')
  expect(out).toMatch(/^20 held, 1 queued, oldest for 2 h; find the cause: npm run doctor\n/)
  expect(out).toContain('20 of 21 messages; every one: --all')
  const all = JSON.parse((await workspace.messages('list', '--all', '--json')).out)
  expect(all.messages).toHaveLength(21)
})

test('release --all queues every held message', async () => {
  const [held] = await workspace.inStore(async (store) => [
    await write(store, { reason: 'filled too fast' }),
    await write(store, { afterwards: { state: 'sent', finished_at: Date.now() } }),
  ])
  const { exitCode, out } = await workspace.messages('release', '--all', '--json')
  expect({ exitCode, report: JSON.parse(out) }).toEqual({
    exitCode: 0,
    report: { queued: [held], refused: [] },
  })
  expect((await workspace.messages('release', '--all')).out).toBe('There are none.\n')
})

test('the shape of the JSON output is stable', async () => {
  await workspace.inStore((store) => write(store))
  const list = JSON.parse((await workspace.messages('list', '--json')).out)
  expect(Object.keys(list)).toEqual(['counts', 'total', 'messages'])
  const [message] = list.messages
  expect(message).toMatchObject({
    sender: 'anna@example.com',
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    finishedAt: null,
    templateParams: { user_name: 'Anna Nowak' },
  })
  const details = JSON.parse((await workspace.messages('show', 'latest', '--json')).out)
  expect(details).toEqual({ ...message, attempts: [] })
  expect(list.counts).toEqual({ queued: 1, held: 0, sent: 0, failed: 0 })
  expect(JSON.parse((await workspace.messages('show', 'nothing', '--json')).out)).toHaveProperty(
    'error',
  )
})

test('release and retry queue messages, and report why others are refused', async () => {
  const [held, sent] = await workspace.inStore(async (store) => [
    await write(store, { reason: 'filled too fast' }),
    await write(store, { afterwards: { state: 'sent', finished_at: Date.now() } }),
  ])
  const { exitCode, out } = await workspace.messages('release', held, sent, '--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ queued: [held], refused: [{ id: sent }] })
  expect((await workspace.messages('retry', held)).exitCode).toBe(0)
})

test('an unknown id changes nothing', async () => {
  const held = await workspace.inStore((store) => write(store, { reason: 'filled too fast' }))
  expect((await workspace.messages('release', held, 'zzz')).exitCode).toBe(1)
  expect(JSON.parse((await workspace.messages('list', '--json')).out).counts.held).toBe(1)
})

test('a message whose content is deleted is shown, and cannot be released', async () => {
  const afterwards = { template_params: null, sender: '' }
  const id = await workspace.inStore((store) => write(store, { reason: 'x', afterwards }))
  expect((await workspace.messages('show', id)).out).toContain('deleted after RETENTION_DAYS')
  const { exitCode, error } = await workspace.messages('release', id)
  expect({ exitCode, error }).toEqual({ exitCode: 1, error: expect.stringContaining('deleted') })
})

test('a backup is a single file with mode 0600', async () => {
  await workspace.inStore((store) => write(store))
  const file = join(workspace.folder, 'copy.db')
  const { exitCode, out } = await workspace.messages('backup', file, '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ file, messages: 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(workspace.folder).sort()).toEqual(['copy.db', 'data'])
  const copy = new DatabaseSync(file, { readOnly: true })
  expect(copy.prepare('select count(*) as count from messages').get()?.count).toBe(1)
  copy.close()
})

test('a backup overwrites no file', async () => {
  await workspace.inStore((store) => write(store))
  const file = join(workspace.folder, 'copy.db')
  writeFileSync(file, 'precious')
  expect(await workspace.messages('backup', file)).toMatchObject({ exitCode: 1 })
  expect(readFileSync(file, 'utf8')).toBe('precious')
})

const HOUR_MS = 3_600_000

/** Runs a command with a clock that is two hours ahead of the database's. */
async function runWithSkew(args: string[], databaseUrl: string) {
  const settings = { DATABASE_URL: databaseUrl, NODE_OPTIONS: `--import ${CLOCK_SKEW}` }
  return runCommand(args, settings)
}

/** A preloaded module that shifts the clock of the process. */
const CLOCK_SKEW = `data:text/javascript,${encodeURIComponent(
  `const now = Date.now; Date.now = () => now() + ${2 * HOUR_MS}`,
)}`

test('commands use the database clock instead of the machine clock', async () => {
  const { databaseUrl = '', open } = await freshPlace('postgres')
  const store = await open()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store.db)
  const now = rows[0]?.now ?? 0
  await write(store, { receivedAt: now, afterwards: { state: 'sent', finished_at: now } })
  await write(store, { receivedAt: now })
  expect((await runWithSkew(['messages', 'list'], databaseUrl)).out).not.toContain('find the cause')
  const doctor = await runWithSkew(['doctor', '--json'], databaseUrl)
  const { findings } = JSON.parse(doctor.out)
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'clock',
      status: 'warning',
      found: expect.stringMatching(/ 7\d\d\d s ahead of that of the database$/),
    }),
  )
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'queue',
      status: 'ok',
      found: expect.stringContaining('1 queued'),
    }),
  )
}, 60_000)

test('blocked lists the blocked senders, and unblock ends a block', async () => {
  const { open, environment } = await freshPlace('sqlite')
  const store = await open()
  await store.write((tx) => blockSender(tx, 'Bad+tag@Example.org'))
  const call = (...args: string[]) => callMessages(args, environment)
  expect((await call('blocked')).out).toBe('bad@example.org\n')
  const blocked = ['bad@example.org']
  expect(JSON.parse((await call('blocked', '--json')).out)).toEqual({ blocked })
  expect(await call('unblock', 'other@example.org')).toMatchObject({ exitCode: 1 })
  expect(await call('unblock', 'bad@example.org')).toMatchObject({ exitCode: 0 })
  expect(JSON.parse((await call('blocked', '--json')).out)).toEqual({ blocked: [] })
})

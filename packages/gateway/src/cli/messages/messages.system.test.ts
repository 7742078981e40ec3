import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { beginAt, write } from 'test-fixtures/messages.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { beforeEach, expect, test } from 'vitest'
import { blockSender } from '../../store/accept-message.ts'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

const HOUR_MS = 3_600_000
const HELD = { reason: 'filled too fast' }
const SENT = { afterwards: { state: 'sent', finished_at: Date.now() } } as const

/** Writes messages, and gives their ids. */
const written = (...messages: Parameters<typeof write>[1][]) =>
  workspace.inStore(async (store) => {
    const ids: string[] = []
    for (const message of messages) ids.push(await write(store, message))
    return ids as [string, ...string[]]
  })

/** What a command prints with --json. */
async function jsonOf(...args: string[]) {
  return JSON.parse((await workspace.messages(...args, '--json')).out)
}

test.each([
  [['lst'], 'Did you mean list?'],
  [['list', '--stat', 'held'], 'Did you mean --state?'],
  [['list', '--state', 'unsent'], 'failed, held, queued, sent'],
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

test.each([60, 120])('list output is at most %i columns wide', async (columns) => {
  await written(
    { name: 'Anna Nowak'.repeat(9), subject: 'x'.repeat(90) },
    { reason: 'x'.repeat(300), subject: CONTROLS },
  )
  const { out } = await callMessages(['list'], { DATA_DIR: workspace.data }, { columns })
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
})

test('show accepts the short id of the list and prints all fields', async () => {
  const others = { company: 'Baker & Sons' }
  const [id] = await written({ message: 'First line.\n\nLast line.', others })
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

test('an ambiguous id is rejected with two candidates, and changes nothing like an unknown one', async () => {
  // One more than there are last letters.
  const ids = await written(...Array(17).fill(HELD))
  const last = ids.map((id) => id.slice(-1)).find((end, at, all) => all.indexOf(end) < at) ?? ''
  const { exitCode, error } = await workspace.messages('show', last)
  expect(exitCode).toBe(1)
  expect(error).toMatch(/such as \S+ and \S+\.$/m)
  for (const wrong of [last, 'zzz']) {
    expect((await workspace.messages('release', ids[0], wrong)).exitCode).toBe(1)
  }
  expect((await jsonOf('list')).counts.held).toBe(17)
})

test('list counts all messages, says that delivery has stalled, and lists as many as asked for', async () => {
  await written({ receivedAt: Date.now() - 2 * HOUR_MS }, ...Array(20).fill(HELD))
  const { out } = await workspace.messages('list')
  expect(out).toMatch(/^20 held, 1 queued, oldest for 2 h; find the cause: npm run doctor\n/)
  expect(out).toContain('20 of 21 messages; every one: --all')
  expect((await jsonOf('list', '--all')).messages).toHaveLength(21)
})

test('release and retry queue messages, and report which are refused', async () => {
  const [held, sent, other] = await written(HELD, SENT, HELD)
  const refused = await workspace.messages('release', held, sent ?? '', '--json')
  expect(refused.exitCode).toBe(1)
  expect(JSON.parse(refused.out)).toEqual({
    queued: [held],
    refused: [{ id: sent, reason: 'It is sent.' }],
  })
  expect(await jsonOf('retry', held)).toEqual({ queued: [held], refused: [] })
  expect(await jsonOf('release', '--all')).toEqual({ queued: [other], refused: [] })
  expect(await jsonOf('release', '--all')).toEqual({ queued: [], refused: [] })
})

test('the shape of the JSON output is stable', async () => {
  await written({})
  const list = await jsonOf('list')
  expect(Object.keys(list)).toEqual(['counts', 'total', 'messages'])
  const [message] = list.messages
  expect(message).toMatchObject({
    sender: 'anna@example.com',
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    finishedAt: null,
    templateParams: { user_name: 'Anna Nowak' },
  })
  expect(await jsonOf('show', 'latest')).toEqual({ ...message, attempts: [] })
  expect(list.counts).toEqual({ queued: 1, held: 0, sent: 0, failed: 0 })
  expect(await jsonOf('show', 'nothing')).toHaveProperty('error')
})

test('a message whose content is deleted is shown, and cannot be released', async () => {
  const [id] = await written({ reason: 'x', afterwards: { template_params: null, sender: '' } })
  expect((await workspace.messages('show', id)).out).toContain('deleted after RETENTION_DAYS')
  expect((await jsonOf('release', id)).refused).toHaveLength(1)
})

test('a backup is one file with mode 0600, and overwrites none', async () => {
  await written({})
  const file = join(workspace.folder, 'copy.db')
  expect(await jsonOf('backup', file)).toMatchObject({ file, messages: 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(workspace.folder).sort()).toEqual(['copy.db', 'data'])
  const copy = new DatabaseSync(file, { readOnly: true })
  expect(copy.prepare('select count(*) as count from messages').get()?.count).toBe(1)
  copy.close()
  writeFileSync(file, 'precious')
  expect(await workspace.messages('backup', file)).toMatchObject({ exitCode: 1 })
  expect(readFileSync(file, 'utf8')).toBe('precious')
})

test('forget requires --yes without a terminal', async () => {
  await workspace.inStore((store) => write(store))
  expect(await workspace.messages('forget', 'anna@example.com')).toMatchObject({ exitCode: 2 })
})

test.each([
  ['yes', 0, 0],
  ['y', 1, 1],
  ['', 1, 1],
])('the answer "%s" to the prompt exits with %i', async (answer, exitCode, left) => {
  await workspace.inStore((store) => write(store))
  const settings = { DATA_DIR: workspace.data }
  const ended = await callMessages(['forget', 'Anna@example.com'], settings, { answer })
  expect(ended.asked).toContain('one message with anna@example.com?')
  expect(ended.exitCode).toBe(exitCode)
  expect((await jsonOf('list')).total).toBe(left)
})

test('list and forget find an address in every field and spelling, and no other address', async () => {
  await workspace.inStore(async (store) => {
    const address = 'tom@example.com'
    await write(store, { address: 'anna+list@example.com' })
    await write(store, { address, message: 'Ask anna@example.com.' })
    await write(store, { address, others: { reply_to: 'Anna Nowak <anna@example.com>' } })
    await write(store, { address, others: { people: "Anna, 'ANNA@ＥＸＡＭＰＬＥ.com'" } })
    await write(store, { address, others: { link: 'mailto:anna@example.com?subject=five' } })
    for (const other of ['joanna@example.com', 'anna@example.com.au', 'anna@sub.example.com']) {
      await write(store, { address: other, message: 'anna at example.com' })
    }
  })
  expect(await jsonOf('list', '--sender', 'anna@example.com')).toMatchObject({ total: 5 })
  expect((await jsonOf('forget', 'ANNA@example.com', '--yes')).forgotten).toHaveLength(5)
  expect(await jsonOf('list')).toMatchObject({ total: 3 })
})

test('forget deletes messages by their ids, and nothing if one is unknown', async () => {
  const [first, second] = await workspace.inStore(async (store) => [
    await write(store, { afterwards: { state: 'failed', finished_at: Date.now() } }),
    await write(store),
  ])
  expect(await workspace.messages('forget', first, 'zzz', '--yes')).toMatchObject({ exitCode: 1 })
  expect(await jsonOf('forget', first.slice(-6), '--yes')).toEqual({ forgotten: [first] })
  expect((await jsonOf('list')).messages).toMatchObject([{ id: second }])
})

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
  const of = (name: string) => findings.find(({ check }: { check: string }) => check === name)
  const found = expect.stringMatching(/ 7\d\d\d s ahead of that of the database$/)
  expect(of('clock')).toMatchObject({ status: 'warning', found })
  expect(of('queue')).toMatchObject({ status: 'ok', found: expect.stringContaining('1 queued') })
})

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

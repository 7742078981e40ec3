import { existsSync } from 'node:fs'
import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { write } from 'test-fixtures/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claim } from '../../store/outbox.ts'
import { widthOf } from '../terminal/width.ts'

const CONTROLS = '\u001b]0;owned\u0007\u009b2J\u202egpj'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

afterEach(() => workspace.remove())

test.each([
  ['list', 0],
  ['stats', 0],
  ['export', 0],
  ['purge --older-than 1d', 0],
  ['forget a@b.example', 0],
  ['show latest', 1],
  ['release abc', 1],
  ['retry abc', 1],
  ['backup copy.db', 1],
])('%s creates no database', async (line, exitCode) => {
  const ended = await workspace.messages(...line.split(' '))
  expect(ended.exitCode).toBe(exitCode)
  expect(existsSync(workspace.data)).toBe(false)
  if (line !== 'export') expect(ended.out + ended.error).toContain('No messages yet.')
  else expect(JSON.parse(ended.out)).toEqual([])
})

test.each([60, 80, 120])('list output is at most %i columns wide', async (columns) => {
  await workspace.inStore(async (store) => {
    await write(store, { name: '田中 さくら'.repeat(9), subject: '長'.repeat(90) })
    await write(store, { reason: 'x'.repeat(300), subject: CONTROLS })
  })
  const { out } = await callMessages(['list'], { DATA_DIR: workspace.data }, { columns })
  for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
})

test('control characters in a message never reach the terminal', async () => {
  await workspace.inStore((store) =>
    write(store, {
      name: CONTROLS,
      subject: CONTROLS,
      message: CONTROLS,
      others: { [`${CONTROLS}field`]: CONTROLS },
      reason: CONTROLS,
    }),
  )
  for (const call of [
    'list',
    'show latest',
    'list --json',
    'show latest --json',
    'export',
    'export --format csv',
  ]) {
    const { out, error, exitCode } = await workspace.messages(...call.split(' '))
    expect(exitCode).toBe(0)
    expect(out.replace(/^\ufeff/, '') + error).not.toMatch(/[^\P{C}\r\n]/u)
  }
  const { out } = await workspace.messages('show', 'latest', '--json')
  expect(JSON.parse(out).name).toBe(CONTROLS)
})

test('show accepts the short id of the list and prints all fields', async () => {
  const id = await workspace.inStore((store) =>
    write(store, { message: 'First line.\n\nLast line.', others: { company: 'Baker & Sons' } }),
  )
  const { out: listed } = await workspace.messages('list')
  expect(listed).toContain(id.slice(-6))
  const { out } = await workspace.messages('show', id.slice(-6))
  for (const part of [
    id,
    'anna@example.com',
    'First line.',
    'Last line.',
    'company: Baker & Sons',
  ]) {
    expect(out).toContain(part)
  }
})

test('the delivery of a message is in progress until its lease expires', async () => {
  await workspace.inStore(async (store) => {
    await write(store)
    await claim(store, Date.now())
  })
  const inProgress = await workspace.messages('show', 'latest')
  expect(inProgress.out).toContain('delivery in progress')
  expect(inProgress.out).toMatch(/ {2}in progress$/m)
  expect(inProgress.out).not.toContain('no result')
  // The gateway that claimed it died, so the lease expires.
  await workspace.inStore((store) =>
    store.db
      .updateTable('messages')
      .set({ lease_until: Date.now() - 1 })
      .execute(),
  )
  const expired = await workspace.messages('show', 'latest')
  expect(expired.out).toContain('no result')
  expect(expired.out).not.toContain('delivery in progress')
})

test('an ambiguous id is rejected with the candidates', async () => {
  await workspace.inStore(async (store) => {
    await write(store)
    await write(store)
  })
  const { exitCode, error } = await workspace.messages('show', '0')
  expect(exitCode).toBe(1)
  expect(error).toContain('matches several messages')
  expect(error.match(/Anna Nowak/g)).toHaveLength(2)
})

test('stats --fail-if-older-than exits with 1 if the queue has stalled', async () => {
  await workspace.inStore((store) => write(store, { receivedAt: Date.now() - 2 * 3_600_000 }))
  const stalled = await workspace.messages('stats', '--fail-if-older-than', '1h', '--json')
  expect(stalled.exitCode).toBe(1)
  expect(JSON.parse(stalled.out)).toMatchObject({ queued: 1, isStuck: true })
  expect((await workspace.messages('stats', '--fail-if-older-than', '3h')).exitCode).toBe(0)
})

test('the shape of the JSON output is stable', async () => {
  await workspace.inStore((store) => write(store))
  const list = JSON.parse((await workspace.messages('list', '--json')).out)
  expect(Object.keys(list)).toEqual(['messages', 'page', 'perPage', 'total'])
  const summary =
    'id state reason kind account name address subject receivedAt nextAttemptAt finishedAt attemptCount contentDeleted acknowledgedAt'
  expect(Object.keys(list.messages[0])).toEqual(summary.split(' '))
  const details = JSON.parse((await workspace.messages('show', 'latest', '--json')).out)
  const further = 'service template messageIdHeader templateParams attempts recipients'
  expect(Object.keys(details)).toEqual([...summary.split(' '), ...further.split(' ')])
  const stats = JSON.parse((await workspace.messages('stats', '--json')).out)
  expect(Object.keys(stats)).toEqual(
    'queued held sent failed oldestQueuedSeconds lastSentAt sentLastDay sentLastWeek isStuck unacknowledged'.split(
      ' ',
    ),
  )
  expect(JSON.parse((await workspace.messages('show', 'nothing', '--json')).out)).toHaveProperty(
    'error',
  )
})

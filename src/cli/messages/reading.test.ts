import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callMessages, type DataFolder, dataFolder } from '../../../tests/fixtures/call-messages.ts'
import { write } from '../../../tests/fixtures/messages.ts'
import { widthOf } from '../terminal/width.ts'

const EVIL = '\u001b]0;owned\u0007\u009b2J\u202egpj'

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

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
])('%s makes no database', async (line, exitCode) => {
  const ended = await place.messages(...line.split(' '))
  expect(ended.exitCode).toBe(exitCode)
  expect(existsSync(place.data)).toBe(false)
  if (line !== 'export') expect(ended.out + ended.error).toContain('No messages yet.')
  else expect(JSON.parse(ended.out)).toEqual([])
})

test.each([60, 80, 120])('a list is never wider than %i columns', async (columns) => {
  await place.inStore(async (store) => {
    await write(store, { name: '田中 さくら'.repeat(9), subject: '長'.repeat(90) })
    await write(store, { reason: 'x'.repeat(300), subject: EVIL })
  })
  const { out } = await callMessages(['list'], { DATA_FOLDER: place.data }, { columns })
  for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
})

test('nothing a visitor wrote reaches the terminal as a command', async () => {
  await place.inStore((store) =>
    write(store, {
      name: EVIL,
      subject: EVIL,
      message: EVIL,
      others: { [`${EVIL}field`]: EVIL },
      reason: EVIL,
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
    const { out, error, exitCode } = await place.messages(...call.split(' '))
    expect(exitCode).toBe(0)
    expect(out.replace(/^\ufeff/, '') + error).not.toMatch(/[^\P{C}\r\n]/u)
  }
  const { out } = await place.messages('show', 'latest', '--json')
  expect(JSON.parse(out).name).toBe(EVIL)
})

test('a message can be called by the name in the list, and is shown whole', async () => {
  const id = await place.inStore((store) =>
    write(store, { message: 'First line.\n\nLast line.', others: { company: 'Baker & Sons' } }),
  )
  const { out: listed } = await place.messages('list')
  expect(listed).toContain(id.slice(-6))
  const { out } = await place.messages('show', id.slice(-6))
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

test('a name that means several is not guessed', async () => {
  await place.inStore(async (store) => {
    await write(store)
    await write(store)
  })
  const { exitCode, error } = await place.messages('show', '0')
  expect(exitCode).toBe(1)
  expect(error).toContain('may mean several messages')
  expect(error.match(/Anna Nowak/g)).toHaveLength(2)
})

test('a script learns of a stuck queue by the exit code', async () => {
  await place.inStore((store) => write(store, { receivedAt: Date.now() - 2 * 3_600_000 }))
  const stuck = await place.messages('stats', '--fail-if-stuck', '1h', '--json')
  expect(stuck.exitCode).toBe(1)
  expect(JSON.parse(stuck.out)).toMatchObject({ queued: 1, isStuck: true })
  expect((await place.messages('stats', '--fail-if-stuck', '3h')).exitCode).toBe(0)
})

test('the shape that scripts read does not change', async () => {
  await place.inStore((store) => write(store))
  const list = JSON.parse((await place.messages('list', '--json')).out)
  expect(Object.keys(list)).toEqual(['messages', 'page', 'perPage', 'total'])
  const summary =
    'id state reason purpose account name address subject receivedAt nextTryAt settledAt attempts isPurged'
  expect(Object.keys(list.messages[0])).toEqual(summary.split(' '))
  const whole = JSON.parse((await place.messages('show', 'latest', '--json')).out)
  const further = 'service template mailId variables tries'
  expect(Object.keys(whole)).toEqual([...summary.split(' '), ...further.split(' ')])
  const stats = JSON.parse((await place.messages('stats', '--json')).out)
  expect(Object.keys(stats)).toEqual(
    'queued held sent failed oldestQueuedSeconds lastSentAt sentLastDay sentLastWeek isStuck'.split(
      ' ',
    ),
  )
  expect(JSON.parse((await place.messages('show', 'nothing', '--json')).out)).toHaveProperty(
    'error',
  )
})

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callMessages, type DataFolder, dataFolder } from '../../../tests/fixtures/call-messages.ts'
import { write } from '../../../tests/fixtures/messages.ts'

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

test('a backup is one whole file that only its owner can read', async () => {
  await place.inStore((store) => write(store))
  const file = join(place.folder, 'copy.db')
  const { exitCode, out } = await place.messages('backup', file, '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ file, messages: 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(place.folder).sort()).toEqual(['copy.db', 'data'])
  const copy = new DatabaseSync(file, { readOnly: true })
  expect(copy.prepare('select count(*) as count from messages').get()?.count).toBe(1)
  copy.close()
})

test('a backup can be put in place of the database', async () => {
  await place.inStore((store) => write(store))
  const restored = join(place.folder, 'restored')
  mkdirSync(restored)
  await place.messages('backup', join(restored, 'messages.db'))
  const { out } = await callMessages(['list', '--json'], { DATA_FOLDER: restored })
  expect(JSON.parse(out).total).toBe(1)
})

test('a file that is there is written over only by force, the database never', async () => {
  await place.inStore((store) => write(store))
  const file = join(place.folder, 'copy.db')
  writeFileSync(file, 'precious')
  expect((await place.messages('backup', file)).exitCode).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('precious')
  expect((await place.messages('backup', file, '--force')).exitCode).toBe(0)
  const own = join(place.data, 'messages.db')
  for (const call of [
    ['backup', own, '--force'],
    ['export', '--out', own, '--force'],
  ]) {
    expect(await place.messages(...call)).toMatchObject({ exitCode: 1 })
  }
  expect((await place.messages('list')).exitCode).toBe(0)
})

test('an export as JSON holds what was written, the oldest first', async () => {
  await place.inStore(async (store) => {
    await write(store, { message: 'first', receivedAt: Date.now() - 1000 })
    await write(store, { message: 'second' })
  })
  const exported = JSON.parse((await place.messages('export')).out)
  expect(
    exported.map(({ variables }: { variables: Record<string, string> }) => variables.message),
  ).toEqual(['first', 'second'])
})

test('mails are those that are delivered; what cannot be a mail is told', async () => {
  const id = await place.inStore(async (store) => {
    await write(store, { afterwards: { variables: null } })
    await write(store, { account: 'gone' })
    return write(store, { message: 'From here on\nit goes' })
  })
  const file = join(place.folder, 'all.mbox')
  const { exitCode, out } = await place.messages(
    'export',
    '--format',
    'mbox',
    '--out',
    file,
    '--json',
  )
  expect(exitCode).toBe(1)
  expect(JSON.parse(out)).toEqual({
    file,
    exported: 1,
    leftOut: { 'words deleted': 1, 'no account "gone"': 1 },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const mbox = readFileSync(file, 'utf8')
  expect(mbox.match(/^From /gm)).toHaveLength(1)
  expect(mbox).toContain(`Message-ID: <${id}@example.org>`)
})

test('mails are not poured over a terminal', async () => {
  const settings = { DATA_FOLDER: place.data }
  const call = ['export', '--format', 'mbox']
  expect(await callMessages(call, settings, { isTerminal: true })).toMatchObject({ exitCode: 2 })
})

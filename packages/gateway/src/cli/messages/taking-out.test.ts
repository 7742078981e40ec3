import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { write } from 'test-fixtures/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

afterEach(() => workspace.remove())

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

test('a backup can be restored as the database', async () => {
  await workspace.inStore((store) => write(store))
  const restored = join(workspace.folder, 'restored')
  mkdirSync(restored)
  await workspace.messages('backup', join(restored, 'messages.db'))
  const { out } = await callMessages(['list', '--json'], { DATA_DIR: restored })
  expect(JSON.parse(out).total).toBe(1)
})

test('only --force overwrites an existing file, and never the database', async () => {
  await workspace.inStore((store) => write(store))
  const file = join(workspace.folder, 'copy.db')
  writeFileSync(file, 'precious')
  expect((await workspace.messages('backup', file)).exitCode).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('precious')
  expect((await workspace.messages('backup', file, '--force')).exitCode).toBe(0)
  const own = join(workspace.data, 'messages.db')
  for (const call of [
    ['backup', own, '--force'],
    ['export', '--out', own, '--force'],
  ]) {
    expect(await workspace.messages(...call)).toMatchObject({ exitCode: 1 })
  }
  expect((await workspace.messages('list')).exitCode).toBe(0)
})

test('a JSON export lists the messages, oldest first', async () => {
  await workspace.inStore(async (store) => {
    await write(store, { message: 'first', receivedAt: Date.now() - 1000 })
    await write(store, { message: 'second' })
  })
  const exported = JSON.parse((await workspace.messages('export')).out)
  expect(
    exported.map(
      ({ templateParams }: { templateParams: Record<string, string> }) => templateParams.message,
    ),
  ).toEqual(['first', 'second'])
})

test('an mbox export contains the mails as delivered, and reports skipped messages', async () => {
  const id = await workspace.inStore(async (store) => {
    await write(store, { afterwards: { template_params: null } })
    await write(store, { account: 'gone' })
    return write(store, { message: 'From here on\nit goes' })
  })
  const file = join(workspace.folder, 'all.mbox')
  const { exitCode, out } = await workspace.messages(
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
    skipped: { 'content deleted': 1, 'unknown account "gone"': 1 },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const mbox = readFileSync(file, 'utf8')
  expect(mbox.match(/^From /gm)).toHaveLength(1)
  expect(mbox).toContain(`Message-ID: <${id}@example.org>`)
})

test('an mbox export to a terminal is refused', async () => {
  const settings = { DATA_DIR: workspace.data }
  const call = ['export', '--format', 'mbox']
  expect(await callMessages(call, settings, { isTerminal: true })).toMatchObject({ exitCode: 2 })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { COMMAND, ROOT, SITE } from 'test-fixtures/folders.ts'
import { write } from 'test-fixtures/messages.ts'
import { onlySettings, runCommand, startProgram } from 'test-fixtures/run-command.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

test('help exits with 0, and neither help nor a wrong call needs a configuration', async () => {
  const broken = { SMTP_PORT: 'nonsense' }
  const overview = await runCommand(['messages', '--help'], broken)
  expect(overview).toMatchObject({ exitCode: 0, error: '' })
  for (const name of ['list', 'show', 'release', 'retry', 'forget', 'backup']) {
    expect(overview.out).toContain(`\n  ${name} `)
  }
  const { exitCode, out } = await runCommand(['messages', 'list', '--help'], broken)
  expect(exitCode).toBe(0)
  expect(out).toContain('Usage: npm run messages -- list [options]')
  expect((await runCommand(['messages', 'lsit'], broken)).exitCode).toBe(2)
})

test.each([
  [join(ROOT, 'packages/reward-codes/bin/reward-codes.mjs'), 'npm run messages -- release'],
  [
    join(ROOT, 'packages/gateway/bin/reward-codes-gateway.mjs'),
    'reward-codes-gateway messages release',
  ],
])('%s names its own commands', async (program, call) => {
  await workspace.inStore((store) => write(store, { reason: 'filled too fast' }))
  const command = [process.execPath, program, 'messages', 'show', 'latest']
  const env = onlySettings({ DATA_DIR: workspace.data })
  const { out } = await startProgram(command, { cwd: SITE, env }).ended
  expect(out).toContain(`Release it: ${call}`)
})

test('output outside a terminal has no colors, and the exit code reports the result', async () => {
  await workspace.inStore((store) => write(store, { reason: 'filled too fast' }))
  const settings = { DATA_DIR: workspace.data }
  const list = await runCommand(['messages', 'list'], settings)
  expect(list).toMatchObject({ exitCode: 0, error: '' })
  expect(list.out).toMatch(
    /^1 held\n\n[0-9a-f]{6} {2}held +\d+ s {2}Anna Nowak <anna@example\.com>: Your rates\n/,
  )
  const show = await runCommand(['messages', 'show', 'nothing'], settings)
  expect(show).toMatchObject({ exitCode: 1, out: '' })
})

test('a reader that closes the pipe early causes no error', async () => {
  await workspace.inStore(async (store) => {
    for (let count = 0; count < 50; count++) await write(store, { message: 'x'.repeat(9000) })
  })
  const env = onlySettings({ DATA_DIR: workspace.data })
  const command = [process.execPath, COMMAND, 'messages', 'list', '--all', '--json']
  const { child, ended } = startProgram(command, { cwd: SITE, env })
  child.stdout?.once('data', () => child.stdout?.destroy())
  expect(await ended).toMatchObject({ error: '' })
})

let writer: ChildProcess | undefined
afterEach(() => writer?.kill())

test('commands read and change messages while another process writes', async () => {
  const held = await workspace.inStore((store) => write(store, { reason: 'filled too fast' }))
  const script = `
    import { write } from ${JSON.stringify(join(ROOT, 'tests/fixtures/messages.ts'))}
    import { openStore } from ${JSON.stringify(join(ROOT, 'packages/gateway/src/store/open-store.ts'))}
    const store = await openStore({ dataFolder: ${JSON.stringify(workspace.data)} })
    console.log('ready')
    while (true) { await write(store); await new Promise((resolve) => setTimeout(resolve, 2)) }`
  writer = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT })
  if (writer.stdout) await once(writer.stdout, 'data')
  const settings = { DATA_DIR: workspace.data }
  const totals: number[] = []
  for (let round = 0; round < 3; round++) {
    const { exitCode, out } = await runCommand(['messages', 'list', '--json'], settings)
    expect(exitCode).toBe(0)
    totals.push(JSON.parse(out).total)
  }
  expect(totals[2]).toBeGreaterThan(totals[0] ?? 0)
  expect((await workspace.messages('release', held)).exitCode).toBe(0)
  expect((await workspace.messages('backup', join(workspace.folder, 'copy.db'))).exitCode).toBe(0)
  expect((await workspace.messages('forget', 'anna@example.com', '--yes')).exitCode).toBe(0)
})

test('a locked database is reported without a stack trace', async () => {
  await workspace.inStore((store) => write(store))
  const lock = new DatabaseSync(join(workspace.data, 'messages.db'))
  lock.exec('begin immediate')
  const { exitCode, error } = await callMessages(
    ['retry', 'latest'],
    { DATA_DIR: workspace.data },
    { waitMs: 50 },
  )
  lock.close()
  expect(exitCode).toBe(1)
  expect(error).toMatch(/^retry failed: .*locked/)
  expect(error).not.toContain('    at ')
})

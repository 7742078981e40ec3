import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DataFolder, dataFolder } from '../../tests/fixtures/call-messages.ts'
import { write } from '../../tests/fixtures/messages.ts'
import { runCommand } from '../../tests/fixtures/run-command.ts'

const ROOT = join(import.meta.dirname, '../..')

// Whole programs are started here, and a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

test('help is no fault, and neither help nor a wrong call needs a configuration', async () => {
  const broken = { SMTP_URL: 'nonsense' }
  const overview = await runCommand(['messages', '--help'], broken)
  expect(overview).toMatchObject({ exitCode: 0, error: '' })
  for (const name of ['list', 'show', 'release', 'retry', 'export', 'forget', 'purge', 'backup']) {
    expect(overview.out).toContain(`\n  ${name} `)
  }
  const { exitCode, out } = await runCommand(['messages', 'export', '--help'], broken)
  expect(exitCode).toBe(0)
  expect(out).toContain('npm run messages -- export --format mbox')
  expect((await runCommand(['messages', 'lsit'], broken)).exitCode).toBe(2)
})

test('no colours where no terminal reads, and the exit code says what came of it', async () => {
  await place.inStore((store) => write(store, { reason: 'filled too fast' }))
  const settings = { DATA_FOLDER: place.data }
  const list = await runCommand(['messages', 'list'], settings)
  expect(list).toMatchObject({ exitCode: 0, error: '' })
  expect(list.out).toMatch(/^name +state +age +from +address +subject\n[0-9a-f]{6} {2}held /)
  const show = await runCommand(['messages', 'show', 'nothing'], settings)
  expect(show).toMatchObject({ exitCode: 1, out: '' })
})

test('faults of the configuration are told together', async () => {
  const settings = { DATA_FOLDER: place.data, PORT: 'x', MAIL_TO: 'y' }
  const { exitCode, error } = await runCommand(['messages', 'list'], settings)
  expect(exitCode).toBe(1)
  expect(error).toContain('PORT')
  expect(error).toContain('MAIL_TO')
})

test('whoever stops reading early gets no complaint', async () => {
  await place.inStore(async (store) => {
    for (let count = 0; count < 50; count++) await write(store, { message: 'x'.repeat(9000) })
  })
  const command = `node src/cli/run.mjs messages export | head -c 10 > /dev/null`
  const env = {
    ...process.env,
    DATA_FOLDER: place.data,
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
  }
  const child = spawn('sh', ['-c', command], { cwd: ROOT, env })
  let error = ''
  child.stderr.on('data', (chunk) => (error += chunk))
  await once(child, 'close')
  expect(error).toBe('')
})

let writer: ChildProcess | undefined
afterEach(() => writer?.kill())

test('lists and changes while another process writes', async () => {
  const held = await place.inStore((store) => write(store, { reason: 'filled too fast' }))
  const script = `
    import { write } from ${JSON.stringify(join(ROOT, 'tests/fixtures/messages.ts'))}
    import { openStore } from ${JSON.stringify(join(ROOT, 'src/gateway/store/store.ts'))}
    const store = await openStore({ dataFolder: ${JSON.stringify(place.data)} })
    console.log('ready')
    while (true) { await write(store); await new Promise((resolve) => setTimeout(resolve, 2)) }`
  writer = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT })
  if (writer.stdout) await once(writer.stdout, 'data')
  const settings = { DATA_FOLDER: place.data }
  const totals: number[] = []
  for (let round = 0; round < 3; round++) {
    const { exitCode, out } = await runCommand(['messages', 'list', '--json'], settings)
    expect(exitCode).toBe(0)
    totals.push(JSON.parse(out).total)
  }
  expect(totals[2]).toBeGreaterThan(totals[0] ?? 0)
  expect((await place.messages('release', held)).exitCode).toBe(0)
  expect((await place.messages('backup', join(place.folder, 'copy.db'))).exitCode).toBe(0)
  expect((await place.messages('forget', 'anna@example.com', '--yes')).exitCode).toBe(0)
})

test('a database that stays locked is said to be, without a crash', async () => {
  await place.inStore((store) => write(store))
  const lock = new DatabaseSync(join(place.data, 'messages.db'))
  lock.exec('begin immediate')
  const { exitCode, error } = await place.messages('retry', 'latest')
  lock.close()
  expect(exitCode).toBe(1)
  expect(error).toMatch(/^retry could not be done: .*locked/)
  expect(error).not.toContain('    at ')
})

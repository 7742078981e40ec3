import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { sqliteFile } from 'reward-codes-gateway/internal/store/sqlite.ts'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { onSlowDisk } from '../fixtures/failing-disk.ts'
import { postForm } from '../fixtures/gateway.ts'
import { recordResult } from '../fixtures/results.ts'
import { freshPlace, STORES } from '../fixtures/stores.ts'
import {
  ADDRESS,
  passEveryState,
  startBeside,
  startInside,
  startTraced,
  TRACES,
} from '../fixtures/traced-visitor.ts'

const DAY_MS = 86_400_000
/** Shorter than the timeout for truncating the write-ahead log. */
const SLOW_MS = 2000

const textsOf = (found: { text: string }[]) => [...new Set(found.map(({ text }) => text))].sort()
const serverOf = (kind: string) => (kind === 'postgres' ? inject('postgres') : undefined)

test.each(STORES)(
  'forget erases all data of a visitor from %s while a gateway is running',
  async (kind) => {
    const traced = await startTraced(serverOf(kind))
    const gateway = await passEveryState(traced, startBeside)
    onTestFinished(gateway.stop)
    const before = await traced.search()
    expect(textsOf(before.found)).toEqual([...TRACES].sort())
    if (kind === 'sqlite') {
      const names = before.found.map(({ file }) => file).join('\n')
      expect(names).toMatch(/messages\.db$/m)
      expect(names).toContain('messages.db-wal')
      expect(names).toContain('.eml')
    }
    const { exitCode, out } = await traced.messages('forget', ADDRESS, '--yes', '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(out).forgotten).toHaveLength(4)
    const after = await traced.search()
    expect(after.found).toEqual([])
    expect(await postForm(gateway.url, { message: 'Life goes on.' })).toMatchObject({ status: 200 })
    recordResult({
      table: 'faults',
      what: `9 forget, ${kind === 'sqlite' ? 'all files of SQLite' : 'all rows of PostgreSQL'}`,
      figures: {
        'forms looked for': before.forms,
        'bytes read': after.bytes,
        'traces before': before.found.length,
        'traces after': after.found.length,
      },
    })
  },
  60_000,
)

test.each(STORES)(
  'after RETENTION_DAYS no data of a visitor is left in %s',
  async (kind) => {
    const traced = await startTraced(serverOf(kind))
    const first = await passEveryState(traced)
    await first.stop()
    traced.server.refusals = {}
    const second = await startInside(traced.withMailServer, DAY_MS / 24)
    await expect
      .poll(traced.states, { timeout: 20_000 })
      .toEqual(['failed', 'held', 'sent', 'sent'])
    await second.stop()
    const before = await traced.search()
    expect(textsOf(before.found)).toEqual([...TRACES].sort())

    const third = await startInside(traced.withMailServer, 31 * DAY_MS)
    onTestFinished(third.stop)
    const found = async () => (await traced.search()).found
    await expect.poll(found, { timeout: 20_000, interval: 300 }).toEqual([])
    recordResult({
      table: 'faults',
      what: `9 content past its retention, ${kind === 'sqlite' ? 'files of SQLite' : 'rows of PostgreSQL'}`,
      figures: { 'traces before': before.found.length, 'traces after': (await found()).length },
    })
  },
  60_000,
)

test('forget fails if another process blocks the WAL truncation, and succeeds on retry', async () => {
  const place = await startTraced(undefined)
  const gateway = await passEveryState(place)
  onTestFinished(gateway.stop)
  const reader = await openStore({ dataFolder: place.environment.DATA_DIR })
  await reader.db.connection().execute(async (connection) => {
    const rows = connection.selectFrom('messages').selectAll().stream()
    await rows.next()
    const refused = await place.messages('forget', ADDRESS, '--yes')
    expect(refused.exitCode).toBe(1)
    expect(refused.error).toContain('messages.db-wal')
    expect((await place.search()).found).not.toEqual([])
    await rows.return?.(undefined)
  })
  await reader.close()
  expect(await place.messages('forget', ADDRESS, '--yes')).toMatchObject({ exitCode: 0 })
  expect((await place.search()).found).toEqual([])
}, 60_000)

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

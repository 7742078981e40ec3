import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { scrub } from '../../src/gateway/store/deleted.ts'
import { sqliteFile } from '../../src/gateway/store/sqlite.ts'
import { openStore } from '../../src/gateway/store/store.ts'
import { onSlowDisk } from '../fixtures/failing-disk.ts'
import { keepFigures } from '../fixtures/figures.ts'
import { postForm } from '../fixtures/gateway.ts'
import { type PostgresServer, startPostgres } from '../fixtures/postgres.ts'
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
/** Shorter than the patience of who empties the journal. */
const SLOW_MS = 2000

let postgres: PostgresServer

beforeAll(async () => {
  // A server of its own, as its whole folder is read; small segments are soon written over.
  postgres = await startPostgres([], { flags: ['--wal-segsize=1'] })
})

afterAll(() => postgres.stop())

const textsOf = (found: { text: string }[]) => [...new Set(found.map(({ text }) => text))].sort()

test.each(STORES)(
  'forget leaves no byte of a visitor in any file of %s, with a gateway at work beside it',
  async (kind) => {
    const place = await startTraced(kind === 'postgres' ? postgres : undefined)
    const gateway = await passEveryState(place, startBeside)
    onTestFinished(gateway.stop)
    const isCopied = kind === 'sqlite'
    if (isCopied) await place.messages('backup', join(place.backups, 'copy.db'))
    else await place.sql('analyze')
    await place.flush()

    const before = place.search()
    expect(textsOf(before.found)).toEqual([...TRACES].sort())
    if (isCopied) {
      const names = before.found.map(({ file }) => file).join('\n')
      expect(names).toMatch(/messages\.db$/m)
      expect(names).toContain('messages.db-wal')
      expect(names).toContain('.eml')
      expect(names).toContain('copy.db')
    }
    const { exitCode, out } = await place.messages('forget', ADDRESS, '--yes', '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(out).forgotten).toHaveLength(4)
    const after = place.search()
    expect(after.found).toEqual([])
    expect(await postForm(gateway.url, { message: 'Life goes on.' })).toMatchObject({ status: 200 })
    keepFigures({
      table: 'faults',
      what: `9 forget, ${isCopied ? 'SQLite with a copy by backup' : 'PostgreSQL with its journal'}`,
      figures: {
        'forms looked for': before.forms,
        'files read': after.files.length,
        'bytes read': after.bytes,
        'files with traces before': new Set(before.found.map(({ file }) => file)).size,
        'traces after': after.found.length,
      },
    })
  },
  120_000,
)

test.each(STORES)(
  'the time that words are kept ends in every file of %s',
  async (kind) => {
    const place = await startTraced(kind === 'postgres' ? postgres : undefined)
    const first = await passEveryState(place)
    await first.stop()
    place.server.refusals = {}
    const second = await startInside(place.withMailServer, DAY_MS / 24)
    await expect.poll(place.states, { timeout: 20_000 }).toEqual(['failed', 'held', 'sent', 'sent'])
    await second.stop()
    await place.flush()
    const before = place.search('but journal')
    const inTables = before.found.filter(({ file }) => /messages\.db|\/base\//.test(file))
    expect(textsOf(inTables)).toEqual([...TRACES].sort())

    const third = await startInside(place.withMailServer, 31 * DAY_MS)
    onTestFinished(third.stop)
    const found = async () => {
      await place.flush()
      return place.search('but journal').found
    }
    await expect.poll(found, { timeout: 20_000, interval: 300 }).toEqual([])
    keepFigures({
      table: 'faults',
      what: `9 words kept too long, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL without its journal'}`,
      figures: {
        'files with traces before': new Set(before.found.map(({ file }) => file)).size,
        'traces after': (await found()).length,
      },
    })
  },
  120_000,
)

test('forget says so where another program holds the journal, and does its work afterwards', async () => {
  const place = await startTraced(undefined)
  const gateway = await passEveryState(place)
  onTestFinished(gateway.stop)
  const reader = await openStore({ dataFolder: place.environment.DATA_FOLDER })
  await reader.db.connection().execute(async (connection) => {
    const rows = connection.selectFrom('messages').selectAll().stream()
    await rows.next()
    const refused = await place.messages('forget', ADDRESS, '--yes')
    expect(refused.exitCode).toBe(1)
    expect(refused.error).toContain('messages.db-wal')
    expect(place.search().found).not.toEqual([])
    await rows.return?.(undefined)
  })
  await reader.close()
  expect(await place.messages('forget', ADDRESS, '--yes')).toMatchObject({ exitCode: 0 })
  expect(place.search().found).toEqual([])
}, 60_000)

test('the journal is emptied, too, while another program is moving it into the database', async () => {
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
  const mover = spawn(command, before, { stdio: 'inherit' })
  const ended = once(mover, 'exit')
  // It has written the database, and waits for the disk to say that it is safe there.
  await expect.poll(() => statSync(file).size, { interval: 10 }).toBeGreaterThan(sizeBefore)
  await scrub(store, 'salts')
  expect(statSync(`${file}-wal`).size).toBe(0)
  expect(await ended).toEqual([0, null])
})

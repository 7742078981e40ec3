import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createCheckpointer } from './sqlite.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-checkpointer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('every checkpoint rejects if the database cannot be opened, and close still resolves', async () => {
  const { checkpoint, close } = createCheckpointer(join(tempFolder(), 'missing', 'messages.db'))
  const results = await Promise.allSettled([checkpoint('passive'), checkpoint('truncate')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await close()
})

test('consecutive checkpoints leak no event listener', async () => {
  const file = join(tempFolder(), 'messages.db')
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; create table rows (n)')
  const warnings: string[] = []
  const onWarning = ({ name }: Error) => warnings.push(name)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const { checkpoint, close } = createCheckpointer(file)
  for (let n = 0; n < 20; n++) expect(await checkpoint('passive')).toMatchObject({ ok: true })
  await close()
  database.close()
  expect(warnings).toEqual([])
})

test('a long log with an open reader blocks writers only briefly', async () => {
  const file = join(tempFolder(), 'messages.db')
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table rows (n)')
  const reader = new DatabaseSync(file)
  reader.exec('begin')
  reader.prepare('select count(*) from rows').get()
  // Longer than the 16 MB that trigger a restart of the log.
  database.exec('insert into rows values (randomblob(20000000))')
  const { checkpoint, close } = createCheckpointer(file)
  let isDone = false
  const checkpointed = checkpoint('passive').finally(() => {
    isDone = true
  })
  let longestWaitMs = 0
  while (!isDone) {
    const startedAt = performance.now()
    await writeWithRetry(database)
    longestWaitMs = Math.max(longestWaitMs, performance.now() - startedAt)
    await setImmediate()
  }
  expect(await checkpointed).toMatchObject({ ok: true })
  // SQLite would wait for the reader until its busy timeout.
  expect(longestWaitMs).toBeLessThan(1000)
  reader.close()
  await close()
  database.close()
})

async function writeWithRetry(database: DatabaseSync) {
  while (true) {
    try {
      return database.exec('insert into rows values (1)')
    } catch {
      await setImmediate()
    }
  }
}

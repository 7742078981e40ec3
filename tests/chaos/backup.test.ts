import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as rest } from 'node:timers/promises'
import { MIGRATIONS } from 'reward-codes-gateway/internal/store/migrations.ts'
import { copyDatabase } from 'reward-codes-gateway/internal/store/sqlite.ts'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { multiplyMessages } from '../fixtures/many-messages.ts'
import { write } from '../fixtures/messages.ts'

const LAST_DATABASE = join(
  import.meta.dirname,
  `../fixtures/databases/v${MIGRATIONS.length - 1}.db`,
)
const MESSAGES = 50_000
const TIMEOUT_MS = 20_000

test('a backup completes while messages arrive, reports progress, and is a consistent snapshot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-backup-'))
  copyFileSync(LAST_DATABASE, join(folder, 'messages.db'))
  multiplyMessages(join(folder, 'messages.db'), MESSAGES)
  const gateway = await openStore({ dataFolder: folder })
  const command = await openStore({ dataFolder: folder }, { isMigrating: false })
  onTestFinished(async () => {
    await gateway.close()
    await command.close()
    rmSync(folder, { recursive: true })
  })
  const increment = (file: string) => {
    const connection = new DatabaseSync(file, { readOnly: true })
    const row = connection.prepare('select count(*) as n from messages').get()
    connection.close()
    return Number(row?.n)
  }
  const before = increment(gateway.location)
  let isSending = true
  let arrived = 0
  const arrivals = (async () => {
    for (; isSending; arrived++) {
      await write(gateway)
      await rest(10)
    }
  })()
  const copy = join(folder, 'copy.db')
  const shares: number[] = []
  const made = copyDatabase(command.location, copy, (share) => shares.push(share)).then(
    () => arrived,
  )
  const arrivedMeanwhile = await Promise.race([made, rest(TIMEOUT_MS, 'never ended')])
  isSending = false
  await Promise.all([arrivals, made])
  expect(arrivedMeanwhile).toBeGreaterThan(0)
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  // The backup excludes messages that arrived after it started, so it is one snapshot.
  expect(increment(copy) - before).toBeLessThanOrEqual(1)
}, 60_000)

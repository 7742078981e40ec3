import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginAt, deferredUntil, write } from 'test-fixtures/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../store/open-store.ts'
import { settle } from '../../store/outbox.ts'
import { checkDatabase } from './check-gateway.ts'

const NOW = Date.now()

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-doctor-'))
  file = join(folder, 'messages.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

const check = () => checkDatabase({ dataFolder: folder }, NOW)
const checkQueue = async () => (await check()).find((finding) => finding.check === 'queue')

test('a missing database passes, and is not created', async () => {
  expect(await check()).toMatchObject([{ status: 'ok' }])
  expect(existsSync(file)).toBe(false)
})

test('a file that is not a database is a failure, not a crash', async () => {
  writeFileSync(
    file,
    'something else entirely, long enough to be looked at as a header of a database',
  )
  expect(await check()).toMatchObject([{ status: 'failed' }])
})

test('the queue check reports the last reply, and fails on a message that has waited for an hour', async () => {
  const store = await openStore({ dataFolder: folder })
  await write(store, { receivedAt: NOW - 3_600_000 })
  const claimed = await beginAt(store, NOW)
  if (!claimed) throw new Error('nothing was claimed')
  await settle(store, claimed, NOW, deferredUntil(NOW, NOW, 'Invalid login: 535 5.7.8'))
  await store.close()
  const queue = await checkQueue()
  expect(queue).toMatchObject({ status: 'failed' })
  expect(queue?.found).toContain('535 5.7.8')
})

test.each([
  [0, 'ok'],
  [40 * 60_000, 'ok'],
  [5 * 3_600_000, 'failed'],
])('a message queued for %i ms makes the queue check %s', async (age, status) => {
  const store = await openStore({ dataFolder: folder })
  await write(store, { receivedAt: NOW - age })
  await store.close()
  expect(await checkQueue()).toMatchObject({ status })
})

test('a failed message fails the queue check until it is deleted', async () => {
  const store = await openStore({ dataFolder: folder })
  await write(store, { afterwards: { state: 'failed', finished_at: NOW, reason: '550' } })
  await store.close()
  expect(await checkQueue()).toMatchObject({ status: 'failed', found: '1 failed' })
  const again = await openStore({ dataFolder: folder })
  await again.db.deleteFrom('messages').execute()
  await again.close()
  expect(await checkQueue()).toMatchObject({ status: 'ok', found: 'empty' })
})

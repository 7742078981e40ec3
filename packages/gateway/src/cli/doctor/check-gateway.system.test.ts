import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { beginAt, deferredUntil, write } from 'test-fixtures/messages.ts'
import { expect, test } from 'vitest'
import { openStore } from '../../store/open-store.ts'
import { settle } from '../../store/outbox.ts'
import type { Store } from '../../store/store.ts'
import { checkDatabase } from './check-gateway.ts'

const NOW = Date.now()

test('a missing database passes, and is not created', async () => {
  const dataFolder = freshFolder()
  expect(await checkDatabase({ dataFolder }, NOW)).toMatchObject([{ status: 'ok' }])
  expect(existsSync(join(dataFolder, 'messages.db'))).toBe(false)
})

test('a file that is not a database is a failure, not a crash', async () => {
  const dataFolder = freshFolder()
  writeFileSync(join(dataFolder, 'messages.db'), 'no header of a database '.repeat(5))
  expect(await checkDatabase({ dataFolder }, NOW)).toMatchObject([{ status: 'failed' }])
})

const refused = async (store: Store) => {
  const begun = await beginAt(store, NOW)
  if (!begun) throw new Error('nothing was due')
  await settle(store, begun, NOW, deferredUntil(NOW, NOW, 'Invalid login: 535 5.7.8'))
}

test.each<[string, number, (store: Store) => unknown, object]>([
  ['an empty queue', 0, ({ db }) => db.deleteFrom('messages').execute(), { found: 'empty' }],
  ['a message', 40 * 60_000, () => {}, { found: '1 queued; oldest queued for 40 min' }],
  ['a message that waits', 3_600_000, () => {}, { status: 'failed' }],
  ['a refused one', 3_600_000, refused, { found: expect.stringContaining('535 5.7.8') }],
  [
    'a failed one',
    0,
    ({ db }) => db.updateTable('messages').set({ state: 'failed', finished_at: NOW }).execute(),
    { status: 'failed', found: '1 failed' },
  ],
])('the queue check reports %s', async (_, age, change, expected) => {
  const dataFolder = freshFolder()
  const store = await openStore({ dataFolder })
  await write(store, { receivedAt: NOW - age })
  await change(store)
  await store.close()
  const findings = await checkDatabase({ dataFolder }, NOW)
  const queue = findings.find(({ check }) => check === 'queue')
  expect(queue).toMatchObject({ status: age < 3_600_000 ? 'ok' : 'failed', ...expected })
})

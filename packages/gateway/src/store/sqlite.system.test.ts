import { DatabaseSync } from 'node:sqlite'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, onTestFinished, test } from 'vitest'
import { writeProbe } from './accept-message.ts'
import type { InTransaction } from './database.ts'
import { sqliteFile } from './sqlite.ts'

const probe = (tx: InTransaction) => writeProbe(tx, 1)

test('while another program locks the file, changes are rejected soon, and reads go on', async () => {
  const place = await freshPlace('sqlite')
  const store = await place.open()
  const other = new DatabaseSync(sqliteFile(place.dataFolder))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  const startedAt = performance.now()
  const changes = Array.from({ length: 20 }, () => store.write(probe))
  expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, () => 'rejected'),
  )
  // The thread that answers visitors was blocked for one timeout, not for one a change.
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(await store.db.selectFrom('messages').selectAll().execute()).toEqual([])
  other.exec('rollback')
  await store.write(probe)
})

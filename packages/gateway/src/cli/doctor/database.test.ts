import { DatabaseSync } from 'node:sqlite'
import { write } from 'test-fixtures/messages.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteFile } from '../../store/sqlite.ts'
import { checkDatabase } from './database.ts'

test('the maintenance check passes while a backup reads the database', async () => {
  const { dataFolder, open } = await freshPlace('sqlite')
  const store = await open()
  const reader = new DatabaseSync(sqliteFile(dataFolder), { readOnly: true })
  onTestFinished(() => reader.close())
  reader.exec('begin')
  reader.prepare('select count(*) from messages').get()
  await write(store)
  const findings = await checkDatabase({ dataFolder })
  expect(findings.find(({ check }) => check === 'maintenance')).toMatchObject({ status: 'ok' })
}, 20_000)

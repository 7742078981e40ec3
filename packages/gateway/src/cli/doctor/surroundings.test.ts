import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { write } from '../../../tests/fixtures/messages.ts'
import { readConfiguration } from '../../gateway/configuration.ts'
import { claim, settle } from '../../gateway/store/outbox.ts'
import { openStore } from '../../gateway/store/store.ts'
import { checkDataFolder, judgeSpace } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { checkConfiguration } from './settings.ts'
import { withoutSecrets } from './without-secrets.ts'

const NOW = Date.now()

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-doctor-'))
  file = join(folder, 'messages.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

const check = () => checkDatabase({ dataFolder: folder }, NOW)

test('a database that is not there yet is fine, and is not made', async () => {
  expect(await check()).toMatchObject([{ status: 'ok' }])
  expect(existsSync(file)).toBe(false)
})

test('a database of a newer program is left as it is', async () => {
  await (await openStore({ dataFolder: folder })).close()
  const connection = new DatabaseSync(file)
  connection.exec('update schema_version set version = 99')
  connection.close()
  expect(await check()).toMatchObject([
    { status: 'failed', advice: expect.stringContaining('Update') },
  ])
})

test('a file that is no database is told, not crashed upon', async () => {
  writeFileSync(
    file,
    'something else entirely, long enough to be looked at as a header of a database',
  )
  expect(await check()).toMatchObject([{ status: 'failed' }])
})

test('the queue tells what was said last, and what only the owner can mend', async () => {
  const store = await openStore({ dataFolder: folder })
  await write(store, { receivedAt: NOW })
  const claimed = await claim(store, NOW)
  if (!claimed) throw new Error('nothing was claimed')
  const reply = 'Yours to mend: Invalid login: 535 5.7.8'
  await settle(store, claimed, NOW, { outcome: 'postponed', reply, dueAt: NOW, failures: 0 })
  await store.close()
  const [, queue] = await check()
  expect(queue).toMatchObject({ check: 'queue', status: 'failed' })
  expect(queue?.found).toContain('535 5.7.8')
})

test.each([
  [0, 'ok'],
  [40 * 60_000, 'warning'],
  [5 * 3_600_000, 'failed'],
])('a message queued for %i ms makes the queue %s', async (age, status) => {
  const store = await openStore({ dataFolder: folder })
  await write(store, { receivedAt: NOW - age })
  await store.close()
  expect((await check())[1]).toMatchObject({ status })
})

test('failed messages are a warning', async () => {
  const store = await openStore({ dataFolder: folder })
  await write(store, { afterwards: { state: 'failed', settled_at: NOW, reason: '550' } })
  await store.close()
  expect((await check())[1]).toMatchObject({ status: 'warning', found: '1 failed' })
})

test('a folder is tried by writing, and nothing stays behind', () => {
  expect(checkDataFolder(folder).status).toBe('ok')
  expect(checkDataFolder(join(folder, 'not/yet')).status).toBe('ok')
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(join(folder, 'x'))
  writeFileSync(join(folder, 'x/file'), '')
  expect(checkDataFolder(join(folder, 'x/file')).status).toBe('failed')
})

test.each([
  [5, 'failed'],
  [100, 'warning'],
  [90_000, 'ok'],
])('%i MB of free space are judged %s', (free, status) => {
  expect(judgeSpace('data', free).status).toBe(status)
})

test('a name in .env that is nearly one of ours is a slip of the pen', () => {
  const environmentFile = join(folder, '.env')
  writeFileSync(
    environmentFile,
    'SMPT_URL=smtps://a:geheim@b\nMY_OWN_THING=1\nMAIL_TO=a@b.example\n',
  )
  const findings = checkConfiguration(readConfiguration({}), {}, environmentFile)
  const warnings = findings.filter(({ status }) => status === 'warning')
  expect(warnings.map(({ found }) => found)).toEqual([
    'SMPT_URL in .env means nothing. Did you mean SMTP_URL?',
  ])
})

test('every fault of the configuration has a line', () => {
  const findings = checkConfiguration(readConfiguration({ PORT: 'x', MAIL_TO: 'y' }), {}, 'none')
  expect(findings.map(({ status }) => status)).toEqual(['failed', 'failed'])
})

test('secrets are blotted out, however they got into a text', () => {
  const environment = {
    SMTP_URL: 'smtps://me:p%40ss-word@mail.example.com',
    DATABASE_URL: 'postgres://me:geheim@localhost/db',
    TURNSTILE_SECRET: '0x4AAAA',
    PORT: '3000',
  }
  const text = 'p@ss-word p%40ss-word geheim 0x4AAAA at mail.example.com:3000'
  expect(withoutSecrets(text, environment)).toBe('*** *** *** *** at mail.example.com:3000')
})

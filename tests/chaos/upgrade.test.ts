import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { checkDatabase } from 'reward-codes-gateway/internal/cli/doctor/database.ts'
import { runMaintenance } from 'reward-codes-gateway/internal/maintenance.ts'
import { countByState, countSent } from 'reward-codes-gateway/internal/store/messages.ts'
import { MIGRATIONS, POSTGRES_LOCK } from 'reward-codes-gateway/internal/store/migrations.ts'
import { openStore, readVersion } from 'reward-codes-gateway/internal/store/store.ts'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { contentOf } from '../fixtures/database-content.ts'
import { DAY_MS, startDelivery } from '../fixtures/delivery.ts'
import { keptVersions, MADE_AT, placeOf } from '../fixtures/earlier-databases.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { postForm, type TestGateway } from '../fixtures/gateway.ts'
import { freshPlace, STORES } from '../fixtures/stores.ts'

const EARLIER = Array.from({ length: MIGRATIONS.length - 1 }, (_, index) => index + 1)
const CASES = EARLIER.flatMap((version) => STORES.map((kind) => ({ version, kind })))
/** Commands compare version numbers, and read no table of another version. */
const OUTERMOST = CASES.filter(({ version }) => version === 1 || version === EARLIER.length)

const ended = (attempt: number, outcome: string, reply: unknown) => ({ attempt, outcome, reply })
const EXPECTED_MESSAGES = [
  ['Failed.', 'failed', [ended(1, 'rejected', expect.stringContaining('refused with 554'))]],
  ['Held.', 'held', []],
  ['Queued.', 'queued', [ended(1, 'deferred', expect.stringContaining('refused with 451'))]],
  ['Sent.', 'sent', [ended(1, 'sent', expect.stringContaining('accepted for delivery'))]],
  [undefined, 'sent', [ended(1, 'sent', null)]],
]

/** What docs/operating.md restores. pg_restore does not read the plain format of pg_dump. */
const BACKUPS = {
  sqlite: 'npm run messages -- backup FILE',
  postgres: 'pg_dump --format=custom --file=FILE "$DATABASE_URL"',
}

const COMMANDS = [
  ['list'],
  ['stats'],
  ['show', 'latest'],
  ['export'],
  ['retry', 'latest'],
  ['forget', 'Sent@Example.org', '--yes'],
]

test('every earlier schema version has a stored database, and no other version has one', () => {
  expect(keptVersions().sort((one, other) => one - other)).toEqual(EARLIER)
})

test('an earlier database has its own schema version', async () => {
  for (const version of EARLIER) {
    const { DATA_DIR } = await placeOf(version, 'sqlite')
    expect(await readVersion({ dataFolder: DATA_DIR })).toBe(version)
  }
})

describe.each(CASES)('a database of version $version on $kind', ({ version, kind }) => {
  test('opens with every message, its content, state and attempts, before and after a reopen', async () => {
    const environment = await placeOf(version, kind)
    const place = {
      dataFolder: environment.DATA_DIR,
      databaseUrl: environment.DATABASE_URL,
    }
    for (const _ of ['upgraded', 'current']) {
      const store = await openStore(place)
      expect(await messagesOf(store.db)).toEqual(EXPECTED_MESSAGES)
      expect(await countByState(store.db)).toEqual({ queued: 1, held: 1, sent: 2, failed: 1 })
      expect(await countSent(store.db, MADE_AT)).toMatchObject({ lastDay: 1, lastWeek: 1 })
      await store.close()
      expect(await readVersion(place)).toBe(MIGRATIONS.length)
    }
  })

  test('sends only queued messages and accepts new ones', async () => {
    const { server, url, gateway, pass } = await startDelivery({
      environment: await placeOf(version, kind),
    })
    const { db } = gateway.store
    const queued = db
      .selectFrom('messages')
      .select('message_id_header')
      .where('state', '=', 'queued')
    const { message_id_header } = await queued.executeTakeFirstOrThrow()
    pass(DAY_MS / 24)
    gateway.store.notify()
    const [mail] = await server.waitFor(1)
    expect(mail?.mail).toMatchObject({ messageId: message_id_header })
    expect(mail?.mail.text).toContain('Queued.')
    expect(await postForm(url, { message: 'Of today.' })).toMatchObject({ status: 200 })
    await server.waitFor(2)
    await expect.poll(() => stateOf(gateway, 'queued')).toBe(0)
    expect(server.received).toHaveLength(2)
  })

  test('supports forget and retention like a new one', async () => {
    const environment = await placeOf(version, kind)
    const { gateway, pass, log } = await startDelivery({ environment })
    const gone = await callMessages(['forget', 'Sent@Example.org', '--yes', '--json'], environment)
    expect(JSON.parse(gone.out).forgotten).toHaveLength(1)
    expect((await messagesOf(gateway.store.db)).map(([words]) => words)).toEqual(
      EXPECTED_MESSAGES.map(([words]) => words).filter((words) => words !== 'Sent.'),
    )
    pass(181 * DAY_MS)
    await runMaintenance(gateway.delivery)
    const rows = gateway.store.db
      .selectFrom('messages')
      .select(['template_params', 'sender', 'state'])
    const settled = (await rows.execute()).filter(({ state }) => state === 'failed')
    expect(settled).toEqual([{ template_params: null, sender: '', state: 'failed' }])
    expect(await stateOf(gateway, 'held')).toBe(0)
    expect(log.join('\n')).not.toContain('maintenance task failed')
  })
})

describe.each(OUTERMOST)(
  'before the gateway has migrated version $version on $kind',
  ({ version, kind }) => {
    test('commands fail and migrate nothing', async () => {
      const environment = await placeOf(version, kind)
      const before = await contentOf(environment)
      for (const args of COMMANDS) {
        const { exitCode, error } = await callMessages(args, environment)
        expect([args, exitCode, error]).toEqual([
          args,
          1,
          expect.stringContaining(`The database has schema version ${version}; this program needs`),
        ])
        expect(await contentOf(environment)).toEqual(before)
      }
    })

    test('commands and doctor name the backup of this database', async () => {
      const environment = await placeOf(version, kind)
      const { error } = await callMessages(['list'], environment)
      expect(error).toContain(`Back it up first: ${BACKUPS[kind]}`)
      const place = { dataFolder: environment.DATA_DIR, databaseUrl: environment.DATABASE_URL }
      const [finding] = await checkDatabase(place, MADE_AT)
      expect(finding?.advice).toContain(`Back up (${BACKUPS[kind]})`)
    })

    test('doctor advises a backup, and migrates nothing', async () => {
      const environment = await placeOf(version, kind)
      const before = await contentOf(environment)
      const place = { dataFolder: environment.DATA_DIR, databaseUrl: environment.DATABASE_URL }
      const [finding] = await checkDatabase(place, MADE_AT)
      expect(finding).toMatchObject({
        status: 'warning',
        found: expect.stringContaining(`version ${version}, older than this program`),
        advice: expect.stringContaining(kind === 'sqlite' ? 'messages -- backup' : 'pg_dump'),
      })
      expect(await contentOf(environment)).toEqual(before)
    })
  },
)

test.each(EARLIER)('a backup of version %i has the same tables and rows', async (version) => {
  const environment = await placeOf(version, 'sqlite')
  const before = await contentOf(environment)
  const folder = freshFolder()
  const { exitCode } = await callMessages(['backup', join(folder, 'messages.db')], environment)
  expect(exitCode).toBe(0)
  expect(await contentOf({ DATA_DIR: folder })).toEqual(before)
  expect(await contentOf(environment)).toEqual(before)
})

test('backup of PostgreSQL names the command that docs/operating.md restores', async () => {
  const { databaseUrl = '' } = await freshPlace('postgres')
  const settings = { DATABASE_URL: databaseUrl }
  const { exitCode, error } = await callMessages(['backup', 'messages.db'], settings)
  expect(exitCode).toBe(1)
  expect(error).toContain(BACKUPS.postgres)
})

test('a database of a newer version is rejected and not modified', async () => {
  const { DATA_DIR } = await placeOf(1, 'sqlite')
  const file = join(DATA_DIR, 'messages.db')
  const connection = new DatabaseSync(file)
  // The journal mode of a restored `backup`.
  connection.exec('pragma journal_mode = delete; update schema_version set version = 99')
  connection.close()
  const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex')
  const before = digest()
  await expect(openStore({ dataFolder: DATA_DIR })).rejects.toThrow('A newer version')
  expect(await callMessages(['list'], { DATA_DIR })).toMatchObject({ exitCode: 1 })
  expect(digest()).toBe(before)
  expect(['-wal', '-shm', '-journal'].filter((ending) => existsSync(file + ending))).toEqual([])
})

test('on PostgreSQL a migration may take longer than the statement timeout of requests', async () => {
  const { databaseUrl, open } = await freshPlace('postgres', inject('postgres'))
  const another = new pg.Client(databaseUrl)
  await another.connect()
  onTestFinished(() => another.end())
  // Like a gateway that builds an index over many messages.
  await another.query('select pg_advisory_lock($1)', [POSTGRES_LOCK])
  const opening = open()
  await rest(13_000)
  await another.query('select pg_advisory_unlock($1)', [POSTGRES_LOCK])
  const store = await opening
  expect(await store.db.selectFrom('messages').selectAll().execute()).toEqual([])
})

async function messagesOf(db: TestGateway['gateway']['store']['db']) {
  const messages = await db.selectFrom('messages').selectAll().execute()
  const attempts = await db.selectFrom('attempts').selectAll().orderBy('attempt').execute()
  expect(messages.every(({ received_at }) => received_at <= MADE_AT)).toBe(true)
  return messages
    .map(({ id, state, template_params: variables }) => [
      variables === null ? undefined : JSON.parse(variables).message,
      state,
      attempts
        .filter(({ message_id }) => message_id === id)
        .map(({ attempt, outcome, smtp_response: reply }) => ({ attempt, outcome, reply })),
    ])
    .sort(([one = '~'], [other = '~']) => (one < other ? -1 : 1))
}

async function stateOf({ store }: TestGateway['gateway'], state: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from messages where state = ${state}`.execute(store.db)
  return Number(rows[0]?.count)
}

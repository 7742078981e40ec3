import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { keepHouse } from '../../src/gateway/courier/housekeeping.ts'
import { countByState, countSent } from '../../src/gateway/store/counts.ts'
import { POSTGRES_LOCK } from '../../src/gateway/store/migrate.ts'
import { MIGRATIONS } from '../../src/gateway/store/migrations.ts'
import { openStore } from '../../src/gateway/store/store.ts'
import { readVersion } from '../../src/gateway/store/version.ts'
import { callMessages } from '../fixtures/call-messages.ts'
import { DAY_MS, startDelivery } from '../fixtures/delivery.ts'
import { keptVersions, MADE_AT, placeOf } from '../fixtures/earlier-databases.ts'
import { postForm, type TestGateway } from '../fixtures/gateway.ts'
import { freshDatabase } from '../fixtures/postgres.ts'
import { STORES } from '../fixtures/stores.ts'

const EARLIER = Array.from({ length: MIGRATIONS.length - 1 }, (_, index) => index + 1)
const CASES = EARLIER.flatMap((version) => STORES.map((kind) => ({ version, kind })))

const ended = (attempt: number, outcome: string, reply: unknown) => ({ attempt, outcome, reply })
const WHOLE = [
  ['Failed.', 'failed', [ended(1, 'refused', expect.stringContaining('refused with 554'))]],
  ['Held.', 'held', []],
  ['Queued.', 'queued', [ended(1, 'postponed', expect.stringContaining('refused with 451'))]],
  ['Sent.', 'sent', [ended(1, 'sent', expect.stringContaining('accepted for delivery'))]],
  [undefined, 'sent', [ended(1, 'sent', null)]],
]

test('every version of the tables that has ended has a database, and none of a version to come', () => {
  expect(keptVersions().sort((one, other) => one - other)).toEqual(EARLIER)
})

test('an old database knows nothing of today', async () => {
  for (const version of EARLIER) {
    const { DATA_FOLDER } = await placeOf(version, 'sqlite')
    expect(await readVersion({ dataFolder: DATA_FOLDER })).toEqual({
      kind: 'older',
      present: version,
    })
  }
})

describe.each(CASES)('a database of version $version on $kind', ({ version, kind }) => {
  test('opens with every message, its words, its state and its attempts, once and twice', async () => {
    const environment = await placeOf(version, kind)
    const place = {
      dataFolder: environment.DATA_FOLDER,
      databaseUrl: environment.DATABASE_URL,
    }
    for (const _ of ['upgraded', 'current']) {
      const store = await openStore(place)
      expect(await wholeOf(store.db)).toEqual(WHOLE)
      expect(await countByState(store.db)).toEqual({ queued: 1, held: 1, sent: 2, failed: 1 })
      expect(await countSent(store.db, MADE_AT)).toMatchObject({ lastDay: 1, lastWeek: 1 })
      await store.close()
      expect(await readVersion(place)).toEqual({ kind: 'current' })
    }
  })

  test('is worked on: what is queued is sent, the rest is not, and new messages come in', async () => {
    const { server, url, gateway, pass } = await startDelivery({
      environment: await placeOf(version, kind),
    })
    const { db } = gateway.store
    const queued = db.selectFrom('messages').select('mail_id').where('state', '=', 'queued')
    const { mail_id } = await queued.executeTakeFirstOrThrow()
    pass(DAY_MS / 24)
    gateway.wake()
    const [mail] = await server.waitFor(1)
    expect(mail?.mail).toMatchObject({ messageId: mail_id })
    expect(mail?.mail.text).toContain('Queued.')
    expect(await postForm(url, { message: 'Of today.' })).toMatchObject({ status: 200 })
    await server.waitFor(2)
    await expect.poll(() => stateOf(gateway, 'queued')).toBe(0)
    expect(server.received).toHaveLength(2)
  })

  test('forgets and purges as a new one does', async () => {
    const environment = await placeOf(version, kind)
    const gone = await callMessages(['forget', 'Sent@Example.org', '--yes', '--json'], environment)
    expect(JSON.parse(gone.out).forgotten).toHaveLength(1)
    const { gateway, pass, log } = await startDelivery({ environment })
    expect((await wholeOf(gateway.store.db)).map(([words]) => words)).toEqual(
      WHOLE.map(([words]) => words).filter((words) => words !== 'Sent.'),
    )
    pass(181 * DAY_MS)
    await keepHouse(gateway)
    const rows = gateway.store.db.selectFrom('messages').select(['variables', 'sender', 'state'])
    const settled = (await rows.execute()).filter(({ state }) => state === 'failed')
    expect(settled).toEqual([{ variables: null, sender: '', state: 'failed' }])
    expect(await stateOf(gateway, 'held')).toBe(0)
    expect(log.join('\n')).not.toContain('stumbled')
  })
})

test('a database of a newer program is refused, and not one byte of it is changed', async () => {
  const { DATA_FOLDER } = await placeOf(1, 'sqlite')
  const file = join(DATA_FOLDER, 'messages.db')
  const connection = new DatabaseSync(file)
  // As a restored copy by `backup` is.
  connection.exec('pragma journal_mode = delete; update schema_version set version = 99')
  connection.close()
  const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex')
  const before = digest()
  await expect(openStore({ dataFolder: DATA_FOLDER })).rejects.toThrow('A newer program has used')
  expect(await callMessages(['list'], { DATA_FOLDER })).toMatchObject({ exitCode: 1 })
  expect(digest()).toBe(before)
  expect(['-wal', '-shm', '-journal'].filter((ending) => existsSync(file + ending))).toEqual([])
})

test('on PostgreSQL it may take longer than any statement of a visitor may', async () => {
  const database = await freshDatabase(inject('postgres'))
  const another = new pg.Client(database.url)
  await another.connect()
  onTestFinished(async () => {
    await another.end()
    await database.drop()
  })
  // As a gateway that is making an index over many messages.
  await another.query('select pg_advisory_lock($1)', [POSTGRES_LOCK])
  const opening = openStore({ dataFolder: '', databaseUrl: database.url })
  await rest(13_000)
  await another.query('select pg_advisory_unlock($1)', [POSTGRES_LOCK])
  const store = await opening
  onTestFinished(() => store.close())
  expect(await store.db.selectFrom('messages').selectAll().execute()).toEqual([])
})

async function wholeOf(db: TestGateway['gateway']['store']['db']) {
  const messages = await db.selectFrom('messages').selectAll().execute()
  const attempts = await db.selectFrom('attempts').selectAll().orderBy('attempt').execute()
  expect(messages.every(({ received_at }) => received_at <= MADE_AT)).toBe(true)
  return messages
    .map(({ id, state, variables }) => [
      variables === null ? undefined : JSON.parse(variables).message,
      state,
      attempts
        .filter(({ message_id }) => message_id === id)
        .map(({ attempt, outcome, reply }) => ({ attempt, outcome, reply })),
    ])
    .sort(([one = '~'], [other = '~']) => (one < other ? -1 : 1))
}

async function stateOf({ store }: TestGateway['gateway'], state: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from messages where state = ${state}`.execute(store.db)
  return Number(rows[0]?.count)
}

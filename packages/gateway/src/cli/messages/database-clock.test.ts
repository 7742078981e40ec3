import { sql } from 'kysely'
import { write } from 'test-fixtures/messages.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, test } from 'vitest'

const HOUR_MS = 3_600_000

/** Runs a command with a clock that is two hours ahead of the database's. */
async function runWithSkew(args: string[], databaseUrl: string) {
  const settings = { DATABASE_URL: databaseUrl, NODE_OPTIONS: `--import ${CLOCK_SKEW}` }
  return runCommand(args, settings)
}

/** A preloaded module that shifts the clock of the process. */
const CLOCK_SKEW = `data:text/javascript,${encodeURIComponent(
  `const now = Date.now; Date.now = () => now() + ${2 * HOUR_MS}`,
)}`

test('commands use the database clock instead of the machine clock', async () => {
  const { databaseUrl = '', open } = await freshPlace('postgres')
  const store = await open()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store.db)
  const now = rows[0]?.now ?? 0
  await write(store, { receivedAt: now, afterwards: { state: 'sent', finished_at: now } })
  await write(store, { receivedAt: now })
  const purged = await runWithSkew(
    ['messages', 'purge', '--older-than', '1h', '--yes', '--json'],
    databaseUrl,
  )
  expect(JSON.parse(purged.out)).toMatchObject({ purged: [] })
  expect(
    await runWithSkew(['messages', 'stats', '--fail-if-older-than', '1h'], databaseUrl),
  ).toMatchObject({
    exitCode: 0,
  })
  const doctor = await runWithSkew(['doctor', '--json'], databaseUrl)
  expect(JSON.parse(doctor.out).findings).toContainEqual(
    expect.objectContaining({
      check: 'queue',
      status: 'ok',
      found: expect.stringContaining('1 queued'),
    }),
  )
}, 60_000)

import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { postForm, startTestGateway } from '../fixtures/gateway.ts'
import { freshPlace } from '../fixtures/stores.ts'

/** A statement times out after 10 s, and a request has two statements that may wait. */
const LOCKED_MS = 8000
/** The maximum response time for a visitor. The page times out after 20 s. */
const MAX_RESPONSE_MS = 15_000

test('a request that waits for one lock after the other is answered in time', async () => {
  const { databaseUrl = '' } = await freshPlace('postgres')
  const gateway = await startTestGateway({ environment: { DATABASE_URL: databaseUrl } })
  onTestFinished(() => gateway.close())
  const [limit, messages] = [
    await lock(databaseUrl, 'rate_limit_counters'),
    await lock(databaseUrl, 'idempotency_keys'),
  ]
  const begun = performance.now()
  setTimeout(limit.release, LOCKED_MS)
  const { status } = await postForm(gateway.url)
  expect(performance.now() - begun).toBeLessThan(MAX_RESPONSE_MS)
  expect(performance.now() - begun, 'both locks').toBeGreaterThan(LOCKED_MS)
  expect(status).toBe(503)
  await messages.release()
}, 60_000)

async function lock(url: string, table: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return { release: () => client.end() }
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { buildOpsServer } from 'reward-codes-gateway/internal/http/ops.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { startPostgres } from '../fixtures/postgres.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'
import { startStallingProxy } from '../fixtures/stalling-proxy.ts'
import { freshPlace } from '../fixtures/stores.ts'

test('on a full disk a message is rejected completely, and accepted when there is space again', async () => {
  const { url, gateway, log } = await startOwnGateway()
  const { db } = gateway.store
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
  const form = formOf({ message: 'x'.repeat(19_000), submission_id: crypto.randomUUID() })
  let refused = await postForm(url, form)
  for (let n = 0; refused.status === 200 && n < 50; n++) {
    refused = await postForm(url, formOf({ message: `${n}${'x'.repeat(19_000)}` }))
  }
  expect(refused).toMatchObject({
    status: 503,
    text: 'Service Unavailable',
    reason: 'storage-unavailable',
  })
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(log.join('\n')).toContain('database or disk is full')
  await sql.raw('pragma max_page_count = 1000000').execute(db)
  const again = formOf({ message: 'There is room again.' })
  expect(await postForm(url, again)).toMatchObject({ status: 200, text: 'OK' })
})

function lockDatabase(folder: string) {
  const other = new DatabaseSync(join(folder, 'messages.db'))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return () => other.exec('rollback')
}

test('while another process locks the database, messages get a 503 soon and other requests work', async () => {
  const { url, folder, gateway } = await startOwnGateway()
  const unlock = lockDatabase(folder)
  const ops = buildOpsServer({ gateway, isStopping: () => false })
  const form = formOf({ message: 'Patience.' })
  const startedAt = performance.now()
  const posted = postForm(url, form)
  expect((await ops.inject('/readyz')).body).toMatch(
    /^not ready: cannot store messages: database is locked/,
  )
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  // Commands wait 5 s for a lock. Nobody waits so long for a gateway.
  expect(performance.now() - startedAt).toBeLessThan(5000)
  const refused = await posted
  expect(refused).toMatchObject({ status: 503, reason: 'storage-unavailable' })
  expect(refused.headers.get('retry-after')).toBe('30')
  unlock()
  expect(await postForm(url, form)).toMatchObject({ status: 200, reason: 'accepted' })
})

test('while the database is locked, later requests fail without a separate timeout each', async () => {
  const { url, folder } = await startOwnGateway()
  const unlock = lockDatabase(folder)
  // With a separate lock timeout each, they would together exceed the test's timeout.
  for (let n = 0; n < 12; n++) {
    expect(await postForm(url, formOf({ message: `${n}` }))).toMatchObject({ status: 503 })
  }
  unlock()
  expect(await postForm(url)).toMatchObject({ status: 200 })
})

test('after a PostgreSQL restart the gateway reconnects, and no message answered 200 is lost', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const server = await startMailServer()
  onTestFinished(server.close)
  const { url, gateway } = await startOwnGateway({
    environment: {
      DATABASE_URL: postgres.url,
      ...smtpSettings(server.url),
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
    },
  })
  expect(await postForm(url, { message: 'Before.' })).toMatchObject({ status: 200 })
  await postgres.pause()
  expect(await postForm(url, { message: 'Meanwhile.' })).toMatchObject({ status: 503 })
  await postgres.resume()
  await expect
    .poll(async () => (await postForm(url, { message: 'After.' })).status, { timeout: 10_000 })
    .toBe(200)
  gateway.wake()
  const states = async () => {
    const rows = await gateway.store.db.selectFrom('messages').select('state').execute()
    return rows.map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 40_000 }).toEqual(['sent', 'sent'])
}, 60_000)

test('if PostgreSQL stops responding, requests time out and broken connections are discarded', async () => {
  const line = await startStallingProxy(inject('postgres'))
  onTestFinished(line.close)
  const { databaseUrl = '' } = await freshPlace('postgres')
  const through = new URL(databaseUrl)
  through.port = String(line.port)
  const gateway = await startOwnGateway({ environment: { DATABASE_URL: through.href } })
  expect(await postForm(gateway.url, { message: 'Before.' })).toMatchObject({ status: 200 })
  line.stall()
  expect(await postForm(gateway.url, { message: 'Now.' })).toMatchObject({ status: 503 })
  line.heal()
  // Without a pause, as on a busy site, because the pool closes idle connections by itself.
  const again = () => postForm(gateway.url, { message: 'Again.' })
  await expect.poll(async () => (await again()).status, { timeout: 10_000 }).toBe(200)
}, 60_000)

/** A statement times out after 10 s, and a request has two statements that may wait. */
const LOCKED_MS = 8000
/** The maximum response time for a visitor. The page times out after 20 s. */
const MAX_RESPONSE_MS = 19_000

test('a request that waits for one lock after the other is answered in time', async () => {
  const { databaseUrl = '', environment } = await freshPlace('postgres')
  const gateway = await startOwnGateway({ environment })
  const [keys, messages] = [
    await lock(databaseUrl, 'idempotency_keys'),
    await lock(databaseUrl, 'messages'),
  ]
  const begun = performance.now()
  setTimeout(keys.release, LOCKED_MS)
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

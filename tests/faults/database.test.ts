import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { formOf, type GatewaySetup, postForm, startTestGateway } from '../fixtures/gateway.ts'
import { freshDatabase, startPostgres } from '../fixtures/postgres.ts'
import { startStallingProxy } from '../fixtures/stalling-proxy.ts'

async function start(setup: GatewaySetup = {}) {
  const gateway = await startTestGateway(setup)
  onTestFinished(gateway.close)
  return gateway
}

test('on a full disk a message is refused and not half taken, and once there is room it is taken', async () => {
  const { url, gateway, log } = await start()
  const { db } = gateway.store
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
  const form = formOf({ message: 'x'.repeat(19_000), submission_id: crypto.randomUUID() })
  let refused = await postForm(url, form)
  for (let n = 0; refused.status === 200 && n < 50; n++) {
    refused = await postForm(url, formOf({ message: `${n}${'x'.repeat(19_000)}` }))
  }
  expect(refused).toMatchObject({ status: 503, text: 'Service Unavailable', reason: 'not-stored' })
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(log.join('\n')).toContain('database or disk is full')
  await sql.raw('pragma max_page_count = 1000000').execute(db)
  const again = formOf({ message: 'There is room again.' })
  expect(await postForm(url, again)).toMatchObject({ status: 200, text: 'OK' })
})

test('while another program holds the database, the gateway waits a while and then says so', async () => {
  const { url, folder } = await start()
  const file = join(folder, 'messages.db')
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 })
    db.exec('begin immediate')
    console.log('held')
    setTimeout(() => { db.exec('rollback'); db.close() }, 7000)`
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  const form = formOf({ message: 'Patience.' })
  expect(await postForm(url, form)).toMatchObject({ status: 503, reason: 'not-stored' })
  await once(holder, 'exit')
  expect(await postForm(url, form)).toMatchObject({ status: 200, reason: 'accepted' })
}, 30_000)

test('a PostgreSQL that goes away and comes back is found again, and nothing answered 200 is lost', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const { url, gateway } = await start({ environment: { DATABASE_URL: postgres.url } })
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

test('a PostgreSQL that falls silent costs the visitor seconds, and no line is used that may be dead', async () => {
  const line = await startStallingProxy(inject('postgres'))
  onTestFinished(line.close)
  const database = await freshDatabase(inject('postgres'))
  const through = new URL(database.url)
  through.port = String(line.port)
  const gateway = await startTestGateway({ environment: { DATABASE_URL: through.href } })
  expect(await postForm(gateway.url, { message: 'Before.' })).toMatchObject({ status: 200 })
  line.stall()
  expect(await postForm(gateway.url, { message: 'Now.' })).toMatchObject({ status: 503 })
  line.heal()
  // Asked without a rest, as on a busy site: a pool gives up lines that nobody has used for a while.
  const again = () => postForm(gateway.url, { message: 'Again.' })
  await expect.poll(async () => (await again()).status, { timeout: 10_000 }).toBe(200)
  await gateway.close()
  await database.drop()
}, 60_000)

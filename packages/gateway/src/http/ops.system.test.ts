import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { startOwnGateway } from 'test-fixtures/delivery.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { formOf, freshForm, postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { startStallingProxy } from 'test-fixtures/postgres.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Gateway } from '../gateway.ts'
import { buildOpsServer, type OpsParts } from './ops.ts'

function requestFrom(gateway: Gateway | undefined, parts: Partial<OpsParts> = {}) {
  const app = buildOpsServer({ gateway, isStopping: () => false, ...parts })
  onTestFinished(() => app.close())
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url)
    return { status: statusCode, body, type: headers['content-type'] }
  }
}

test('/readyz succeeds while the gateway can store and deliver, and otherwise returns the reason', async () => {
  const setup = await startTestGateway()
  let isStopping = false
  const ask = requestFrom(setup.gateway, { isStopping: () => isStopping })
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: 'ready\n' })
  isStopping = true
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: shutting down\n',
  })
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'alive\n' })
  isStopping = false
  await sql`pragma query_only = on`.execute(setup.gateway.store.db)
  expect((await ask('/readyz')).body).toMatch(/^not ready: cannot store messages: .*readonly/)
  await sql`pragma query_only = off`.execute(setup.gateway.store.db)
  await setup.close()
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: the delivery worker is not running\n',
  })
})

/** Sooner than a busy machine may answer. */
const SOON = { probeMs: 500 }

test('/readyz fails while the table of messages is locked', async () => {
  const { environment } = await freshPlace('postgres')
  const { gateway } = await startOwnGateway({ environment })
  const ask = requestFrom(gateway, SOON)
  await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 })
  const lock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = gateway.store.db.transaction().execute(async (tx) => {
    await sql`lock table messages in access exclusive mode`.execute(tx)
    locked.resolve()
    await lock.promise
  })
  await locked.promise
  expect((await ask('/readyz')).body).toContain('cannot store messages')
  lock.resolve()
  await holding
  await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 })
})

test('once the database file is deleted or replaced, nothing is answered 200', async () => {
  const folder = freshFolder()
  const { gateway, url } = await startOwnGateway({ environment: { DATA_DIR: folder } })
  const ask = requestFrom(gateway)
  expect(await postForm(url, freshForm())).toMatchObject({ status: 200 })
  rmSync(folder, { recursive: true })
  expect(await postForm(url, freshForm())).toMatchObject({ status: 503 })
  mkdirSync(folder)
  writeFileSync(gateway.store.location, '')
  expect(await postForm(url, freshForm())).toMatchObject({ status: 503 })
  expect((await ask('/readyz')).body).toMatch(/^not ready: .*deleted or replaced/)
})

test('if PostgreSQL stops answering, /readyz says so soon, requests get 503, and broken connections are discarded', async () => {
  const line = await startStallingProxy(inject('postgres'))
  const { databaseUrl = '' } = await freshPlace('postgres')
  const through = new URL(databaseUrl)
  through.port = String(line.port)
  const environment = { DATABASE_URL: through.href }
  const { gateway, url } = await startOwnGateway({ environment, waitMs: 3000 })
  // Close it before the gateway, which would wait for every stalled query.
  onTestFinished(line.close)
  const ask = requestFrom(gateway, SOON)
  const statusOf = async (message: string) => (await postForm(url, { message })).status
  await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 })
  await expect.poll(() => statusOf('Before.')).toBe(200)
  line.stall()
  const body = 'not ready: cannot store messages: no database response for 0.5 s\n'
  expect(await ask('/readyz')).toMatchObject({ status: 503, body })
  expect(await statusOf('Now.')).toBe(503)
  line.heal()
  // Without a pause, as on a busy site, because the pool closes idle connections by itself.
  await expect.poll(() => statusOf('Again.')).toBe(200)
})

test('while another process locks the database, messages get a 503 soon and other requests work', async () => {
  const { url, folder, gateway } = await startOwnGateway()
  const other = new DatabaseSync(join(folder, 'messages.db'))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  const form = formOf({ message: 'Patience.' })
  const startedAt = performance.now()
  const posted = postForm(url, form)
  expect((await requestFrom(gateway)('/readyz')).body).toMatch(
    /^not ready: cannot store messages: database is locked/,
  )
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  // Commands wait 5 s for a lock. No visitor waits so long for a gateway.
  expect(performance.now() - startedAt).toBeLessThan(5000)
  const refused = await posted
  expect(refused).toMatchObject({ status: 503, reason: 'storage-unavailable' })
  expect(refused.headers.get('retry-after')).toBe('30')
  other.exec('rollback')
  expect(await postForm(url, form)).toMatchObject({ status: 200, reason: 'accepted' })
})

test('a server without a gateway is ready, and any other path is not found', async () => {
  const ask = requestFrom(undefined)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  expect(await ask('/')).toMatchObject({ status: 404 })
})

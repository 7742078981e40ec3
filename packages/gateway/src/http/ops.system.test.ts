import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { freshForm, postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { freshDatabase } from 'test-fixtures/postgres.ts'
import { startStallingProxy } from 'test-fixtures/stalling-proxy.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Gateway } from '../gateway.ts'
import { buildOpsServer } from './ops.ts'

function requestFrom(gateway: Gateway | undefined, isStopping = () => false) {
  const app = buildOpsServer({ gateway, isStopping, probeMs: 500 })
  onTestFinished(() => app.close())
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url)
    return { status: statusCode, body, type: headers['content-type'] }
  }
}

test('/readyz succeeds while the gateway can store and deliver, and otherwise returns the reason', async () => {
  const setup = await startTestGateway()
  let isStopping = false
  const ask = requestFrom(setup.gateway, () => isStopping)
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

test('/readyz fails while the table of messages is locked', async () => {
  const database = await freshDatabase(inject('postgres'))
  const { gateway, close } = await startTestGateway({ environment: { DATABASE_URL: database.url } })
  onTestFinished(close)
  const ask = requestFrom(gateway)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
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
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
})

test('once the database file is deleted or replaced, nothing is answered 200', async () => {
  const folder = freshFolder()
  const { gateway, url, close } = await startTestGateway({ environment: { DATA_DIR: folder } })
  onTestFinished(close)
  const ask = requestFrom(gateway)
  expect(await postForm(url, freshForm())).toMatchObject({ status: 200 })
  rmSync(folder, { recursive: true })
  expect(await postForm(url, freshForm())).toMatchObject({ status: 503 })
  mkdirSync(folder)
  writeFileSync(gateway.store.location, '')
  expect(await postForm(url, freshForm())).toMatchObject({ status: 503 })
  expect((await ask('/readyz')).body).toMatch(/^not ready: .*deleted or replaced/)
})

test('/readyz reports a stalled database before a health check times out', async () => {
  const proxy = await startStallingProxy(inject('postgres'))
  const database = await freshDatabase(inject('postgres'))
  const through = new URL(database.url)
  through.port = String(proxy.port)
  const { gateway, close } = await startTestGateway({ environment: { DATABASE_URL: through.href } })
  onTestFinished(close)
  // Close it before the gateway, which would wait for every stalled query.
  onTestFinished(proxy.close)
  const ask = requestFrom(gateway)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  proxy.stall()
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: cannot store messages: no database response for 0.5 s\n',
  })
})

test('a server without a gateway is ready, and any other path is not found', async () => {
  const ask = requestFrom(undefined)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  expect(await ask('/')).toMatchObject({ status: 404 })
})

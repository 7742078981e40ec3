import { sql } from 'kysely'
import { countAttempts, DAY_MS, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { freshDatabase } from 'test-fixtures/postgres.ts'
import { startStallingProxy } from 'test-fixtures/stalling-proxy.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Gateway } from '../gateway.ts'
import { buildOpsServer } from './ops.ts'

function requestFrom(gateway: Gateway | undefined, isStopping = () => false) {
  const app = buildOpsServer({ gateway, isStopping })
  onTestFinished(() => app.close())
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url)
    return { status: statusCode, body, type: headers['content-type'] }
  }
}

/** Parses the Prometheus text format into values by name and labels. */
function parseMetrics(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = line, value] = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

describe.each(STORES)('%s', (kind) => {
  test('metrics count accepted, rejected, held and sent messages, attempts, and the age of the queue', async () => {
    const { url, gateway, server, settled, pass } = await startDelivery({
      environment: (await freshPlace(kind)).environment,
    })
    const ask = requestFrom(gateway)
    await postForm(url)
    await settled(1)
    await postForm(url, { message: 'Held.', contact_website_url: 'https://spam.example' })
    await postForm(url, {}, { origin: 'https://stranger.example' })
    await postForm(url, {}, { origin: 'https://stranger.example' })
    server.refusals.recipient = 450
    await postForm(url, { message: 'Put off.' })
    await settled(2)
    // An attempt is counted once its result is on the disk, a moment after it can be read.
    await expect.poll(() => countAttempts(gateway, 'deferred')).toBe(1)
    pass(3_599_000)
    const { type, body } = await ask('/metrics')
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(parseMetrics(body)).toMatchObject({
      'contact_gateway_messages{state="queued"}': 1,
      'contact_gateway_messages{state="held"}': 1,
      'contact_gateway_messages{state="failed"}': 0,
      contact_gateway_database_up: 1,
      contact_gateway_queue_oldest_age_seconds: 3599,
      contact_gateway_messages_accepted_total: 3,
      'contact_gateway_submissions_rejected_total{reason="origin"}': 2,
      'contact_gateway_delivery_attempts_total{outcome="sent"}': 1,
      'contact_gateway_delivery_attempts_total{outcome="deferred"}': 1,
    })
  })
})

test('a queued automatic reply has no age of the queue', async () => {
  const { url, gateway, pass, settled } = await startDelivery()
  await postForm(url)
  await settled(1)
  await gateway.store.db
    .updateTable('messages')
    .set({ state: 'queued', kind: 'auto-reply', next_attempt_at: Date.UTC(2030, 0) })
    .execute()
  pass(DAY_MS)
  expect(parseMetrics((await requestFrom(gateway)('/metrics')).body)).toMatchObject({
    'contact_gateway_messages{state="queued"}': 1,
    contact_gateway_queue_oldest_age_seconds: 0,
  })
})

test('/readyz succeeds while the gateway can store and deliver, and otherwise returns the reason', async () => {
  const setup = await startTestGateway()
  let isStopping = false
  const ask = requestFrom(setup.gateway, () => isStopping)
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: 'ready\n' })
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  isStopping = true
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: shutting down\n',
  })
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'alive\n' })
  isStopping = false
  await setup.close()
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: the delivery worker is not running\n',
  })
  expect(parseMetrics((await ask('/metrics')).body)).toMatchObject({
    contact_gateway_database_up: 0,
    contact_gateway_messages_accepted_total: 0,
  })
})

test('/readyz fails while the database is read-only, and recovers', async () => {
  const { gateway, close } = await startTestGateway()
  onTestFinished(close)
  const ask = requestFrom(gateway)
  await sql`pragma query_only = on`.execute(gateway.store.db)
  const refused = await ask('/readyz')
  expect(refused.status).toBe(503)
  expect(refused.body).toContain('cannot store messages: attempt to write a readonly database')
  await sql`pragma query_only = off`.execute(gateway.store.db)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
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
    body: 'not ready: cannot store messages: no database response for 3 s\n',
  })
}, 60_000)

test('a server without a gateway is ready, and has process metrics', async () => {
  const ask = requestFrom(undefined)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  const figures = parseMetrics((await ask('/metrics')).body)
  expect(Object.keys(figures).filter((name) => name.startsWith('contact_gateway'))).toEqual([])
  expect(figures.nodejs_eventloop_lag_seconds).toBeGreaterThanOrEqual(0)
  expect(figures.process_resident_memory_bytes).toBeGreaterThan(0)
})

test('any other path returns 404 with the list of paths', async () => {
  expect(await requestFrom(undefined)('/')).toMatchObject({
    status: 404,
    body: 'Not found. Use /healthz, /readyz or /metrics.\n',
  })
})

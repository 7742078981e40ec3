import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { DAY_MS, startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm, startTestGateway } from '../../../tests/fixtures/gateway.ts'
import { freshDatabase } from '../../../tests/fixtures/postgres.ts'
import { startStallingProxy } from '../../../tests/fixtures/stalling-proxy.ts'
import { STORES, type StoreKind } from '../../../tests/fixtures/stores.ts'
import type { Gateway } from '../gateway.ts'
import { buildOperateServer } from './operate-server.ts'

function operate(gateway: Gateway | undefined, isStopping = () => false) {
  const app = buildOperateServer({ gateway, isStopping })
  onTestFinished(() => app.close())
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url)
    return { status: statusCode, body, type: headers['content-type'] }
  }
}

/** The figures of a text, by name and label, as a program of measurement reads them. */
function figuresOf(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = line, value] = /^(\w+(?:\{\w+="[^"]*"\})?) (\d+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

async function databaseFor(kind: StoreKind): Promise<Record<string, string>> {
  if (kind === 'sqlite') return {}
  const database = await freshDatabase(inject('postgres'))
  onTestFinished(() => database.drop())
  return { DATABASE_URL: database.url }
}

describe.each(STORES)('%s', (kind) => {
  test('what was taken in, refused, held, tried and sent is counted, and what waits has an age', async () => {
    const { url, gateway, server, settled, pass } = await startDelivery({
      environment: await databaseFor(kind),
    })
    const ask = operate(gateway)
    await postForm(url)
    await settled(1)
    await postForm(url, { message: 'Held.', contact_website_url: 'https://spam.example' })
    await postForm(url, {}, { origin: 'https://stranger.example' })
    await postForm(url, {}, { origin: 'https://stranger.example' })
    server.refusals.recipient = 450
    await postForm(url, { message: 'Put off.' })
    await settled(2)
    pass(3_599_000)
    const { type, body } = await ask('/metrics')
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(figuresOf(body)).toMatchObject({
      'reward_codes_mails{state="queued"}': 1,
      'reward_codes_mails{state="held"}': 1,
      'reward_codes_mails{state="sent"}': 1,
      'reward_codes_mails{state="failed"}': 0,
      reward_codes_store_up: 1,
      reward_codes_waiting_messages: 1,
      reward_codes_oldest_waiting_seconds: 3599,
      reward_codes_mail_stuck: 0,
      reward_codes_messages_accepted_total: 3,
      'reward_codes_requests_refused_total{reason="origin"}': 2,
      'reward_codes_delivery_attempts_total{outcome="sent"}': 1,
      'reward_codes_delivery_attempts_total{outcome="postponed"}': 1,
    })
    pass(1000)
    expect(figuresOf((await ask('/metrics')).body)).toMatchObject({ reward_codes_mail_stuck: 1 })
  })

  test('a reply that waits for a visitor’s mail server makes nothing stuck', async () => {
    const { url, gateway, pass, settled } = await startDelivery({
      environment: await databaseFor(kind),
    })
    await postForm(url)
    await settled(1)
    await gateway.store.db
      .updateTable('messages')
      .set({ state: 'queued', purpose: 'auto-reply', due_at: Date.UTC(2030, 0) })
      .execute()
    pass(DAY_MS)
    expect(figuresOf((await operate(gateway)('/metrics')).body)).toMatchObject({
      'reward_codes_mails{state="queued"}': 1,
      reward_codes_waiting_messages: 0,
      reward_codes_mail_stuck: 0,
    })
  })

  test('it is ready while it can store and deliver, and says why when it cannot', async () => {
    const setup = await startTestGateway({ environment: await databaseFor(kind) })
    let isStopping = false
    const ask = operate(setup.gateway, () => isStopping)
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: 'ready\n' })
    expect(await ask('/readyz')).toMatchObject({ status: 200 })
    isStopping = true
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: 'not ready: the program is stopping\n',
    })
    expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'alive\n' })
    isStopping = false
    await setup.close()
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: 'not ready: nothing is delivered: the courier does not run\n',
    })
    expect(figuresOf((await ask('/metrics')).body)).toMatchObject({
      reward_codes_store_up: 0,
      reward_codes_messages_accepted_total: 0,
    })
  })
})

test('a database that can be read and not written is not ready, and is again by itself', async () => {
  const { gateway, close } = await startTestGateway()
  onTestFinished(close)
  const ask = operate(gateway)
  await sql`pragma query_only = on`.execute(gateway.store.db)
  const refused = await ask('/readyz')
  expect(refused.status).toBe(503)
  expect(refused.body).toContain('nothing can be stored: attempt to write a readonly database')
  await sql`pragma query_only = off`.execute(gateway.store.db)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
})

test('a database that falls silent is told of in time for a health check', async () => {
  const line = await startStallingProxy(inject('postgres'))
  const database = await freshDatabase(inject('postgres'))
  const through = new URL(database.url)
  through.port = String(line.port)
  const { gateway, close } = await startTestGateway({ environment: { DATABASE_URL: through.href } })
  onTestFinished(close)
  // Before the gateway, which would wait for every silent answer.
  onTestFinished(line.close)
  const ask = operate(gateway)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  line.stall()
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: nothing can be stored: the database has not answered for 3 s\n',
  })
}, 60_000)

test('a server of the page alone is ready, and has figures of itself', async () => {
  const ask = operate(undefined)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  const figures = figuresOf((await ask('/metrics')).body)
  expect(Object.keys(figures)).toEqual([
    'process_start_time_seconds',
    'process_resident_memory_bytes',
  ])
  expect(figures.process_resident_memory_bytes).toBeGreaterThan(0)
})

test('any other address says what there is', async () => {
  expect(await operate(undefined)('/')).toMatchObject({
    status: 404,
    body: 'Here are /healthz, /readyz and /metrics.\n',
  })
})

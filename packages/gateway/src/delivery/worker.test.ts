import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { countAttempts, START, startDelivery, startOwnersMail } from 'test-fixtures/delivery.ts'
import { postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { after, say, smtpSettings } from 'test-fixtures/mail-server.ts'
import { write } from 'test-fixtures/messages.ts'
import { expect, onTestFinished, test } from 'vitest'
import { LANES } from './context.ts'
import { STARTING_STATE } from './decide.ts'

const MINUTE_MS = 60_000

test('the first success after three different messages were refused makes all refused ones due', async () => {
  const { gateway, server, pass, url } = await startDelivery()
  gateway.delivery.outgoing.state = { ...STARTING_STATE, refused: ['1', '2', '3'] }
  const refused = { consecutive_failures: 1, next_attempt_at: START + 240 * MINUTE_MS }
  await write(gateway.store, { receivedAt: START, afterwards: refused })
  await postForm(url)
  await server.waitFor(1)
  pass(15 * MINUTE_MS)
  gateway.wake()
  await server.waitFor(2)
})

test.each([
  ['for the sender', { sender: say(553) }],
  ['after the content', { end: say(554) }],
])('a start makes messages that were refused %s due once more', async (_, script) => {
  const { server, mail } = await startOwnersMail()
  let now = START
  const environment = { ...mail, ...smtpSettings(server.url) }
  const start = () => startTestGateway({ environment, clock: () => now })
  server.script = script
  const { url, gateway, log, close } = await start()
  await postForm(url)
  await expect.poll(() => countAttempts(log, 'message deferred')).toBe(1)
  const inFourHours = START + 240 * MINUTE_MS
  await gateway.store.db.updateTable('messages').set({ next_attempt_at: inFourHours }).execute()
  await close()
  server.script = {}
  now += 15 * MINUTE_MS
  onTestFinished((await start()).close)
  await server.waitFor(1)
})

test('a message that was never refused does not wait behind a busy lane, a refused one does', async () => {
  const { gateway, server, url } = await startDelivery({ busyAfterMs: 300 })
  const held = Promise.withResolvers<void>()
  const arrived: string[] = []
  server.script.sender = after(() => arrived.push('mail'))
  server.script.end = after(() => (arrived.length === 1 ? held.promise : undefined))
  await postForm(url)
  await expect.poll(() => arrived).toHaveLength(1)
  const refused = { receivedAt: gateway.clock(), afterwards: { consecutive_failures: 1 } }
  await write(gateway.store, refused)
  await sleep(600)
  gateway.wake()
  await sleep(300)
  expect(arrived).toHaveLength(1)
  await postForm(url, { message: 'Never refused.' })
  const [first] = await server.waitFor(1)
  expect(first?.mail.text).toContain('Never refused.')
  held.resolve()
  await server.waitFor(3)
})

test('mails whose results cannot be recorded keep the lanes, so no more of them would be repeated', async () => {
  const { gateway, server } = await startDelivery()
  const { db } = gateway.store
  await sql`create trigger away before update of outcome on attempts
    begin select raise(abort, 'away'); end`.execute(db)
  for (let n = 0; n < 6; n++) await write(gateway.store, { receivedAt: gateway.clock() })
  gateway.wake()
  await server.waitFor(LANES)
  await sleep(300)
  expect(server.received).toHaveLength(LANES)
  await sql`drop trigger away`.execute(db)
  await server.waitFor(6)
  expect(server.received).toHaveLength(6)
})

test('a stop that ends an attempt whose content the server has counts it as a failure', async () => {
  const { server, mail } = await startOwnersMail()
  const environment = { ...mail, ...smtpSettings(server.url) }
  const start = () => startTestGateway({ environment, clock: () => START, drainMs: 100 })
  const arrived = Promise.withResolvers<void>()
  server.script.end = after(() => {
    arrived.resolve()
    return new Promise(() => {})
  })
  const first = await start()
  await postForm(first.url)
  await arrived.promise
  await first.close()
  server.script = {}
  const { gateway, close } = await start()
  onTestFinished(close)
  const attempts = await gateway.store.db.selectFrom('attempts').selectAll().execute()
  expect(attempts).toMatchObject([
    { outcome: 'deferred', smtp_response: expect.stringContaining('Stopped') },
  ])
  const messages = await gateway.store.db.selectFrom('messages').selectAll().execute()
  expect(messages).toMatchObject([{ state: 'queued', consecutive_failures: 1 }])
  expect(messages[0]?.next_attempt_at).toBeGreaterThanOrEqual(START + MINUTE_MS)
})

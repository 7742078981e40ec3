import { setTimeout as sleep } from 'node:timers/promises'
import { countAttempts, START, startDelivery, startOwnersMail } from 'test-fixtures/delivery.ts'
import { postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { after, type Deed, onlyOne, PASS, say, startMailServer } from 'test-fixtures/mail-server.ts'
import { write } from 'test-fixtures/messages.ts'
import { smtpSettings } from 'test-fixtures/smtp-settings.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { restartMessages } from '../store/messages.ts'
import { LANES } from './decide.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

test('while as many mails are in flight as may be, the queue is not searched', async () => {
  const { url, server, gateway } = await startDelivery()
  const acceptance = Promise.withResolvers<void>()
  let inFlight = 0
  await postForm(url)
  await server.waitFor(1)
  const limit = () => gateway.delivery.outgoing.state.limit
  await expect.poll(limit).toBe(2)
  server.script.end = after(() => {
    inFlight++
    return acceptance.promise
  })
  for (let n = 0; n < LANES; n++) await postForm(url, { message: `${n}` })
  await expect.poll(() => inFlight).toBe(2)
  await sleep(100)
  const store = vi.spyOn(gateway.store, 'write')
  gateway.wake()
  await sleep(100)
  expect(store).not.toHaveBeenCalled()
  acceptance.resolve()
  expect(await server.waitFor(1 + LANES)).toHaveLength(1 + LANES)
  await expect.poll(limit).toBe(LANES)
})

test('the first success after three different messages were refused makes all refused ones due', async () => {
  const { gateway, server, pass, url } = await startDelivery()
  const { db } = gateway.store
  server.script.end = say(554)
  const attempts = db.selectFrom('attempts').select('attempt').where('outcome', 'is not', null)
  const tried = async () => (await attempts.execute()).length
  for (let n = 0; n < 3; n++) await write(gateway.store, { receivedAt: gateway.clock() })
  for (const [n, seconds] of [0, 1, 2].entries()) {
    pass(seconds * SECOND_MS)
    gateway.wake()
    await expect.poll(tried).toBe(n + 1)
  }
  const inFourHours = gateway.clock() + 240 * MINUTE_MS
  await db.updateTable('messages').set({ next_attempt_at: inFourHours }).execute()
  pass(15 * MINUTE_MS)
  server.script = {}
  await postForm(url)
  await server.waitFor(4)
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

test('a server that permits one connection gets one, and nothing is paused', async () => {
  const server = await startMailServer()
  server.script.greeting = onlyOne(server)
  onTestFinished(server.close)
  const { gateway, log } = await startDelivery({ environment: smtpSettings(server.url) })
  const { db } = gateway.store
  for (let n = 0; n < 40; n++) await write(gateway.store, { receivedAt: gateway.clock() })
  gateway.wake()
  await server.waitFor(40)
  const attempts = async () => {
    const rows = await db.selectFrom('attempts').select('outcome').execute()
    return (outcome: string | null) => rows.filter((row) => row.outcome === outcome).length
  }
  await expect.poll(async () => (await attempts())('sent')).toBe(40)
  // Two lanes too many were tried.
  expect((await attempts())('deferred')).toBeLessThanOrEqual(2)
  expect(log.join('\n')).not.toContain('transport paused')
})

test('a message waits two seconds for the one connection that another mail has', async () => {
  const server = await startMailServer()
  server.script.greeting = onlyOne(server)
  onTestFinished(server.close)
  const { url, gateway, log, pass } = await startDelivery({
    environment: smtpSettings(server.url),
  })
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  server.script.end = after(() => {
    arrived.resolve()
    return held.promise
  })
  const envelope = { from: 'me@portfolio.test', to: ['ada@example.org'] }
  const mail = { ...envelope, text: 'A reply.', envelope }
  const reply = gateway.delivery.outgoing.transport?.send(mail, new AbortController().signal)
  await arrived.promise
  await postForm(url)
  const deferred = () => countAttempts(log, 'message deferred')
  await expect.poll(deferred).toBe(1)
  await sleep(300)
  expect(deferred()).toBe(1)
  held.resolve()
  await reply
  pass(2 * SECOND_MS)
  gateway.wake()
  await server.waitFor(2)
  expect(log.join('\n')).not.toContain('transport paused')
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

test('a retry while a probe connects ends the pause that follows', async () => {
  const connected = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  let connections = 0
  const greeting: Deed = async (socket, mail) => {
    if (++connections > 1) return PASS
    connected.resolve()
    await refused.promise
    return say('421 not now')(socket, mail)
  }
  const server = await startMailServer({ script: { greeting } })
  onTestFinished(server.close)
  const { gateway, pass } = await startDelivery({ environment: smtpSettings(server.url) })
  await write(gateway.store, { receivedAt: gateway.clock() })
  const waiting = await write(gateway.store, { receivedAt: gateway.clock() })
  gateway.wake()
  await connected.promise
  pass(SECOND_MS)
  await restartMessages(gateway.store, [waiting], ['queued'], gateway.clock())
  pass(SECOND_MS)
  refused.resolve()
  await server.waitFor(2)
})

test('a retry while the clock was ahead ends no pause', async () => {
  const { gateway, server, log } = await startDelivery()
  server.script.greeting = say(421)
  const ahead = { retry_started_at: gateway.clock() + 60 * MINUTE_MS }
  await write(gateway.store, { receivedAt: gateway.clock(), afterwards: ahead })
  gateway.wake()
  await expect.poll(() => countAttempts(log, 'message deferred')).toBe(1)
  await sleep(200)
  expect(countAttempts(log, 'message deferred')).toBe(1)
})

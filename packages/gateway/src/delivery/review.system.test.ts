import { DAY_MS, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { say, sayIf } from 'test-fixtures/mail-server.ts'
import { write } from 'test-fixtures/messages.ts'
import { expect, test, vi } from 'vitest'
import type { Gateway } from '../gateway.ts'
import { mailStandsStill, readWaitingMail, waitingToMail } from '../store/notices.ts'
import { settle } from '../store/outbox.ts'
import { STARTING_STATE } from './decide.ts'
import { mailWaiting } from './review.ts'
import type { Transport } from './transport.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HELD = { contact_website_url: 'https://spam.example' }
const hold = (url: string) => postForm(url, { ...HELD, message: crypto.randomUUID() })

/** How many of the messages that wait the owner got no mail about. */
const countUntold = async ({ store, clock }: Gateway) =>
  (await waitingToMail(store.db, clock())).length

/** A gateway with a message that has been queued for longer than an hour, because the server refuses it. */
async function startWithRefused(code = 554) {
  const delivery = await startDelivery()
  const { url, server, settled, pass } = delivery
  server.script.end = say(code)
  await postForm(url)
  await settled(1)
  // The worker looks at the clock by itself, and would try again.
  const { db } = delivery.gateway.store
  await db.updateTable('messages').set({ next_attempt_at: 9e15 }).execute()
  pass(HOUR_MS)
  return { ...delivery, mail: () => mailWaiting(delivery.gateway.delivery) }
}

test('messages that wait are reported with their links every 15 minutes at most, and of each message once', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  const mail = () => mailWaiting(gateway.delivery)
  await hold(url)
  await mail()
  await mail()
  const [first] = await server.waitFor(1)
  expect(first?.mail.subject).toBe('Held for review: one message on Reward Codes')
  expect(first?.mail.text).toMatch(
    /Held: hidden field filled in\.\s+https:\/\/portfolio.test\/api\/v1.0\/review\/\S+/,
  )
  await hold(url)
  pass(15 * MINUTE_MS - 1000)
  await mail()
  await hold(url)
  pass(1000)
  await mail()
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for review: 2 messages on Reward Codes')
  pass(3 * DAY_MS)
  await mail()
  expect(server.received).toHaveLength(2)
})

test.each([20, 21])(
  'the mail about %d messages quotes nothing that a stranger wrote, and has a link each, or one to all',
  async (count) => {
    const { server, gateway } = await startDelivery()
    const stranger = {
      name: 'http://evil.example',
      address: 'spam@evil.example',
      message: 'casino',
    }
    for (let n = 0; n < count; n++) {
      const receivedAt = gateway.clock() + n
      await write(gateway.store, { ...stranger, reason: 'contains "casino"', receivedAt })
    }
    await mailWaiting(gateway.delivery)
    const [mail] = await server.waitFor(1)
    // The signatures of links have any letters.
    expect(mail?.raw).not.toMatch(/evil\.example|casino/i)
    const { text = '', html = '' } = mail?.mail ?? {}
    for (const part of [text, html]) {
      expect(part.match(/\/review\/waiting\./g) ?? []).toHaveLength(count > 20 ? 1 : 0)
      expect(part.match(/\/review\/\w+-/g) ?? []).toHaveLength(count > 20 ? 0 : 20)
      expect(part.includes('Held: contains one of your words')).toBe(count <= 20)
    }
    expect(await countUntold(gateway)).toBe(0)
  },
)

test('a message whose captcha took long is reported, though an earlier mail was about later ones', async () => {
  const { server, gateway, pass } = await startDelivery()
  const reason = 'captcha provider did not respond'
  await write(gateway.store, { reason, receivedAt: gateway.clock() })
  await mailWaiting(gateway.delivery)
  await write(gateway.store, { reason, receivedAt: gateway.clock() - 5000 })
  pass(15 * MINUTE_MS)
  await mailWaiting(gateway.delivery)
  await server.waitFor(2)
  expect(await countUntold(gateway)).toBe(0)
})

test('a message that is queued for an hour is reported once, and once more when it has failed', async () => {
  const { server, gateway, pass, mail, message } = await startWithRefused()
  server.script = {}
  await mail()
  const [first] = await server.waitFor(1)
  expect(first?.mail.subject).toBe('Not delivered yet: one message on Reward Codes')
  expect(first?.mail.text).toContain('Your mail server has not taken it yet.')
  expect(first?.raw).not.toMatch(/Nowak|ada@example|Good work/)
  pass(DAY_MS)
  await mail()
  expect(server.received).toHaveLength(1)
  await gateway.store.db.updateTable('attempts').set({ outcome: null }).execute()
  await settle(gateway.store, await message(), gateway.clock(), {
    outcome: 'rejected',
    reply: '554',
    changes: { state: 'failed', finished_at: gateway.clock(), reported_at: null },
  })
  await mail()
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Not delivered: one message on Reward Codes')
})

test('a mail that is refused leaves its messages untold, keeps its Message-ID, and changes no pace', async () => {
  const { url, server, gateway, pass, log } = await startDelivery()
  const { store, clock, delivery } = gateway
  const send = vi.spyOn(delivery.outgoing.transport as Transport, 'send')
  server.script.recipient = say(554)
  await hold(url)
  await mailWaiting(delivery)
  expect(log.join('\n')).toContain('review deferred')
  const failingSince = clock()
  expect(await readWaitingMail(store.db)).toEqual({ at: failingSince, failingSince })
  expect(delivery.outgoing.state).toEqual(STARTING_STATE)
  expect(await countUntold(gateway)).toBe(1)
  pass(15 * MINUTE_MS)
  await mailWaiting(delivery)
  expect(await readWaitingMail(store.db)).toEqual({ at: clock(), failingSince })
  server.script = {}
  pass(15 * MINUTE_MS)
  await mailWaiting(delivery)
  await server.waitFor(1)
  expect(await countUntold(gateway)).toBe(0)
  const ids = () => new Set(send.mock.calls.map(([{ messageId }]) => messageId)).size
  expect(ids()).toBe(1)
  await hold(url)
  pass(15 * MINUTE_MS)
  await mailWaiting(delivery)
  expect(ids()).toBe(2)
})

test('the mail waits for messages that no server has refused', async () => {
  const { url, server, gateway } = await startDelivery()
  server.script.greeting = say(421)
  await postForm(url)
  await expect.poll(() => gateway.delivery.outgoing.state.failedSessions).toBe(1)
  server.script = {}
  await hold(url)
  await mailWaiting(gateway.delivery)
  expect(await readWaitingMail(gateway.store.db)).toBeUndefined()
  expect(server.received).toEqual([])
})

test('a mail whose content is refused goes again at once, in five lines without links', async () => {
  const { url, server, gateway } = await startDelivery()
  server.script.end = sayIf(({ raw }) => raw.includes('text/html'), 554)
  await hold(url)
  await mailWaiting(gateway.delivery)
  const [mail] = await server.waitFor(1)
  expect(mail?.mail.text?.trim().split('\n')).toEqual([
    'Held for review: one message on Reward Codes.',
    'No message is lost: all of them are stored.',
    'Your mail server refused the mail that lists them, so this one has no links.',
    'List them:',
    'npm run messages -- list',
  ])
  expect(mail?.mail.html).toBeUndefined()
  expect(await countUntold(gateway)).toBe(0)
})

test('mail stands still when that mail alone was refused for an hour, until it is taken or needs none', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  const { store, clock } = gateway
  server.script.end = say(554)
  await hold(url)
  await mailWaiting(gateway.delivery)
  const since = clock()
  pass(HOUR_MS - 1)
  await mailWaiting(gateway.delivery)
  expect(await mailStandsStill(store.db, clock())).toBeUndefined()
  pass(1)
  expect(await mailStandsStill(store.db, clock())).toBe(since)
  await store.db.deleteFrom('messages').execute()
  await mailWaiting(gateway.delivery)
  expect(await mailStandsStill(store.db, clock())).toBeUndefined()
})

test('that the server took that mail is a sign that mail moves', async () => {
  const { server, gateway, mail } = await startWithRefused()
  const { store, clock } = gateway
  expect(await mailStandsStill(store.db, clock())).toBeDefined()
  server.script = {}
  await mail()
  await server.waitFor(1)
  expect(await mailStandsStill(store.db, clock())).toBeUndefined()
})

test('a mail that was sent while the clock was a year ahead does not silence the next ones', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  pass(365 * DAY_MS)
  await hold(url)
  await mailWaiting(gateway.delivery)
  pass(-365 * DAY_MS)
  await hold(url)
  await mailWaiting(gateway.delivery)
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for review: one message on Reward Codes')
})

import { callMessages } from 'test-fixtures/call-messages.ts'
import { countAttempts, START, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import type { MailServer } from 'test-fixtures/mail-server.ts'
import { claimAt } from 'test-fixtures/messages.ts'
import { expect, test } from 'vitest'
import type { Gateway } from '../gateway.ts'
import type { Message } from '../store/database.ts'
import { deliver } from './deliver.ts'

const HOUR_MS = 3_600_000
const BOTH = 'good@portfolio.test, slow@portfolio.test'

/** The recipients of all received copies. */
const copies = ({ received }: MailServer) => received.flatMap(({ to }) => to).sort()

/** A gateway whose mail server refuses each recipient in `codes` with its code. */
async function deliverTo(to: string) {
  const delivery = await startDelivery({ environment: { MAIL_TO: to } })
  const { gateway, pass, settled, server } = delivery
  const codes: Record<string, number> = {}
  server.refusals.recipientOf = codes
  return {
    ...delivery,
    codes,
    messages: (...args: string[]) => callMessages(args, { DATA_DIR: delivery.folder }),
    /** Starts the next attempt, and returns the message after it. */
    nextAttempt: async (attempts: number) => {
      pass(5 * HOUR_MS)
      gateway.wake()
      return settled(attempts)
    },
  }
}

/** Makes an attempt as another worker. */
const deliverOnce = ({ delivery }: Gateway, message: Message) =>
  deliver(delivery, message, {
    transport: message.transport,
    most: 1,
    forceAbort: new AbortController().signal,
    stopping: new AbortController().signal,
  })

test('an attempt sends the mail to the owner alone, with the visitor in Reply-To', async () => {
  const { url, server, settled } = await startDelivery()
  await postForm(url, { user_name: 'Zoë "Z" Łoś', message: 'First line\r\n<b>second</b>' })
  const [received] = await server.waitFor(1)
  const { mail, from, to } = received ?? {}
  expect({ from, to }).toEqual({ from: 'portfolio@portfolio.test', to: ['owner@portfolio.test'] })
  expect(mail?.from).toEqual({
    name: 'Zoë Z Łoś via portfolio.test',
    address: 'portfolio@portfolio.test',
  })
  expect(mail?.replyTo).toEqual([{ address: 'ada@example.org', name: '' }])
  expect(mail?.subject).toBe('Feedback: Zoë "Z" Łoś wrote to you')
  expect(mail?.text).toContain('First line\n<b>second</b>')
  expect(mail?.html).toContain('First line<br>\n&lt;b&gt;second&lt;&#x2F;b&gt;')
  const { state, message_id_header } = await settled(1)
  expect(state).toBe('sent')
  expect(mail?.messageId).toBe(message_id_header)
})

test('a mail that is refused for its Reply-To is sent without it', async () => {
  const { url, server, settled } = await startDelivery()
  server.refusals.replyTo = 550
  await postForm(url)
  const [received] = await server.waitFor(1)
  expect(received?.mail.replyTo).toBeUndefined()
  expect(await settled(1)).toMatchObject({ state: 'sent', attempt: 1 })
})

test('a deferred message is retried with the same Message-ID', async () => {
  const { url, server, settled, pass, gateway } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  const first = await settled(1)
  expect(first).toMatchObject({ state: 'queued', consecutive_failures: 1 })
  expect(first.next_attempt_at - START).toBeGreaterThanOrEqual(60_000)
  expect(first.next_attempt_at - START).toBeLessThanOrEqual(66_000)
  server.refusals.recipient = 0
  pass(66_000)
  gateway.wake()
  const [received] = await server.waitFor(1)
  expect(received?.mail.messageId).toBe(first.message_id_header)
  expect(await settled(2)).toMatchObject({ state: 'sent', attempt: 2 })
})

test('a deferred recipient gets the mail later, and the others get no second copy', async () => {
  const { url, server, codes, settled, nextAttempt } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  expect(await settled(1)).toMatchObject({ state: 'queued' })
  expect(await nextAttempt(2)).toMatchObject({ state: 'queued' })
  expect(copies(server)).toEqual(['good@portfolio.test'])
  delete codes['slow@portfolio.test']
  expect(await nextAttempt(3)).toMatchObject({ state: 'sent', reason: null })
  expect(copies(server)).toEqual(['good@portfolio.test', 'slow@portfolio.test'])
  // The To header names both at every attempt.
  expect(server.received.map(({ mail }) => mail.to?.length)).toEqual([2, 2])
})

test('a recipient who has the mail gets no second copy when the other one is removed', async () => {
  const { url, server, codes, gateway, settled, nextAttempt } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  expect(await settled(1)).toMatchObject({ state: 'queued' })
  gateway.account.sender.to.splice(1)
  expect(await nextAttempt(2)).toMatchObject({ state: 'sent' })
  expect(copies(server)).toEqual(['good@portfolio.test'])
})

test('retry delivers only to the rejected recipient', async () => {
  const { url, server, codes, settled, messages } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 550
  await postForm(url)
  expect(await settled(1)).toMatchObject({
    state: 'sent',
    reason: expect.stringMatching(/^not delivered to slow@portfolio.test: .*550/),
  })
  const shown = JSON.parse((await messages('show', 'latest', '--json')).out)
  expect(shown.recipients).toEqual([
    expect.objectContaining({ address: 'good@portfolio.test', outcome: 'sent' }),
    expect.objectContaining({ address: 'slow@portfolio.test', outcome: 'rejected' }),
  ])
  delete codes['slow@portfolio.test']
  expect(await messages('retry', 'latest')).toMatchObject({ exitCode: 0 })
  expect(await settled(2)).toMatchObject({ state: 'sent', reason: null })
  expect(copies(server)).toEqual(['good@portfolio.test', 'slow@portfolio.test'])
  expect((await messages('retry', 'latest')).out).toContain('It was already sent')
})

test('an attempt ends if its message to several recipients is deleted meanwhile', async () => {
  const { url, server, gateway, log } = await deliverTo(BOTH)
  const arrived = Promise.withResolvers<void>()
  const acceptance = Promise.withResolvers<void>()
  server.beforeAccept = () => {
    arrived.resolve()
    return acceptance.promise
  }
  await postForm(url)
  await arrived.promise
  await gateway.store.db.deleteFrom('messages').execute()
  acceptance.resolve()
  await expect.poll(() => countAttempts(log, 'lease lost')).toBe(1)
  expect(log.join('\n')).not.toContain('cannot be written')
})

test('a worker suspended between its claim and the mail sends nothing', async () => {
  const { url, server, gateway, log, pass } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  await expect.poll(() => countAttempts(log, 'message deferred')).toBe(1)
  server.refusals.recipient = 0
  pass(66_000)
  const claimed = await claimAt(gateway.store, START + 66_000)
  if (!claimed) throw new Error('not claimed')
  pass(gateway.store.leaseMs)
  await deliverOnce(gateway, claimed)
  expect(server.received).toEqual([])
  expect(countAttempts(log, 'lease lost')).toBe(1)
})

test('an attempt of a worker suspended past its lease does not change the message', async () => {
  const { url, server, gateway, pass, settled } = await startDelivery()
  const { store } = gateway
  let resume = () => {}
  server.beforeAccept = () =>
    new Promise((resolve) => {
      resume = resolve
    })
  await postForm(url)
  await expect
    .poll(async () => (await store.db.selectFrom('attempts').selectAll().execute()).length)
    .toBe(1)
  pass(store.leaseMs + 1000)
  const newClaim = await claimAt(store, START + store.leaseMs + 1000)
  expect(newClaim).toMatchObject({ attempt: 2 })
  server.beforeAccept = () => {}
  if (newClaim) await deliverOnce(gateway, newClaim)
  const [winner] = await server.waitFor(1)
  resume()
  const [, late] = await server.waitFor(2)
  // At least once: both mails carry one Message-ID, so mail programs show one.
  expect(late?.mail.messageId).toBe(winner?.mail.messageId)
  expect(await settled(2)).toMatchObject({ state: 'sent', attempt: 2 })
})

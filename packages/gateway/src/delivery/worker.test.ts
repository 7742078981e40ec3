import { setTimeout as sleep } from 'node:timers/promises'
import { countAttempts, DAY_MS, START, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { claimAt } from 'test-fixtures/messages.ts'
import { expect, test, vi } from 'vitest'
import type { Gateway } from '../gateway.ts'
import { runMaintenance } from '../maintenance.ts'
import type { Message } from '../store/database.ts'
import { MIN_ATTEMPTS } from './conclude.ts'
import { deliver } from './deliver.ts'
import { createPause } from './pause.ts'
import { CONNECTIONS, smtpTransport } from './transports/smtp.ts'
import { MAX_IN_FLIGHT } from './worker.ts'

const QUARTER_MS = 15 * 60_000

/** Makes an attempt as another worker. */
const deliverOnce = ({ delivery }: Gateway, message: Message) =>
  deliver(delivery, message, {
    transport: message.transport,
    pause: createPause(message.transport, delivery),
    forceAbort: new AbortController().signal,
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

test('a deferred message is retried after one minute, then two, with the same Message-ID', async () => {
  const { url, server, settled, pass, gateway } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  const first = await settled(1)
  expect(first).toMatchObject({ state: 'queued', consecutive_failures: 1 })
  expect(first.next_attempt_at - START).toBeGreaterThanOrEqual(60_000)
  expect(first.next_attempt_at - START).toBeLessThanOrEqual(66_000)
  pass(66_000)
  gateway.wake()
  const second = await settled(2)
  expect(second.next_attempt_at - START - 66_000).toBeGreaterThanOrEqual(120_000)
  server.refusals.recipient = 0
  pass(132_000)
  gateway.wake()
  const [received] = await server.waitFor(1)
  expect(received?.mail.messageId).toBe(first.message_id_header)
  expect(await settled(3)).toMatchObject({ state: 'sent', attempt: 3 })
})

test('a refused recipient fails the message at once, with the reason', async () => {
  const { url, server, settled } = await startDelivery()
  server.refusals.recipient = 554
  await postForm(url)
  expect(await settled(1)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('554'),
    finished_at: START,
  })
})

test('a message is given up only after days and many attempts', async () => {
  const { url, server, settled, pass, gateway } = await startDelivery()
  server.refusals.sender = 451
  await postForm(url)
  await settled(1)
  // A machine that was suspended for a week has made no attempt in that time.
  pass(7 * DAY_MS)
  gateway.wake()
  expect(await settled(2)).toMatchObject({ state: 'queued', consecutive_failures: 2 })
  for (let attempt = 3; attempt <= 30; attempt++) {
    pass(5 * 3_600_000)
    gateway.wake()
    await settled(attempt)
  }
  expect(await settled(30)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Given up after 30 attempts'),
  })
})

test('each attempt with a wrong password logs an error, and follows within a quarter of an hour', async () => {
  const { url, server, settled, pass, gateway, log } = await startDelivery()
  server.refusals.login = 535
  gateway.delivery.transports.set(
    'SMTP_URL',
    smtpTransport(server.url.replace('//', '//name:wrong@')),
  )
  await postForm(url)
  for (let attempt = 1; attempt <= 14; attempt++) {
    expect(await settled(attempt)).toMatchObject({ state: 'queued', consecutive_failures: attempt })
    pass(1.1 * QUARTER_MS)
    gateway.wake()
  }
  // An attempt is logged after its result is stored, so the last line may be missing for a moment.
  const errors = () =>
    log.filter((line) => / error message deferred .*Configuration error/.test(line))
  await expect.poll(() => errors().length).toBeGreaterThanOrEqual(14)
})

test('while every connection is in use, the queue is not searched', async () => {
  const { url, server, gateway } = await startDelivery()
  const acceptance = Promise.withResolvers<void>()
  let inFlight = 0
  await postForm(url)
  await server.waitFor(1)
  server.beforeAccept = () => {
    inFlight++
    return acceptance.promise
  }
  for (let n = 0; n < MAX_IN_FLIGHT; n++) await postForm(url, { message: `${n}` })
  await expect.poll(() => inFlight).toBe(CONNECTIONS)
  await sleep(100)
  const write = vi.spyOn(gateway.store, 'write')
  gateway.wake()
  await sleep(100)
  expect(write).not.toHaveBeenCalled()
  acceptance.resolve()
  expect(await server.waitFor(1 + MAX_IN_FLIGHT)).toHaveLength(1 + MAX_IN_FLIGHT)
})

test('a worker suspended between its claim and the mail sends nothing', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  await expect.poll(() => countAttempts(gateway, 'deferred')).toBe(1)
  server.refusals.recipient = 0
  pass(66_000)
  const claimed = await claimAt(gateway.store, START + 66_000)
  if (!claimed) throw new Error('not claimed')
  pass(241_000)
  await deliverOnce(gateway, claimed)
  expect(server.received).toEqual([])
  expect(await countAttempts(gateway, 'lease_lost')).toBe(1)
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
  pass(301_000)
  const newClaim = await claimAt(store, START + 301_000)
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

test('a message of a removed site fails after five days, and retention applies to it', async () => {
  const { url, server, gateway, settled, pass, message } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  await settled(1)
  // Another site remains.
  const account = gateway.accounts.get('portfolio')
  if (account) gateway.accounts.set('other', { ...account, publicKey: 'other' })
  gateway.accounts.delete('portfolio')
  const next = async (attempts: number) => {
    pass(6 * 3_600_000)
    gateway.wake()
    return settled(attempts)
  }
  expect(await next(2)).toMatchObject({ state: 'queued' })
  let last = await message()
  for (let attempts = 3; last.state === 'queued'; attempts++) last = await next(attempts)
  expect(last).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^Given up after .* Unknown site "portfolio"$/),
  })
  expect(last.attempt).toBeGreaterThanOrEqual(MIN_ATTEMPTS)
  expect((last.finished_at ?? 0) - last.retry_started_at).toBeGreaterThan(5 * DAY_MS)
  expect(last.template_params).toContain('Good work.')
  pass(181 * DAY_MS)
  await runMaintenance(gateway.delivery)
  expect(await message()).toMatchObject({ state: 'failed', template_params: null, sender: '' })
}, 60_000)

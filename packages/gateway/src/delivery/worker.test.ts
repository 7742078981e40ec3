import { setTimeout as rest } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { DAY_MS, START, startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'
import { smtpTransport } from '../mail/transport.ts'
import { claim } from '../store/outbox.ts'
import { HANDS_PER_SERVER } from './courier.ts'
import { deliver } from './deliver.ts'

test('an attempt sends the mail to the owner alone, with the visitor in Reply-To', async () => {
  const { url, server, settled } = await startDelivery()
  await postForm(url, { user_name: 'Zoë "Z" Łoś', message: 'First line\r\n<b>second</b>' })
  const [received] = await server.waitFor(1)
  const { mail, from, to } = received ?? {}
  expect({ from, to }).toEqual({ from: 'portfolio@portfolio.test', to: ['owner@portfolio.test'] })
  expect(mail?.from).toEqual({ name: 'Reward Codes', address: 'portfolio@portfolio.test' })
  expect(mail?.replyTo).toEqual([{ address: 'ada@example.org', name: '' }])
  expect(mail?.subject).toBe('Feedback: Zoë "Z" Łoś wrote to you')
  expect(mail?.text).toContain('First line\n<b>second</b>')
  expect(mail?.html).toContain('First line<br>\n&lt;b&gt;second&lt;&#x2F;b&gt;')
  const { state, mail_id } = await settled(1)
  expect(state).toBe('sent')
  expect(mail?.messageId).toBe(mail_id)
})

test('an attempt that is put off comes again after a minute, then two, with the same Message-ID', async () => {
  const { url, server, settled, pass, gateway } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  const first = await settled(1)
  expect(first).toMatchObject({ state: 'queued', failures: 1 })
  expect(first.due_at - START).toBeGreaterThanOrEqual(60_000)
  expect(first.due_at - START).toBeLessThanOrEqual(66_000)
  pass(66_000)
  gateway.wake()
  const second = await settled(2)
  expect(second.due_at - START - 66_000).toBeGreaterThanOrEqual(120_000)
  server.refusals.recipient = 0
  pass(132_000)
  gateway.wake()
  const [received] = await server.waitFor(1)
  expect(received?.mail.messageId).toBe(first.mail_id)
  expect(await settled(3)).toMatchObject({ state: 'sent', attempt: 3 })
})

test('an attempt that is refused for good fails the message at once, and says why', async () => {
  const { url, server, settled } = await startDelivery()
  server.refusals.data = 554
  await postForm(url)
  expect(await settled(1)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('554'),
    settled_at: START,
  })
})

test('an attempt is given up only after days and many tries', async () => {
  const { url, server, settled, pass, gateway } = await startDelivery()
  server.refusals.sender = 451
  await postForm(url)
  await settled(1)
  // A machine that slept for a week has not tried yet.
  pass(7 * DAY_MS)
  gateway.wake()
  expect(await settled(2)).toMatchObject({ state: 'queued', failures: 2 })
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

test('an attempt that fails for a wrong password waits for the owner for ever, and is told loudly', async () => {
  const { url, server, settled, pass, gateway, log } = await startDelivery()
  server.refusals.login = 535
  gateway.transports.set('SMTP_URL', smtpTransport(server.url.replace('//', '//name:wrong@')))
  await postForm(url)
  for (let attempt = 1; attempt <= 14; attempt++) {
    expect(await settled(attempt)).toMatchObject({ state: 'queued', failures: 0 })
    pass(DAY_MS)
    gateway.wake()
  }
  const loud = log.filter((line) => / error message postponed .*Yours to mend/.test(line))
  expect(loud.length).toBeGreaterThanOrEqual(14)
})

test('while every way is taken, the queue is not searched', async () => {
  const { url, server, gateway } = await startDelivery()
  const held = Promise.withResolvers<void>()
  let inHand = 0
  server.beforeAccept = () => {
    inHand++
    return held.promise
  }
  await postForm(url, { message: 'One.' })
  await postForm(url, { message: 'Two.' })
  await expect.poll(() => inHand).toBe(2)
  await postForm(url, { message: 'Three.' })
  await rest(100)
  const write = vi.spyOn(gateway.store, 'write')
  gateway.wake()
  await rest(100)
  expect(write).not.toHaveBeenCalled()
  held.resolve()
  expect(await server.waitFor(3)).toHaveLength(3)
})

test('a mail that follows another is claimed in the commit that writes down the end of that', async () => {
  const { url, server, gateway } = await startDelivery()
  const held = Promise.withResolvers<void>()
  server.beforeAccept = () => held.promise
  const messages = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']
  for (const message of messages) await postForm(url, { message })
  const write = vi.spyOn(gateway.store, 'write')
  held.resolve()
  await expect.poll(() => gateway.tally.attempts.get('sent')).toBe(messages.length)
  expect(server.received).toHaveLength(messages.length)
  // One for each mail, and one more for each hand, which then finds nothing.
  expect(write.mock.calls.length).toBeLessThanOrEqual(messages.length + HANDS_PER_SERVER)
})

test('a courier that was frozen between its claim and the mail sends nothing', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  await expect.poll(() => gateway.tally.attempts.get('postponed')).toBe(1)
  server.refusals.recipient = 0
  pass(66_000)
  const claimed = await claim(gateway.store, START + 66_000)
  if (!claimed) throw new Error('not claimed')
  pass(241_000)
  await deliver(gateway, claimed, new AbortController().signal)
  expect(server.received).toEqual([])
  expect(gateway.tally.attempts.get('lost')).toBe(1)
})

test('an attempt of a courier that was frozen past its lease changes nothing any more', async () => {
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
  const taken = await claim(store, START + 301_000)
  expect(taken).toMatchObject({ attempt: 2 })
  server.beforeAccept = () => {}
  if (taken) await deliver(gateway, taken, new AbortController().signal)
  const [winner] = await server.waitFor(1)
  resume()
  const [, late] = await server.waitFor(2)
  // At least once: both mails carry one Message-ID, so mail programs show one.
  expect(late?.mail.messageId).toBe(winner?.mail.messageId)
  expect(await settled(2)).toMatchObject({ state: 'sent', attempt: 2 })
})

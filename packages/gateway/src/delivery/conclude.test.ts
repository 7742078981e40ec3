import { callMessages } from 'test-fixtures/call-messages.ts'
import { countAttempts, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { type MailServer, startMailServer } from 'test-fixtures/mail-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { backoffSeconds, MAX_QUEUE_SECONDS } from './conclude.ts'

const HOUR_MS = 3_600_000
const BOTH = 'good@portfolio.test, slow@portfolio.test'

/** A mail server that rejects each recipient in `codes` with its code, and accepts the rest. */
async function startSelectiveServer() {
  const codes: Record<string, number> = {}
  const server = await startMailServer()
  server.refusals.recipientOf = codes
  onTestFinished(() => server.close())
  return { server, codes }
}

/** The recipients of all received copies. */
const copies = ({ received }: MailServer) => received.flatMap(({ to }) => to).sort()

async function deliverTo(to: string) {
  const { server, codes } = await startSelectiveServer()
  const delivery = await startDelivery({ environment: { SMTP_URL: server.url, MAIL_TO: to } })
  const { gateway, pass, settled } = delivery
  return {
    ...delivery,
    server,
    codes,
    messages: (...args: string[]) => callMessages(args, { DATA_DIR: delivery.folder }),
    /** Starts the next attempt, and returns the message after it. */
    nextAttempt: async (attempts: number, milliseconds = 5 * HOUR_MS) => {
      pass(milliseconds)
      gateway.wake()
      return settled(attempts)
    },
  }
}

test('every recipient of MAIL_TO gets one copy of one mail', async () => {
  const { url, server, settled } = await deliverTo(BOTH)
  await postForm(url)
  expect(await settled(1)).toMatchObject({ state: 'sent', reason: null })
  expect(server.received).toHaveLength(1)
  expect(copies(server)).toEqual(['good@portfolio.test', 'slow@portfolio.test'])
  expect(server.received[0]?.mail.to).toHaveLength(2)
})

test('a recipient who has the mail gets no second copy when the other one is removed', async () => {
  const { url, server, codes, gateway, settled, nextAttempt } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  expect(await settled(1)).toMatchObject({ state: 'queued' })
  gateway.accounts.get('portfolio')?.sender.to.splice(1)
  expect(await nextAttempt(2)).toMatchObject({ state: 'sent' })
  expect(copies(server)).toEqual(['good@portfolio.test'])
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
  await expect.poll(() => countAttempts(gateway, 'lease_lost')).toBe(1)
  expect(log.join('\n')).not.toContain('cannot be written')
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

test('a recipient in the cc of a template is handled like one of MAIL_TO', async () => {
  const { server, codes } = await startSelectiveServer()
  codes['slow@portfolio.test'] = 450
  const { url, gateway, pass, settled } = await startDelivery({
    environment: { SMTP_URL: server.url },
    prepare: ({ accounts }) => {
      const template = accounts.get('portfolio')?.templates.get('contact')
      if (template) template.cc = 'Slow <slow@portfolio.test>'
    },
  })
  await postForm(url)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await settled(attempt)
    pass(5 * HOUR_MS)
    gateway.wake()
  }
  expect(copies(server)).toEqual(['owner@portfolio.test'])
})

test('a rejected recipient does not fail a message that another recipient got', async () => {
  const { url, server, codes, settled, messages } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 550
  await postForm(url)
  const message = await settled(1)
  expect(message).toMatchObject({
    state: 'sent',
    reason: expect.stringMatching(/^not delivered to slow@portfolio.test: .*550/),
  })
  expect(copies(server)).toEqual(['good@portfolio.test'])
  const shown = JSON.parse((await messages('show', 'latest', '--json')).out)
  expect(shown.recipients).toEqual([
    expect.objectContaining({ address: 'good@portfolio.test', outcome: 'sent' }),
    expect.objectContaining({ address: 'slow@portfolio.test', outcome: 'rejected' }),
  ])
})

test('retry delivers only to the rejected recipient', async () => {
  const { url, server, codes, settled, messages, nextAttempt, gateway } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 550
  await postForm(url)
  await settled(1)
  delete codes['slow@portfolio.test']
  expect(await messages('retry', 'latest')).toMatchObject({ exitCode: 0 })
  // The command uses the system clock, which is ahead of this test's clock.
  await gateway.store.db.updateTable('messages').set({ next_attempt_at: 0 }).execute()
  expect(await nextAttempt(2)).toMatchObject({ state: 'sent', reason: null })
  expect(copies(server)).toEqual(['good@portfolio.test', 'slow@portfolio.test'])
  expect((await messages('retry', 'latest')).out).toContain('It was already sent')
})

test('a recipient deferred for days is given up, and the delivered message stays sent', async () => {
  const { url, server, codes, settled, nextAttempt } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  let message = await settled(1)
  for (let attempt = 2; message.state === 'queued'; attempt++) message = await nextAttempt(attempt)
  expect(message).toMatchObject({
    state: 'sent',
    reason: expect.stringMatching(
      /^not delivered to slow@portfolio.test: Given up after \d+ attempts/,
    ),
  })
  expect((message.finished_at ?? 0) - message.retry_started_at).toBeGreaterThan(
    MAX_QUEUE_SECONDS * 1000,
  )
  expect(copies(server)).toEqual(['good@portfolio.test'])
}, 60_000)

test('a message fails if every recipient is rejected', async () => {
  const { url, server, codes, settled } = await deliverTo(BOTH)
  codes['good@portfolio.test'] = 550
  codes['slow@portfolio.test'] = 551
  await postForm(url)
  expect(await settled(1)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('551'),
  })
  expect(copies(server)).toEqual([])
})

test('with one recipient rejected and one deferred, only the deferred one is retried', async () => {
  const { url, server, codes, settled, nextAttempt } = await deliverTo(BOTH)
  codes['good@portfolio.test'] = 550
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  expect(await settled(1)).toMatchObject({ state: 'queued' })
  codes['good@portfolio.test'] = 0
  codes['slow@portfolio.test'] = 0
  expect(await nextAttempt(2)).toMatchObject({
    state: 'sent',
    reason: expect.stringContaining('good@'),
  })
  expect(copies(server)).toEqual(['slow@portfolio.test'])
})

test('a mail rejected as a whole is retried only for the recipients who do not have it', async () => {
  const { url, server, codes, settled, nextAttempt } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  await settled(1)
  codes['slow@portfolio.test'] = 0
  server.refusals.data = 451
  expect(await nextAttempt(2)).toMatchObject({ state: 'queued' })
  server.refusals.data = 0
  codes['slow@portfolio.test'] = 554
  expect(await nextAttempt(3)).toMatchObject({
    state: 'sent',
    reason: expect.stringMatching(/^not delivered to slow@portfolio.test: .*554/),
  })
  expect(copies(server)).toEqual(['good@portfolio.test'])
})

test('a message that one recipient got does not fail when its site is removed', async () => {
  const { url, server, codes, gateway, settled, nextAttempt } = await deliverTo(BOTH)
  codes['slow@portfolio.test'] = 450
  await postForm(url)
  let message = await settled(1)
  const account = gateway.accounts.get('portfolio')
  if (account) gateway.accounts.set('other', { ...account, publicKey: 'other' })
  gateway.accounts.delete('portfolio')
  for (let attempt = 2; message.state === 'queued'; attempt++) message = await nextAttempt(attempt)
  expect(message).toMatchObject({
    state: 'sent',
    reason: expect.stringMatching(/^not delivered to all recipients: .* Unknown site "portfolio"$/),
  })
  expect(copies(server)).toEqual(['good@portfolio.test'])
}, 60_000)

test('the back-off doubles from one minute to four hours, and the queue lifetime exceeds four days', () => {
  const delays = Array.from({ length: 40 }, (_, failures) => backoffSeconds(failures + 1, () => 0))
  expect(delays.slice(0, 9)).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400])
  expect(Math.max(...delays)).toBe(14_400)
  expect(MAX_QUEUE_SECONDS).toBeGreaterThan(4 * 86_400)
  expect(backoffSeconds(1, () => 1)).toBe(66)
})

import { countAttempts, START, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { startVerifier } from 'test-fixtures/mail-api.ts'
import { after, say } from 'test-fixtures/mail-server.ts'
import { expect, test } from 'vitest'

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

test('no field of a request chooses a recipient, adds a file or is fetched', async () => {
  const asked: (string | undefined)[] = []
  const target = await startVerifier(({ url }, response) => {
    asked.push(url)
    response.end('secret')
  })
  const { url, server } = await startDelivery()
  const recipients = 'to cc bcc to_email owner_email replyTo envelope headers'.split(' ')
  const places = 'path href url image raw html text icalEvent watchHtml'.split(' ')
  const fields = Object.fromEntries([
    ...recipients.map((name) => [name, 'stranger@example.net']),
    ...places.map((name) => [name, `${target}${name}`]),
    ['attachments', '[{"filename":"a","path":"/etc/passwd"}]'],
  ])
  // A link alone is held.
  fields.message = `Please look at ${target}message.`
  expect(await postForm(url, fields)).toMatchObject({ status: 200 })
  const [{ to, raw, mail } = { to: [] }] = await server.waitFor(1)
  expect(to).toEqual(['owner@portfolio.test'])
  expect(mail?.to).toMatchObject([{ address: 'owner@portfolio.test' }])
  expect([mail?.cc, mail?.bcc, mail?.attachments]).toEqual([undefined, undefined, []])
  expect(mail?.text).toContain(`${target}message`)
  expect(mail?.text).toContain('attachments: [{"filename":"a","path":"/etc/passwd"}]')
  expect(raw).not.toContain('root:')
  expect(asked).toEqual([])
})

test('a deferred message is retried with the same Message-ID', async () => {
  const { url, server, settled, pass, gateway } = await startDelivery()
  server.script.recipient = say(450)
  await postForm(url)
  const first = await settled(1)
  expect(first).toMatchObject({ state: 'queued', consecutive_failures: 1 })
  expect(first.next_attempt_at - START).toBeGreaterThanOrEqual(60_000)
  expect(first.next_attempt_at - START).toBeLessThanOrEqual(66_000)
  server.script = {}
  pass(66_000)
  gateway.wake()
  const [received] = await server.waitFor(1)
  expect(received?.mail.messageId).toBe(first.message_id_header)
  expect(await settled(2)).toMatchObject({ state: 'sent', attempt: 2 })
})

test('an attempt ends if its message is deleted meanwhile', async () => {
  const { url, server, gateway, log } = await startDelivery()
  const arrived = Promise.withResolvers<void>()
  const acceptance = Promise.withResolvers<void>()
  server.script.end = after(() => {
    arrived.resolve()
    return acceptance.promise
  })
  await postForm(url)
  await arrived.promise
  await gateway.store.db.deleteFrom('messages').execute()
  acceptance.resolve()
  await expect.poll(() => countAttempts(log, 'message changed')).toBe(1)
  expect(log.join('\n')).not.toContain('cannot be written')
})

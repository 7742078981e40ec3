import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY_MS, startDelivery, startOwnMailServer } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { startVerifier } from 'test-fixtures/mail-api.ts'
import { after, onlyOne, sayIf, smtpSettings } from 'test-fixtures/mail-server.ts'
import { write } from 'test-fixtures/messages.ts'
import { expect, test } from 'vitest'
import { repliedTo } from '../store/messages.ts'

async function startWithAutoReply(settings: Record<string, string> = {}) {
  return startDelivery({
    page: { captcha: 'hcaptcha' },
    environment: {
      AUTO_REPLY: 'yes',
      HCAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: await startVerifier(),
      ...settings,
    },
  })
}

const solved = () => ({ 'g-recaptcha-response': crypto.randomUUID() })

test('the automatic reply goes out after the owner’s mail, once a day per visitor', async () => {
  const { url, server } = await startWithAutoReply()
  await postForm(url, { ...solved(), message: 'one' })
  const [owners, reply] = await server.waitFor(2)
  expect(owners?.to).toEqual(['owner@portfolio.test'])
  expect(reply).toMatchObject({ from: '', to: ['ada@example.org'] })
  expect(reply?.raw).toContain('Auto-Submitted: auto-replied')
  expect(reply?.raw).not.toContain('one')
  await postForm(url, { ...solved(), message: 'two' })
  const all = await server.waitFor(3)
  await sleep(100)
  expect(all.map(({ to: [to] }) => to)).toEqual([
    'owner@portfolio.test',
    'ada@example.org',
    'owner@portfolio.test',
  ])
})

test.each([
  ['pl', /^Twoja wiadomość do/],
  ['de-AT', /^Ihre Nachricht an/],
  // Anybody can send any text.
  ['pl-\u{1f4a5}"><b>', /^Your message to/],
  ['tlh', /^Your message to/],
])('the automatic reply is in the language of the page: %s', async (language, subject) => {
  const { url, server } = await startWithAutoReply()
  await postForm(url, { ...solved(), message: 'one', page_language: language })
  const [owners, reply] = await server.waitFor(2)
  expect(reply?.mail.subject).toMatch(subject)
  // The owner's mail is in the language of the owner, and does not list the field.
  expect(owners?.mail.text).toContain('wrote to you through')
  expect(owners?.mail.text).not.toContain('page_language')
})

test('no automatic reply goes to the sender of a held message', async () => {
  const { url, server, gateway } = await startWithAutoReply()
  await postForm(url, { ...solved(), contact_website_url: 'https://spam.example' })
  await gateway.store.db.updateTable('messages').set({ state: 'queued' }).execute()
  gateway.wake()
  await server.waitFor(1)
  await sleep(100)
  // The mail about held messages may have left meanwhile.
  const recipients = new Set(server.received.flatMap(({ to }) => to))
  expect([...recipients]).toEqual(['owner@portfolio.test'])
})

test('a server that permits one connection gets messages and replies by it, and loses none', async () => {
  const server = await startOwnMailServer()
  server.script = { greeting: onlyOne(server), end: after(() => sleep(50)) }
  const { url, log } = await startWithAutoReply(smtpSettings(server.url))
  for (const name of ['ada', 'grace', 'alan']) {
    await postForm(url, { ...solved(), message: name, user_email: `${name}@example.org` })
  }
  await server.waitFor(6)
  expect(log.join('\n')).not.toMatch(/deferred|paused|not sent/)
})

type Addresses = { from: string; to: string[] }
const isFromNobody = ({ from }: Addresses) => from === ''
const isToAda = ({ to }: Addresses) => to.includes('ada@example.org')

/** What the log says of replies. */
const endsOf = (log: string[]) => log.filter((line) => line.includes('automatic reply'))

test.each([
  ['the empty return path', { sender: sayIf(isFromNobody, 501) }, 'portfolio@portfolio.test'],
  ['the visitor’s mailbox', { recipient: sayIf(isToAda, 554) }, undefined],
  ['every reply for now', { recipient: sayIf(isToAda, 450) }, undefined],
])('a server that refuses %s stops no mail to the owner', async (_, script, from) => {
  const { url, server, gateway, log } = await startWithAutoReply()
  server.script = script
  for (const message of ['one', 'two', 'three']) await postForm(url, { ...solved(), message })
  await expect
    .poll(() => server.received.filter(({ to }) => to[0]?.startsWith('owner')))
    .toHaveLength(3)
  await expect.poll(() => endsOf(log)).toHaveLength(1)
  expect(endsOf(log)[0]).toContain(from ? 'reply sent' : 'reply not sent')
  const [reply] = server.received.filter(({ to: [to] }) => to === 'ada@example.org')
  expect(reply?.from).toBe(from)
  expect(log.join('\n')).not.toMatch(/paused| error /)
  expect(gateway.delivery.outgoing.state).toMatchObject({ refusals: 0 })
})

test('a server that hangs in a reply holds up no message, and a stop drops the reply', async () => {
  const { url, server, gateway, log } = await startWithAutoReply()
  const reached = Promise.withResolvers<void>()
  server.script.end = after(async ({ to: [to] }) => {
    if (to === 'owner@portfolio.test') return
    reached.resolve()
    await new Promise(() => {})
  })
  await postForm(url, { ...solved(), message: 'one' })
  await reached.promise
  for (const user_email of ['grace@example.org', 'alan@example.org']) {
    await postForm(url, { ...solved(), user_email, message: `I am ${user_email}.` })
  }
  await expect
    .poll(() => server.received.filter(({ to: [to] }) => to === 'owner@portfolio.test'))
    .toHaveLength(3)
  const startedAt = performance.now()
  await gateway.delivery.stop()
  expect(performance.now() - startedAt).toBeLessThan(5000)
  // The first was interrupted, and the others never began.
  expect(endsOf(log)).toHaveLength(1)
  const { rows } = await sql<{ n: number }>`select count(replied_at) n from messages`.execute(
    gateway.store.db,
  )
  expect(rows).toEqual([{ n: 3 }])
})

test('the spellings of one mailbox get one reply, and a domain ten a day', async () => {
  const { url, gateway, pass, log } = await startWithAutoReply({ RATE_LIMIT_PER_IP: '100' })
  const gmail = [
    'victim@gmail.com',
    'V.ictim@GMAIL.com',
    'vi.ctim+a@googlemail.com',
    'victim@ｇmail.com',
  ]
  const company = Array.from({ length: 12 }, (_, n) => `clerk${n}@company.example`)
  const send = async (user_email: string) => {
    const countSent = () => log.filter((line) => line.includes('message sent')).length
    const before = countSent()
    await postForm(url, { ...solved(), user_email, message: crypto.randomUUID() })
    await expect.poll(countSent).toBe(before + 1)
  }
  const replied = () => repliedTo(gateway.store.db, 0)
  for (const address of [...gmail, ...company]) await send(address)
  const all = await replied()
  expect(all.filter((address) => address.includes('ictim'))).toHaveLength(1)
  expect(all.filter((address) => address.endsWith('@company.example'))).toHaveLength(10)
  pass(DAY_MS - 1000)
  await send('victim@gmail.com')
  expect(await replied()).toHaveLength(11)
  pass(1001)
  await send('victim@gmail.com')
  expect(await replied()).toHaveLength(12)
})

test('at most 50 automatic replies are sent a day', async () => {
  const { url, server, gateway } = await startWithAutoReply()
  for (let n = 0; n < 49; n++) {
    const receivedAt = gateway.clock()
    const afterwards = { state: 'sent', replied_at: receivedAt } as const
    await write(gateway.store, { address: `a@company${n}.example`, receivedAt, afterwards })
  }
  for (const name of ['one', 'two', 'three'])
    await postForm(url, { ...solved(), message: name, user_email: `${name}@example.org` })
  await server.waitFor(3 + 1)
  expect(await repliedTo(gateway.store.db, 0)).toHaveLength(50)
})

test('robots, mailing lists and the owner get no automatic reply', async () => {
  const { url, server, gateway } = await startWithAutoReply()
  const addresses = [
    ...['No-Reply@example.org', 'noreply+tag@example.org', 'do_not_reply@example.org'],
    ...['mailer-daemon@example.org', 'owner-friends@lists.example.org'],
    ...['friends-request@lists.example.org', 'Owner@portfolio.test', 'owner+x@portfolio.test'],
    ...['owner@ｐortfolio.test', 'portfolio@portfolio.test', 'ada@example.org'],
  ]
  for (const user_email of addresses)
    await postForm(url, { ...solved(), message: crypto.randomUUID(), user_email })
  await server.waitFor(addresses.length + 1)
  expect(await repliedTo(gateway.store.db, 0)).toEqual(['ada@example.org'])
})

test('automatic replies are off by default', async () => {
  const { url, server, message } = await startDelivery()
  await postForm(url)
  await server.waitFor(1)
  expect(Boolean((await message()).auto_reply_allowed)).toBe(false)
})

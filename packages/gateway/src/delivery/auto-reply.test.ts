import { startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { startVerifier } from 'test-fixtures/verifier.ts'
import { expect, test } from 'vitest'

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
  const { url, server, gateway } = await startWithAutoReply()
  await postForm(url, { ...solved(), message: 'one' })
  const [owners, reply] = await server.waitFor(2)
  expect(owners?.to).toEqual(['owner@portfolio.test'])
  expect(reply).toMatchObject({ from: '', to: ['ada@example.org'] })
  expect(reply?.raw).toContain('Auto-Submitted: auto-replied')
  expect(reply?.raw).not.toContain('one')
  const rows = gateway.store.db.selectFrom('messages').select('template_params')
  const [stored] = await rows.where('kind', '=', 'auto-reply').execute()
  expect(stored?.template_params).toBe('{"user_email":"ada@example.org"}')
  await postForm(url, { ...solved(), message: 'two' })
  const all = await server.waitFor(3)
  await new Promise((resolve) => setTimeout(resolve, 100))
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
  await new Promise((resolve) => setTimeout(resolve, 100))
  // The mail about held messages may have left meanwhile.
  const recipients = new Set(server.received.flatMap(({ to }) => to))
  expect([...recipients]).toEqual(['owner@portfolio.test'])
})

test.each([
  ['the empty return path', { senderOf: { '': 501 } }, true],
  ['the visitor’s mailbox', { recipientOf: { 'ada@example.org': 554 } }, false],
])(
  'a server that refuses %s of a reply stops no mail to the owner',
  async (_, refusals, arrives) => {
    const { url, server, gateway, log } = await startWithAutoReply()
    server.refusals = refusals
    await postForm(url, { ...solved(), message: 'one' })
    const replies = gateway.store.db.selectFrom('messages').where('kind', '=', 'auto-reply')
    const states = async () => (await replies.select('state').execute()).map(({ state }) => state)
    await expect.poll(states).toEqual([arrives ? 'sent' : 'failed'])
    for (const message of ['two', 'three']) await postForm(url, { ...solved(), message })
    await expect
      .poll(() => server.received.filter(({ to }) => to[0]?.startsWith('owner')))
      .toHaveLength(3)
    const [reply] = server.received.filter(({ to: [to] }) => to === 'ada@example.org')
    expect(reply?.from).toBe(arrives ? 'portfolio@portfolio.test' : undefined)
    expect(log.join('\n')).not.toMatch(/paused|refuses mails| error /)
  },
)

test('the spellings of one mailbox get one reply, and a domain ten a day', async () => {
  const { url, gateway } = await startWithAutoReply({ RATE_LIMIT_PER_IP: '100' })
  const replies = gateway.store.db.selectFrom('messages').where('kind', '=', 'auto-reply')
  const recipients = async () =>
    (await replies.select('sender').execute()).map(({ sender }) => sender)
  const gmail = ['victim@gmail.com', 'v.ictim@gmail.com', 'vi.ctim+a@googlemail.com']
  const company = Array.from({ length: 12 }, (_, n) => `clerk${n}@company.example`)
  for (const [n, user_email] of [...gmail, ...company].entries()) {
    await postForm(url, { ...solved(), user_email, message: `${n}` })
    const sent = gateway.store.db.selectFrom('messages').where('kind', '=', 'message')
    await expect
      .poll(async () => (await sent.where('state', '=', 'sent').select('id').execute()).length)
      .toBe(n + 1)
  }
  const all = await recipients()
  expect(
    all.filter((address) => address.includes('victim') || address.includes('ictim')),
  ).toHaveLength(1)
  expect(all.filter((address) => address.endsWith('@company.example'))).toHaveLength(10)
}, 30_000)

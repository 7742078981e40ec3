import { repliedTo } from 'reward-codes-gateway/internal/store/messages.ts'
import { describe, expect, test } from 'vitest'
import { DAY_MS, startDelivery } from '../fixtures/delivery.ts'
import { type Fields, freshForm, postForm } from '../fixtures/gateway.ts'
import { write as enqueue } from '../fixtures/messages.ts'
import { startVerifier } from '../fixtures/verifier.ts'

const OWNER = 'owner@portfolio.test'

async function startReplying() {
  const delivery = await startDelivery({
    page: { captcha: 'hcaptcha' },
    environment: {
      AUTO_REPLY: 'yes',
      HCAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: await startVerifier(),
    },
  })
  const write = (fields: Fields) =>
    postForm(delivery.url, freshForm({ 'g-recaptcha-response': crypto.randomUUID(), ...fields }))
  const replies = () => repliedTo(delivery.gateway.store.db, 0)
  return { ...delivery, write, replies }
}

describe('15 Open relay and automatic replies', () => {
  test('no field of a request chooses a recipient', async () => {
    const { url, server } = await startDelivery()
    const names = ['to', 'cc', 'bcc', 'to_email', 'owner_email', 'replyTo', 'envelope', 'headers']
    const fields = Object.fromEntries(names.map((name) => [name, 'stranger@example.net']))
    expect(await postForm(url, fields)).toMatchObject({ status: 200 })
    const [received] = await server.waitFor(1)
    expect(received?.to).toEqual([OWNER])
    expect(received?.mail.to).toEqual([{ address: OWNER, name: '' }])
    expect([received?.mail.cc, received?.mail.bcc]).toEqual([undefined, undefined])
  })

  test('automatic replies are off by default', async () => {
    const { url, gateway } = await startDelivery()
    await postForm(url)
    const rows = await gateway.store.db
      .selectFrom('messages')
      .select('auto_reply_allowed')
      .execute()
    expect(rows.map(({ auto_reply_allowed }) => Boolean(auto_reply_allowed))).toEqual([false])
  })

  test('a mailbox gets one automatic reply a day, however its address is written', async () => {
    const { write, server, pass, replies } = await startReplying()
    const ways = ['ada@example.org', 'ADA@Example.ORG', 'ada+1@example.org', 'ada@ｅxample.org']
    for (const user_email of ways) await write({ user_email })
    await server.waitFor(ways.length + 1)
    await expect.poll(async () => (await replies()).length).toBe(1)
    pass(DAY_MS + 1)
    await write({ user_email: 'ada@example.org' })
    await server.waitFor(ways.length + 3)
    expect(await replies()).toHaveLength(2)
  })

  test('at most 50 automatic replies are sent a day', async () => {
    const { write, server, replies, gateway } = await startReplying()
    for (let n = 0; n < 49; n++) {
      const receivedAt = gateway.clock()
      await enqueue(gateway.store, {
        address: `visitor@company${n}.example`,
        receivedAt,
        afterwards: { state: 'sent', replied_at: receivedAt },
      })
    }
    for (const name of ['one', 'two', 'three']) await write({ user_email: `${name}@example.org` })
    await server.waitFor(3 + 1)
    expect(await replies()).toHaveLength(50)
  })

  test('robots, mailing lists and the owner get no automatic reply', async () => {
    const { write, server, replies } = await startReplying()
    const addresses = [
      'No-Reply@example.org',
      'noreply+tag@example.org',
      'do_not_reply@example.org',
      'mailer-daemon@example.org',
      'owner-friends@lists.example.org',
      'friends-request@lists.example.org',
      'Owner@portfolio.test',
      'owner+x@portfolio.test',
      'owner@ｐortfolio.test',
      'portfolio@portfolio.test',
    ]
    for (const user_email of addresses) await write({ user_email })
    await server.waitFor(addresses.length)
    await write({ user_email: 'ada@example.org' })
    await server.waitFor(addresses.length + 2)
    expect(await replies()).toEqual(['ada@example.org'])
  })
})

describe('16 DMARC alignment and sender spoofing', () => {
  test('From has the owner’s domain, and no address but the owner’s even if the visitor’s name is one', async () => {
    const { url, server } = await startDelivery()
    await postForm(url, { user_name: OWNER, user_email: 'ada@example.org' })
    const [received] = await server.waitFor(1)
    expect(received?.from).toBe('portfolio@portfolio.test')
    expect(received?.mail).toMatchObject({
      from: {
        name: `${OWNER.replace('@', ' at ')} via portfolio.test`,
        address: 'portfolio@portfolio.test',
      },
      replyTo: [{ name: '', address: 'ada@example.org' }],
    })
    expect(received?.raw).not.toMatch(/^Sender:/m)
  })

  test('an internationalized address is shown in its ASCII form too', async () => {
    const { url, server } = await startDelivery()
    // Every letter of the first name is a Cyrillic one.
    await postForm(url, { user_email: 'ada@сосо.example' })
    const [received] = await server.waitFor(1)
    expect(received?.mail.replyTo?.[0]?.address).toBe('ada@xn--n1aahb.example')
    for (const body of [received?.mail.text, received?.mail.html]) {
      expect(body).toContain('ada@сосо.example (ada@xn--n1aahb.example)')
    }
  })
})

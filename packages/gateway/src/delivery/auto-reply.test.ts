import { expect, test } from 'vitest'
import { startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'
import { startVerifier } from '../../../tests/fixtures/verifier.ts'

async function startWithReply() {
  return startDelivery({
    page: { captcha: 'hcaptcha' },
    environment: {
      AUTO_REPLY: 'yes',
      HCAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: await startVerifier(),
    },
  })
}

const solved = () => ({ 'g-recaptcha-response': crypto.randomUUID() })

test('the reply goes out after the owner has the message, once a day for each visitor', async () => {
  const { url, server } = await startWithReply()
  await postForm(url, { ...solved(), message: 'one' })
  const [owners, reply] = await server.waitFor(2)
  expect(owners?.to).toEqual(['owner@portfolio.test'])
  expect(reply).toMatchObject({ from: '', to: ['ada@example.org'] })
  expect(reply?.raw).toContain('Auto-Submitted: auto-replied')
  expect(reply?.raw).not.toContain('one')
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
  ['a robot', { ...solved(), user_email: 'no-reply@example.org' }],
  ['the owner', { ...solved(), user_email: 'owner@portfolio.test' }],
  ['whoever was held', { ...solved(), contact_website_url: 'https://spam.example' }],
])('no reply goes to %s', async (_, fields) => {
  const { url, server, gateway } = await startWithReply()
  await postForm(url, fields)
  await gateway.store.db
    .updateTable('messages')
    .set({ state: 'queued' })
    .where('state', '=', 'held')
    .execute()
  gateway.wake()
  await server.waitFor(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.received.map(({ to }) => to)).toEqual([['owner@portfolio.test']])
})

import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'

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

async function startVerifier() {
  const server = createServer((_, response) => response.end('{"success":true}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

const SOLVED = { 'g-recaptcha-response': 'token' }

test('the reply goes out after the owner has the message, once a day for each visitor', async () => {
  const { url, server } = await startWithReply()
  await postForm(url, { ...SOLVED, message: 'one' })
  const [owners, reply] = await server.waitFor(2)
  expect(owners?.to).toEqual(['owner@portfolio.test'])
  expect(reply).toMatchObject({ from: '', to: ['ada@example.org'] })
  expect(reply?.raw).toContain('Auto-Submitted: auto-replied')
  expect(reply?.raw).not.toContain('one')
  await postForm(url, { ...SOLVED, message: 'two' })
  const all = await server.waitFor(3)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(all.map(({ to: [to] }) => to)).toEqual([
    'owner@portfolio.test',
    'ada@example.org',
    'owner@portfolio.test',
  ])
})

test.each([
  ['a robot', { ...SOLVED, user_email: 'no-reply@example.org' }],
  ['the owner', { ...SOLVED, user_email: 'owner@portfolio.test' }],
  ['whoever was held', { ...SOLVED, website: 'https://spam.example' }],
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

import { expect, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { postForm, solveCaptcha } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { after } from '../fixtures/mail-server.ts'
import { holdMails, makePlace } from '../fixtures/trial.ts'

const VISITOR = 'visitor@example.org'
const OTHER = 'other@example.org'

test('a message that was answered with 200 is delivered after the gateway was killed with SIGKILL', async () => {
  const { server, environment } = await makePlace('sqlite')
  const [mail] = holdMails(server, 1)
  const first = await spawnGateway(environment)
  expect(await postForm(first.url, { message: 'Keep me.' })).toMatchObject({ status: 200 })
  await mail?.reached.promise
  await first.stop('SIGKILL')
  expect(server.received).toEqual([])

  const second = await spawnGateway(environment)
  // Its attempt without an end counts as a failure, and waits a minute.
  expect(await callMessages(['retry', '--all'], environment)).toMatchObject({ exitCode: 0 })
  const [received] = await server.waitFor(1)
  expect(received?.mail.text).toContain('Keep me.')
  await second.stop('SIGTERM')
})

test('on SIGTERM the gateway finishes the mail in flight and exits', async () => {
  const { server, environment } = await makePlace('sqlite')
  const [mail] = holdMails(server, 1)
  const gateway = await spawnGateway(environment)
  await postForm(gateway.url)
  await mail?.reached.promise
  const stopped = gateway.stop('SIGTERM')
  mail?.released.resolve(0)
  await stopped
  expect(gateway.child.exitCode).toBe(0)
  expect(server.received).toHaveLength(1)
})

test('a visitor gets no automatic reply, rather than two, after a kill between the record and the reply', async () => {
  const { server, environment: place } = await makePlace('sqlite')
  const environment = { ...place, PAGE_CAPTCHA: 'altcha', AUTO_REPLY: 'yes' }
  const reached = Promise.withResolvers<void>()
  server.script.end = after(async ({ to: [to] }) => {
    if (to !== VISITOR) return
    reached.resolve()
    await new Promise(() => {})
  })
  const write = async (url: string, message: string, user_email = VISITOR) => {
    const captcha = await solveCaptcha(url)
    const form = { message, user_email, 'g-recaptcha-response': captcha }
    expect(await postForm(url, form)).toMatchObject({ status: 200 })
  }
  const first = await spawnGateway(environment)
  await write(first.url, 'one')
  await reached.promise
  await first.stop('SIGKILL')

  server.script = {}
  const second = await spawnGateway(environment)
  // It is recorded as replied to, so a further message within a day gets no reply either.
  await write(second.url, 'two')
  await write(second.url, 'three', OTHER)
  // Replies leave one after the other.
  await expect.poll(() => server.received.map(({ to: [to] }) => to)).toContain(OTHER)
  await second.stop('SIGTERM')
  expect(server.received.map(({ to: [to] }) => to)).not.toContain(VISITOR)
  const { out } = await callMessages(['list', '--json'], environment)
  expect(JSON.parse(out).counts).toEqual({ queued: 0, held: 0, sent: 3, failed: 0 })
})

import { setTimeout as rest } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { countAttempts, startOwnersMail, startOwnGateway } from '../fixtures/delivery.ts'
import { postForm } from '../fixtures/gateway.ts'
import { write } from '../fixtures/messages.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { type Stage, say, startScriptedServer } from '../fixtures/scripted-smtp.ts'

const MESSAGES = shortOrLong(50, 500)
const RATE_LIMITS: [reply: string, stage: Stage][] = [
  ['450 4.7.1 Too many messages', 'sender'],
  ['450 4.7.1 Too many messages', 'end'],
  ['421 4.7.0 Too many messages', 'end'],
]

test.each(RATE_LIMITS.slice(0, shortOrLong(1, 3)))(
  'a queue against %s (%s) makes at most 20 MAIL in the first ten seconds',
  async (reply, stage) => {
    const server = await startScriptedServer()
    onTestFinished(server.close)
    server.script[stage] = say(reply)
    const { mail } = await startOwnersMail()
    const { gateway } = await startOwnGateway({ environment: { ...mail, SMTP_URL: server.url } })
    for (let n = 0; n < MESSAGES; n++) await write(gateway.store)
    gateway.wake()
    await expect.poll(() => server.conversations).toBe(1)
    await rest(10_000)
    const mails = server.reached.filter((one) => one === 'sender').length
    expect(mails).toBeGreaterThan(0)
    expect(mails).toBeLessThanOrEqual(20)
    const what = `2 a queue against ${reply} (${stage}) for ten seconds`
    recordResult({ table: 'faults', what, figures: { messages: MESSAGES, MAIL: mails } })
  },
)

test('customers behind a mail that is always refused wait seconds', async () => {
  const { server, mail } = await startOwnersMail()
  const environment = { ...mail, SMTP_URL: server.url }
  const { url, gateway } = await startOwnGateway({ environment })
  server.refusals.data = 552
  await postForm(url, { message: 'poison' })
  await expect.poll(() => countAttempts(gateway, 'deferred')).toBe(1)
  server.refusals.data = 0
  const startedAt = performance.now()
  for (const message of ['one', 'two', 'three']) await postForm(url, { message })
  await server.waitFor(3)
  const seconds = (performance.now() - startedAt) / 1000
  expect(seconds).toBeLessThan(5)
  const figures = { messages: 3, seconds: seconds.toFixed(1) }
  recordResult({ table: 'faults', what: '2 three messages behind one that is refused', figures })
})

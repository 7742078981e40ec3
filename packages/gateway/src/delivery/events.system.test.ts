import { callMessages } from 'test-fixtures/call-messages.ts'
import { startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { startMailApi } from 'test-fixtures/mail-api.ts'
import { expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from '../cli/doctor/database.ts'

const DAY_MS = 86_400_000

/** A gateway with a failed message, because the owner's mailbox does not exist, and a way of notices. */
async function startFailed() {
  const hook = await startMailApi({ status: 200 })
  onTestFinished(hook.close)
  const NOTICE_WEBHOOK_SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`
  const delivery = await startDelivery({
    environment: { NOTICE_WEBHOOK_URL: hook.url, NOTICE_WEBHOOK_SECRET },
  })
  const { server, url, log, folder } = delivery
  const failures = () => log.filter((line) => line.includes('error message failed'))
  server.refusals.recipient = 550
  await postForm(url)
  await expect.poll(failures).toHaveLength(1)
  return {
    ...delivery,
    reports: () =>
      hook.calls
        .map(({ body }) => JSON.parse(body))
        .filter(({ type }) => type === 'delivery.failed')
        .map(({ data }) => data),
    failures,
    messages: (...args: string[]) => callMessages(args, { DATA_DIR: folder }),
  }
}

test('a failed message is reported by the other ways, once a day, without its content', async () => {
  const { url, pass, reports, failures } = await startFailed()
  await expect.poll(reports).toHaveLength(1)
  const [report] = reports()
  expect(report).toMatchObject({ title: 'A message was not delivered to you' })
  expect(report.text).toMatch(/550[\s\S]*https:\/\/portfolio.test\/api\/v1.0\/review\//)
  expect(JSON.stringify(report)).not.toMatch(/Good work|ada@example/)
  pass(1000)
  await postForm(url, { message: 'Another.' })
  await expect.poll(failures).toHaveLength(2)
  pass(DAY_MS)
  await postForm(url, { message: 'A day later.' })
  await expect.poll(reports).toHaveLength(2)
})

test('a failed message fails doctor until it is deleted', async () => {
  const { gateway, folder, messages } = await startFailed()
  const queue = async () => {
    const findings = await checkDatabase({ dataFolder: folder }, gateway.clock())
    return findings.find(({ check }) => check === 'queue')
  }
  expect(await queue()).toMatchObject({ status: 'failed' })

  expect(await messages('forget', 'latest', '--yes')).toMatchObject({ exitCode: 0 })
  expect(await queue()).toMatchObject({ status: 'ok' })
})

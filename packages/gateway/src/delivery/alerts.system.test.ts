import { callMessages } from 'test-fixtures/call-messages.ts'
import { startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { startMailServer } from 'test-fixtures/mail-server.ts'
import { freshDatabase } from 'test-fixtures/postgres.ts'
import { STORES, type StoreKind } from 'test-fixtures/stores.ts'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkDatabase } from '../cli/doctor/database.ts'
import { readStoreMetrics } from '../ops.ts'
import type { Message } from '../store/database.ts'
import { createAlerts } from './alerts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

async function startStall(kind: StoreKind) {
  const other = await startMailServer()
  onTestFinished(other.close)
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  if (database) onTestFinished(database.drop)
  const delivery = await startDelivery({
    environment: {
      ALERT_SMTP_URL: other.url,
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const { gateway, log, server, url, settled } = delivery
  server.refusals.recipient = 450
  await postForm(url)
  await settled(1)
  // The worker's own check has run once, and runs again in a minute of real time.
  const checkAlerts = createAlerts(gateway.delivery)
  return {
    ...delivery,
    other,
    /** Checks, and waits for the attempts that the check wakes: the clock must not jump within one. */
    runCheck: async () => {
      await checkAlerts()
      gateway.wake()
      const busy = async () => {
        const rows = await gateway.store.db.selectFrom('messages').selectAll().execute()
        const isBusy = (one: Message) =>
          one.lease_until > 0 || one.next_attempt_at <= gateway.clock()
        return rows.filter((one) => one.state === 'queued' && isBusy(one))
      }
      await expect.poll(busy, { interval: 5 }).toEqual([])
    },
    runOtherCheck: () => createAlerts(gateway.delivery)(),
    logged: (event: string) => log.filter((line) => line.includes(event)),
  }
}

describe.each(STORES)('%s', (kind) => {
  test('mail that is stuck for an hour is logged as an error once an hour, and its recovery once', async () => {
    const { runCheck, pass, logged, server, gateway, message } = await startStall(kind)
    pass(HOUR_MS - 1000)
    await runCheck()
    expect(logged('error delivery stalled')).toEqual([])
    pass(1000)
    await runCheck()
    expect(logged(' error delivery stalled')).toEqual([
      expect.stringContaining('npm run doctor waiting=1 seconds=3600'),
    ])
    pass(HOUR_MS - 1000)
    await runCheck()
    expect(logged('error delivery stalled')).toHaveLength(1)
    pass(1000)
    await runCheck()
    expect(logged('error delivery stalled')).toHaveLength(2)
    expect(logged('delivery recovered')).toEqual([])
    server.refusals.recipient = 0
    pass(HOUR_MS)
    gateway.wake()
    await expect.poll(async () => (await message()).state).toBe('sent')
    await runCheck()
    await runCheck()
    expect(logged(' info  delivery recovered')).toHaveLength(1)
  })

  test('one alert a day goes out by the alert mail server, and says what is wrong and how to fix it', async () => {
    const { runCheck, runOtherCheck, pass, other, server } = await startStall(kind)
    pass(HOUR_MS)
    await runCheck()
    // A second gateway, or this one after a restart.
    await runOtherCheck()
    pass(HOUR_MS)
    await runCheck()
    const [alert] = await other.waitFor(1)
    expect(alert).toMatchObject({ from: 'portfolio@portfolio.test', to: ['owner@portfolio.test'] })
    expect(alert?.mail.subject).toBe('Delivery has stalled: One message not delivered to you')
    expect(alert?.mail.text).toContain('since Thu, 15 Jan 2026 12:00:00 GMT')
    expect(alert?.mail.text).toContain('refused with 450')
    expect(alert?.mail.text).toContain('npm run doctor')
    // The alert contains neither the visitor's text nor address.
    expect(alert?.raw).not.toMatch(/Good work|ada@example/)
    expect(server.received).toEqual([])
    pass(23 * HOUR_MS)
    await runCheck()
    expect(await other.waitFor(2)).toHaveLength(2)
  })

  test('an alert that could not be sent is retried, and a new incident gets a new alert', async () => {
    const { runCheck, pass, other, server, gateway, message, logged, url } = await startStall(kind)
    other.refusals.recipient = 450
    pass(HOUR_MS)
    const deferred = () => logged('message deferred').length
    const before = deferred()
    await runCheck()
    await expect.poll(deferred).toBeGreaterThan(before)
    expect(other.received).toHaveLength(0)
    other.refusals.recipient = 0
    pass(2 * MINUTE_MS)
    gateway.wake()
    await other.waitFor(1)
    server.refusals.recipient = 0
    pass(HOUR_MS)
    gateway.wake()
    await expect.poll(async () => (await message()).state).toBe('sent')
    await runCheck()
    server.refusals.recipient = 450
    const count = deferred()
    await postForm(url, { message: 'Again.' })
    await expect.poll(deferred).toBeGreaterThan(count)
    pass(HOUR_MS)
    await runCheck()
    expect(await other.waitFor(2)).toHaveLength(2)
  })
})

/** A gateway with one failed message, because the owner's mailbox does not exist. */
async function startFailed(settings: Record<string, string> = {}) {
  const other = await startMailServer()
  onTestFinished(other.close)
  const delivery = await startDelivery({
    environment: { ALERT_SMTP_URL: other.url, ...settings },
  })
  const { gateway, server, url, settled, log, folder } = delivery
  server.refusals.recipient = 550
  await postForm(url)
  expect(await settled(1)).toMatchObject({ state: 'failed' })
  return {
    ...delivery,
    other,
    runCheck: createAlerts(gateway.delivery),
    logged: (event: string) => log.filter((line) => line.includes(event)),
    messages: (...args: string[]) => callMessages(args, { DATA_DIR: folder }),
  }
}

describe('a failed message', () => {
  test('is mailed by the alert mail server once a day until it is deleted', async () => {
    const { runCheck, pass, other, logged, messages } = await startFailed()
    await runCheck()
    await runCheck()
    const [alert] = await other.waitFor(1)
    expect(alert?.to).toEqual(['owner@portfolio.test'])
    expect(alert?.mail.subject).toBe('Delivery has failed: One message not delivered to you')
    expect(alert?.mail.text).toContain('https://portfolio.test/api/v1.0/review/')
    expect(alert?.mail.text).toContain('refused with 550')
    expect(alert?.mail.text).toContain('npm run messages -- forget ID')
    expect(alert?.raw).not.toMatch(/Good work|ada@example/)
    expect(logged('error messages have failed')).toHaveLength(1)
    pass(24 * HOUR_MS)
    await runCheck()
    expect(await other.waitFor(2)).toHaveLength(2)
    expect(await messages('forget', 'latest', '--yes')).toMatchObject({ exitCode: 0 })
    pass(24 * HOUR_MS)
    await runCheck()
    expect(other.received).toHaveLength(2)
    expect(logged('no failed messages left')).toHaveLength(1)
  })

  test('is mailed to ALERT_TO, if that is set', async () => {
    const { runCheck, other } = await startFailed({
      ALERT_TO: 'me@elsewhere.test, you@elsewhere.test',
    })
    await runCheck()
    const [alert] = await other.waitFor(1)
    expect(alert?.to).toEqual(['me@elsewhere.test', 'you@elsewhere.test'])
  })

  test('is mailed to the accepted recipients, and the log lists the rejected ones', async () => {
    const { runCheck, other, logged } = await startFailed({
      ALERT_TO: 'me@elsewhere.test, you@elsewhere.test',
    })
    other.refusals.recipientOf = { 'you@elsewhere.test': 550 }
    await runCheck()
    const [alert] = await other.waitFor(1)
    expect(alert?.to).toEqual(['me@elsewhere.test'])
    await expect
      .poll(() => logged('error message not delivered to every recipient'))
      .toHaveLength(1)
  })

  test('is a metric, and fails doctor, until it is deleted', async () => {
    const { gateway, folder, messages } = await startFailed()
    const metrics = async () => (await readStoreMetrics(gateway)).metrics()
    const queue = async () => {
      const findings = await checkDatabase({ dataFolder: folder }, gateway.clock())
      return findings.find(({ check }) => check === 'queue')
    }
    expect(await metrics()).toContain('contact_gateway_failed_messages 1\n')
    expect(await queue()).toMatchObject({ status: 'failed' })

    expect(await messages('forget', 'latest', '--yes')).toMatchObject({ exitCode: 0 })
    expect(await metrics()).toContain('contact_gateway_failed_messages 0\n')
    expect(await queue()).toMatchObject({ status: 'ok' })
  })

  test('is not reported during a retry, and is reported again if the retry fails', async () => {
    const { gateway, messages, server } = await startFailed()
    expect(await messages('retry', 'latest')).toMatchObject({ exitCode: 0 })
    // The command uses the system clock, which is ahead of this test's clock.
    await gateway.store.db.updateTable('messages').set({ next_attempt_at: 0 }).execute()
    gateway.wake()
    const failed = async () => (await readStoreMetrics(gateway)).metrics()
    await expect.poll(failed).toContain('contact_gateway_failed_messages 1\n')
    expect(server.received).toEqual([])
  })
})

test('without an alert mail server, alerts are only logged', async () => {
  const { url, gateway, server, settled, pass, log } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  await settled(1)
  pass(HOUR_MS)
  await createAlerts(gateway.delivery)()
  expect(log.filter((line) => line.includes('stalled'))).toHaveLength(1)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { callMessages } from 'test-fixtures/call-messages.ts'
import { startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { freshDatabase, startPostgres } from 'test-fixtures/postgres.ts'
import { mailServerAt } from 'test-fixtures/smtp-settings.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { openStore } from '../store/open-store.ts'
import type { DeliveryContext } from './context.ts'
import { startingState } from './decide.ts'
import { startHeartbeat } from './heartbeat.ts'
import { smtpTransport } from './transports/smtp.ts'

const WAITING = { timeout: 30_000, interval: 20 }

test('a lease that lapsed while the database was away is claimable one lease after its return', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const { url } = await freshDatabase(postgres.url)
  const store = await openStore({ databaseUrl: url, dataFolder: '' })
  onTestFinished(() => store.close())
  store.leaseMs = 3000
  const log = createLog(() => {}, Date.now)
  const { clock } = store
  const { mayTakeOver, stop } = startHeartbeat({ store, clock, log } as DeliveryContext, {
    inFlight: () => [],
    onRetry: () => {},
  })
  onTestFinished(stop)
  expect(mayTakeOver()).toBe(false)
  await expect.poll(mayTakeOver, WAITING).toBe(true)
  await postgres.pause('SIGQUIT')
  await expect.poll(mayTakeOver, WAITING).toBe(false)
  await sleep(store.leaseMs)
  expect(mayTakeOver()).toBe(false)
  const returnedAt = performance.now()
  await postgres.resume()
  await expect.poll(mayTakeOver, WAITING).toBe(true)
  expect(performance.now() - returnedAt).toBeGreaterThanOrEqual(store.leaseMs)
})

describe.each(STORES)('on %s', (kind) => {
  test('`messages retry` ends a pause within five seconds', async () => {
    const { environment } = await freshPlace(kind)
    const { url, server, gateway, settled, log } = await startDelivery({ environment })
    server.refusals.login = 535
    const address = server.url.replace('//', '//name:word@')
    gateway.delivery.transports.set('smtp', smtpTransport(mailServerAt(address)))
    await postForm(url)
    await settled(1)
    const state = () => gateway.delivery.transportStates.get('smtp') ?? startingState(0)
    expect(state()).toMatchObject({ failedSessions: 1, trouble: { until: expect.any(Number) } })
    server.refusals.login = 0
    const retry = await callMessages(['retry', '--all'], environment)
    expect(retry).toMatchObject({ exitCode: 0 })
    expect(retry.out).toContain('tries at once')
    await server.waitFor(1, 5)
    await expect.poll(() => state().failedSessions).toBe(0)
    expect(log.join('\n')).toContain('messages retried')
  }, 20_000)
})

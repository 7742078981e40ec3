import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, startPostgres } from 'test-fixtures/postgres.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { openStore } from '../store/open-store.ts'
import type { DeliveryContext } from './context.ts'
import { startHeartbeat } from './heartbeat.ts'

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

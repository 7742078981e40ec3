import { freshStore } from 'test-fixtures/stores.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabaseClock } from './database-clock.ts'

const SUSPEND_MS = 8 * 3_600_000
const MINUTE_MS = 60_000

test('the database clock is correct at once after the machine resumes from suspend', async () => {
  const { db } = await freshStore('postgres')
  const clock = await openDatabaseClock(db)
  onTestFinished(clock.close)
  // As after resume: the monotonic clock of the process stopped, the system clock did not.
  const performanceNow = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => performanceNow() - SUSPEND_MS)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const errorMs = Math.abs(clock.now() - Date.now())
  expect(errorMs).toBeLessThan(MINUTE_MS)
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { freshStore } from '../../../tests/fixtures/stores.ts'
import { openSharedClock } from './shared-clock.ts'

const NIGHT_MS = 8 * 3_600_000
const MINUTE_MS = 60_000

test('a gateway whose machine has slept knows the time of the others at once', async () => {
  const { db } = await freshStore('postgres')
  const clock = await openSharedClock(db)
  onTestFinished(clock.close)
  // As on a machine that wakes: the clock of the process has stood still, that of the machine not.
  const awake = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => awake() - NIGHT_MS)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const wrong = Math.abs(clock.now() - Date.now())
  expect(wrong).toBeLessThan(MINUTE_MS)
})

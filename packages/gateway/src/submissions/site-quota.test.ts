import { expect, test } from 'vitest'
import { createSiteQuota } from './site-quota.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000

test('each site has its own counts', () => {
  const quota = createSiteQuota(1)
  quota.take('site', false, NOON)
  expect(quota.take('other', false, NOON).permission).toBe('deliver')
})

test('a message that is not stored takes no place, also if the hour has ended meanwhile', () => {
  const quota = createSiteQuota(1)
  quota.take('site', false, NOON).release()
  const late = quota.take('site', false, NOON)
  expect(late.permission).toBe('deliver')
  quota.take('site', false, NOON + HOUR_MS)
  late.release()
  expect(quota.take('site', false, NOON + HOUR_MS).permission).toBe('hold')
})

import { expect, test } from 'vitest'
import { createSiteQuota } from './site-quota.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000

test('messages over the quota are held, and rejected at ten times the quota', () => {
  const quota = createSiteQuota(1)
  const permissions = Array.from({ length: 12 }, () => quota.take('site', true, NOON).permission)
  expect(permissions).toEqual(['deliver', ...Array(9).fill('hold'), 'reject', 'reject'])
})

test('without a solved captcha, messages are counted apart and rejected at the quota', () => {
  const quota = createSiteQuota(1)
  expect(quota.take('site', false, NOON).permission).toBe('deliver')
  expect(quota.take('site', false, NOON).permission).toBe('reject')
  expect(quota.take('site', true, NOON).permission).toBe('deliver')
})

test('each site and each hour has its own count', () => {
  const quota = createSiteQuota(1)
  quota.take('site', true, NOON)
  expect(quota.take('other', true, NOON).permission).toBe('deliver')
  expect(quota.take('site', true, NOON + HOUR_MS).permission).toBe('deliver')
})

test('a message that is not stored takes no place, also if the hour has ended meanwhile', () => {
  const quota = createSiteQuota(1)
  quota.take('site', true, NOON).release()
  const late = quota.take('site', true, NOON)
  expect(late.permission).toBe('deliver')
  quota.take('site', true, NOON + HOUR_MS)
  late.release()
  expect(quota.take('site', true, NOON + HOUR_MS).permission).toBe('hold')
})

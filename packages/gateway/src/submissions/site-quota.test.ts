import { expect, test } from 'vitest'
import { createSiteQuota } from './site-quota.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000

test('messages over the hourly quota are held, at most five times the quota a day', () => {
  const quota = createSiteQuota(1)
  const permissions = Array.from({ length: 8 }, () => quota.take('site', false, NOON).permission)
  expect(permissions).toEqual(['deliver', ...Array(5).fill('hold'), 'reject', 'reject'])
  const later = NOON + HOUR_MS
  expect(quota.take('site', false, later).permission).toBe('deliver')
  expect(quota.take('site', false, later).permission).toBe('reject')
  expect(quota.take('site', true, NOON + 12 * HOUR_MS).permission).toBe('hold')
})

test('a message that proves a person is held beyond the quota of the day', () => {
  const quota = createSiteQuota(1)
  const flood = Array.from({ length: 9 }, () => quota.take('site', true, NOON).permission)
  expect(flood).toEqual([...Array(5).fill('hold'), ...Array(4).fill('reject')])
  const solved = Array.from({ length: 9 }, () => quota.take('site', false, NOON, true).permission)
  expect(solved).toEqual(['deliver', ...Array(8).fill('hold')])
})

test('suspicious messages use up nothing of what is delivered', () => {
  const quota = createSiteQuota(1)
  const flood = Array.from({ length: 6 }, () => quota.take('site', true, NOON).permission)
  expect(flood).toEqual([...Array(5).fill('hold'), 'reject'])
  expect(quota.take('site', false, NOON).permission).toBe('deliver')
})

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

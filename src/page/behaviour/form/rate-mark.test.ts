import { afterEach, expect, test, vi } from 'vitest'
import { createRateMark } from './rate-mark.ts'

afterEach(() => vi.unstubAllGlobals())

test('a failed message leaves no time behind', async () => {
  stubStorage()
  const mark = createRateMark()
  await mark.storage.set('last', '100')
  mark.takeBack()
  expect(await mark.storage.get('last')).toBeNull()
})

test('a failed message brings back the time of the one before', async () => {
  stubStorage()
  const mark = createRateMark()
  await mark.storage.set('last', '100')
  mark.keep()
  await mark.storage.set('last', '200')
  mark.takeBack()
  expect(await mark.storage.get('last')).toBe('100')
})

test('a refusal before anything was written takes nothing back', async () => {
  stubStorage()
  const mark = createRateMark()
  await mark.storage.set('last', '100')
  mark.keep()
  mark.takeBack()
  expect(await mark.storage.get('last')).toBe('100')
})

test('a time that is still to come counts for nothing', async () => {
  stubStorage()
  const mark = createRateMark()
  await mark.storage.set('last', String(Date.now() + 86_400_000))
  expect(await mark.storage.get('last')).toBeNull()
})

test('where storage is blocked, the time is kept as long as the page', async () => {
  vi.stubGlobal('localStorage', undefined)
  const mark = createRateMark()
  await mark.storage.set('last', '100')
  expect(await mark.storage.get('last')).toBe('100')
  await mark.storage.remove('last')
  expect(await mark.storage.get('last')).toBeNull()
})

function stubStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

import { afterEach, expect, test, vi } from 'vitest'
import { randomId } from './random-id.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => vi.unstubAllGlobals())

test('ids are UUIDs of version 4, each another', () => {
  expect(randomId()).toMatch(UUID)
  expect(randomId()).not.toBe(randomId())
})

test('a page without TLS gets UUIDs as well', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  })
  expect(randomId()).toMatch(UUID)
  expect(randomId()).not.toBe(randomId())
})

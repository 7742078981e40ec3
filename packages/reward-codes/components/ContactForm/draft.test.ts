import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type Draft, parseDraft, randomId, readDraft, writeDraft } from './draft.ts'
import { hasDraft } from './use-form-controller.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const DRAFT: Draft = {
  fields: { user_name: 'Ada', message: 'One\nTwo "three"' },
  submissionId: 'a-b-c',
  startedAt: Date.now() - 1000,
}

beforeEach(() => {
  vi.stubEnv('BASE_URL', '/site')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a draft is restored as written', () => {
  stubStorage()
  writeDraft(DRAFT)
  expect(hasDraft()).toBe(true)
  expect(readDraft()).toEqual(DRAFT)
  clearDraft()
  expect(hasDraft()).toBe(false)
  expect(readDraft()).toBeUndefined()
})

test('an empty draft is not stored', () => {
  const stored = stubStorage()
  writeDraft(DRAFT)
  expect([...stored.keys()]).toEqual(['/site/draft'])
  writeDraft({ ...DRAFT, fields: { user_name: '', message: '' } })
  expect([...stored.keys()]).toEqual([])
})

test('a start in the future is not restored', () => {
  const text = JSON.stringify({ ...DRAFT, startedAt: Date.now() + 60_000 })
  expect(parseDraft(text)).toEqual({ ...DRAFT, startedAt: undefined })
})

test('storage that throws counts as empty', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(() => writeDraft(DRAFT)).not.toThrow()
  expect(() => clearDraft()).not.toThrow()
  expect(readDraft()).toBeUndefined()
  expect(hasDraft()).toBe(false)
})

test.each([
  ['no value', null],
  ['invalid JSON', '{'],
  ['a JSON string', '"draft"'],
  ['JSON null', 'null'],
  ['a missing id', '{"fields":{"user_name":"Ada"}}'],
  ['an empty id', '{"fields":{},"submissionId":""}'],
  ['an id of 65 characters', `{"fields":{},"submissionId":"${'a'.repeat(65)}"}`],
  ['an id with invalid characters', '{"fields":{},"submissionId":"<b>"}'],
  ['missing fields', '{"submissionId":"a"}'],
])('parseDraft rejects %s', (_, text) => {
  expect(parseDraft(text)).toBeUndefined()
})

test('unknown fields and values of the wrong type are dropped', () => {
  const text = JSON.stringify({
    fields: { user_name: 'Ada', website: 'x', message: 7, subject: null },
    submissionId: 'a',
    startedAt: 'yesterday',
  })
  expect(parseDraft(text)).toEqual({
    fields: { user_name: 'Ada' },
    submissionId: 'a',
    startedAt: undefined,
  })
})

test('ids are unique version 4 UUIDs', () => {
  expect(randomId()).toMatch(UUID)
  expect(randomId()).not.toBe(randomId())
})

test('ids are UUIDs on pages without TLS', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  })
  expect(randomId()).toMatch(UUID)
  expect(randomId()).not.toBe(randomId())
})

function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

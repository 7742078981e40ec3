import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type Draft, newDraft, readDraft, writeDraft } from './draft.ts'

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
  expect(readDraft()).toEqual(DRAFT)
  clearDraft()
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
  stubStorage(JSON.stringify({ ...DRAFT, startedAt: Date.now() + 60_000 }))
  expect(readDraft()).toEqual({ fields: DRAFT.fields, submissionId: DRAFT.submissionId })
})

test('storage that throws counts as empty', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(() => writeDraft(DRAFT)).not.toThrow()
  expect(() => clearDraft()).not.toThrow()
  expect(readDraft()).toBeUndefined()
})

test.each([
  ['invalid JSON', '{'],
  ['a JSON string', '"draft"'],
  ['JSON null', 'null'],
  ['a missing id', '{"fields":{"user_name":"Ada"}}'],
  ['an empty id', '{"fields":{},"submissionId":""}'],
  ['an id of 65 characters', `{"fields":{},"submissionId":"${'a'.repeat(65)}"}`],
  ['an id with invalid characters', '{"fields":{},"submissionId":"<b>"}'],
])('a stored draft is rejected: %s', (_, text) => {
  stubStorage(text)
  expect(readDraft()).toBeUndefined()
})

test.each([
  ['unknown fields', { user_name: 'Ada', website: 'x', message: 7, subject: null }],
  ['a list', ['Ada']],
  ['nothing', null],
])('of stored fields, those with a text are restored: %s', (what, fields) => {
  stubStorage(JSON.stringify({ fields, submissionId: 'a', startedAt: 'yesterday' }))
  const known = what === 'unknown fields' ? { user_name: 'Ada' } : {}
  expect(readDraft()).toEqual({ fields: known, submissionId: 'a' })
})

test('each draft has an id of its own', () => {
  const [one, other] = [newDraft(), newDraft()]
  expect(one.submissionId).toMatch(/^[0-9a-f]{32}$/)
  expect(other.submissionId).not.toBe(one.submissionId)
})

function stubStorage(draft?: string): Map<string, string> {
  const stored = new Map(draft === undefined ? [] : [['/site/draft', draft]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

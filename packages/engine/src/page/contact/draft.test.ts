import { afterEach, expect, test, vi } from 'vitest'
import { clearDraft, type Draft, parseDraft, readDraft, writeDraft } from './draft.ts'
import { DRAFT_KEY, hasDraft } from './has-draft.ts'

const DRAFT: Draft = {
  fields: { user_name: 'Ada', message: 'One\nTwo "three"' },
  submissionId: 'a-b-c',
  startedAt: Date.now() - 1000,
}

afterEach(() => vi.unstubAllGlobals())

test('a draft comes back as it was kept', () => {
  stubStorage()
  writeDraft(DRAFT)
  expect(hasDraft()).toBe(true)
  expect(readDraft()).toEqual(DRAFT)
  clearDraft()
  expect(hasDraft()).toBe(false)
  expect(readDraft()).toBeUndefined()
})

test('a draft without a word in it is not kept', () => {
  const stored = stubStorage()
  writeDraft(DRAFT)
  writeDraft({ ...DRAFT, fields: { user_name: '', message: '' } })
  expect(stored.has(DRAFT_KEY)).toBe(false)
})

test('a draft is kept for a month and no longer', () => {
  const text = (startedAt: number) => JSON.stringify({ ...DRAFT, startedAt })
  const day = 86_400_000
  expect(parseDraft(text(Date.now() - 29 * day))).toBeDefined()
  expect(parseDraft(text(Date.now() - 31 * day))).toBeUndefined()
  expect(parseDraft(text(Date.now() + day))).toBeUndefined()
})

test('storage that throws is as good as empty', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(writeDraft(DRAFT)).toBe(false)
  expect(() => clearDraft()).not.toThrow()
  expect(readDraft()).toBeUndefined()
  expect(hasDraft()).toBe(false)
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no object', '"draft"'],
  ['null', 'null'],
  ['no id', '{"fields":{"user_name":"Ada"}}'],
  ['an empty id', '{"fields":{},"submissionId":""}'],
  ['an endless id', `{"fields":{},"submissionId":"${'a'.repeat(65)}"}`],
  ['an id that is none', '{"fields":{},"submissionId":"<b>"}'],
  ['no fields', '{"submissionId":"a"}'],
])('%s in storage is no draft', (_, text) => {
  expect(parseDraft(text)).toBeUndefined()
})

test('foreign fields and values of another kind are left out', () => {
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

function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

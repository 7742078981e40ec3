import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type Draft, readDraft, writeDraft } from './draft.ts'

const DRAFT: Draft = {
  fields: { user_name: 'Ada', message: 'One\nTwo "three"' },
  submissionId: 'a-b-c',
  startedAt: Date.now() - 1000,
}
const NEW = { fields: {}, submissionId: expect.stringMatching(/^[0-9a-f]{32}$/) }

beforeEach(() => {
  vi.stubEnv('BASE_URL', '/site')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a draft is restored as written, until it is cleared', () => {
  const stored = stubStorage()
  writeDraft(DRAFT)
  expect([...stored.keys()]).toEqual(['/site/draft'])
  expect(readDraft()).toEqual(DRAFT)
  clearDraft()
  expect(readDraft()).toEqual(NEW)
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
  expect(readDraft()).toEqual(NEW)
})

test.each([
  ['invalid JSON', '{'],
  ['a JSON string', '"draft"'],
  ['JSON null', 'null'],
  ['nothing', ''],
  ['a list', '[]'],
  ['a page', '<script>1</script>'],
  ['a long string', `"${'x'.repeat(1_000_000)}"`],
])('what is no draft counts as none: %s', (_, text) => {
  stubStorage(text)
  expect(readDraft()).toEqual(NEW)
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one of 65 characters', 'a'.repeat(65)],
  ['one with invalid characters', '<b>'],
  ['a number', 7],
  ['an object', {}],
  ['a long one', 'x'.repeat(5000)],
])('a draft without a valid id gets one: %s', (_, submissionId) => {
  stubStorage(JSON.stringify({ fields: { user_name: 'Ada' }, submissionId }))
  expect(readDraft()).toEqual({ ...NEW, fields: { user_name: 'Ada' } })
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

test('each draft has another id', () => {
  stubStorage()
  expect(readDraft().submissionId).not.toBe(readDraft().submissionId)
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

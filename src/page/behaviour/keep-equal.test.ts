import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEqual } from './keep-equal.ts'

test('what says the same stays the very same, and only what lies around a change is new', () => {
  const old = { hero: { greeting: 'Hi' }, cards: [{ title: 'One' }, { title: 'Two' }] }
  const value = { hero: { greeting: 'Hi' }, cards: [{ title: 'One' }, { title: 'Other' }] }
  const kept = keepEqual(old, value)
  expect(kept).toEqual(value)
  expect(kept).not.toBe(old)
  expect(kept.hero).toBe(old.hero)
  expect(kept.cards).not.toBe(old.cards)
  expect(kept.cards[0]).toBe(old.cards[0])
  expect(kept.cards[1]).not.toBe(old.cards[1])
})

test.each([
  ['a part is gone', { a: 1, b: 2 }, { a: 1 }],
  ['a part is new', { a: 1 }, { a: 1, b: 2 }],
  ['the last of a list is gone', [1, 2], [1]],
  ['a list becomes an object', [1, 2], { 0: 1, 1: 2 }],
  ['an object becomes a list', { 0: 1, 1: 2 }, [1, 2]],
  ['an object becomes nothing', { a: {} }, { a: null }],
  ['a part has another name', { a: undefined }, { b: undefined }],
])('%s', (_, old: unknown, value: unknown) => {
  expect(keepEqual(old, value)).toStrictEqual(value)
})

test('whatever the old content was, the new one is shown', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (old, value) => {
      expect(keepEqual(old, value)).toStrictEqual(value)
      expect(keepEqual(value, structuredClone(value))).toBe(value)
    }),
  )
})

import { expect, test } from 'vitest'
import { clip, wrap } from './width.ts'

test('a clipped text ends with an ellipsis, and no character is split', () => {
  expect(clip('Website for our bakery', 12)).toBe('Website for…')
  expect(clip('ab👩‍👩‍👧cd', 4)).toBe('ab👩‍👩‍👧…')
  expect(clip('Anna', 4)).toBe('Anna')
})

test('wraps between words, and keeps a word that is too long', () => {
  expect(wrap('one two three and four five', 20)).toEqual(['one two three and', 'four five'])
  expect(wrap('a'.repeat(30), 20)).toEqual(['a'.repeat(30)])
})

import { expect, test } from 'vitest'
import { wrap } from './width.ts'

test('wraps between words, and keeps a word that is too long', () => {
  expect(wrap('one two three and four five', 20)).toEqual(['one two three and', 'four five'])
  expect(wrap('a'.repeat(30), 20)).toEqual(['a'.repeat(30)])
})

import { expect, test } from 'vitest'
import { clip, pad, widthOf, wrap } from './width.ts'

test.each([
  ['Zażółć', 6],
  ['Zaz\u0307o\u0301', 4],
  ['田中さくら', 10],
  ['ﾊﾝｶｸ', 4],
  ['👩‍👩‍👧', 2],
  ['', 0],
])('%s takes %i cells', (text, cells) => {
  expect(widthOf(text)).toBe(cells)
})

test('a clipped text ends with an ellipsis and is never wider', () => {
  expect(clip('Website for our bakery', 12)).toBe('Website for…')
  expect(clip('田中さくら', 6)).toBe('田中…')
  expect(clip('Anna', 4)).toBe('Anna')
})

test('a grapheme is never split', () => {
  expect(clip('ab👩‍👩‍👧cd', 4)).toBe('ab…')
})

test('pads with spaces', () => {
  expect(pad('田', 4)).toBe('田  ')
})

test('wraps between words, and inside a word that is too long', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
  expect(wrap('a\n\nb', 8)).toEqual(['a', '', 'b'])
})

test('keeps the indentation of a line', () => {
  expect(wrap('    - item', 20)).toEqual(['    - item'])
})

test('wraps the longest message in less than a second', () => {
  const startedAt = performance.now()
  wrap('a'.repeat(20_000), 78)
  wrap('word '.repeat(4000), 78)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

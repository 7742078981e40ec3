import { expect, test } from 'vitest'
import { harmlessJson, harmlessLine, harmlessText } from './harmless.ts'

test.each([
  ['an escape sequence', '\u001b[2J', '<U+001B>[2J'],
  ['a sequence of the second control set', '\u009b2J', '<U+009B>2J'],
  ['a title that does not end', '\u001b]0;x\u0007', '<U+001B>]0;x<U+0007>'],
  ['a turned direction', 'exe.\u202egpj', 'exe.<U+202E>gpj'],
  ['an isolated direction', '\u2066x\u2069', '<U+2066>x<U+2069>'],
  ['a line separator', 'a\u2028b', 'a<U+2028>b'],
  ['an invisible letter', 'a\u200bb\ufeff', 'a<U+200B>b<U+FEFF>'],
  ['half a letter', 'a\ud800b', 'a\ufffdb'],
  ['a backspace', 'a\bb\u007f', 'a<U+0008>b<U+007F>'],
])('%s is shown, not obeyed', (_, text, shown) => {
  expect(harmlessLine(text)).toBe(shown)
  expect(harmlessText(text)).toBe(shown)
})

test('a line stays one line', () => {
  expect(harmlessLine(' a\r\nb\tc ')).toBe('a b c')
})

test('a text keeps its lines, and no line can overwrite another', () => {
  expect(harmlessText('a\r\nb\rc\n\td')).toBe('a\nb\nc\n    d')
})

test('letters of all scripts stay as they are', () => {
  const text = 'Zażółć 田中 שלום می‌خواهم 👩‍👩‍👧'
  expect(harmlessLine(text)).toBe(text)
})

test('JSON means the same and holds nothing that a terminal obeys', () => {
  const value = { text: '\u001b\u009b\u202e\u2028\u{e0041}a\nb' }
  const json = harmlessJson(value)
  expect(JSON.parse(json)).toEqual(value)
  expect(json).not.toMatch(/[^\n\x20-\x7e]/)
})

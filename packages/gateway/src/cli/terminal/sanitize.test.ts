import { expect, test } from 'vitest'
import { sanitizeJson, sanitizeLine, sanitizeText } from './sanitize.ts'

test.each([
  ['an escape sequence', '\u001b[2J', '<U+001B>[2J'],
  ['a C1 control sequence', '\u009b2J', '<U+009B>2J'],
  ['a window title sequence', '\u001b]0;x\u0007', '<U+001B>]0;x<U+0007>'],
  ['a bidi override', 'exe.\u202egpj', 'exe.<U+202E>gpj'],
  ['a bidi isolate', '\u2066x\u2069', '<U+2066>x<U+2069>'],
  ['a line separator', 'a\u2028b', 'a<U+2028>b'],
  ['an invisible character', 'a\u200bb\ufeff', 'a<U+200B>b<U+FEFF>'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ['a backspace', 'a\bb\u007f', 'a<U+0008>b<U+007F>'],
])('%s is printed visibly', (_, text, shown) => {
  expect(sanitizeLine(text)).toBe(shown)
  expect(sanitizeText(text)).toBe(shown)
})

test('line breaks and tabs in a line become spaces', () => {
  expect(sanitizeLine(' a\r\nb\tc ')).toBe('a b c')
})

test('a text keeps its lines, and a carriage return becomes a line break', () => {
  expect(sanitizeText('a\r\nb\rc\n\td')).toBe('a\nb\nc\n    d')
})

test('letters of all scripts are unchanged', () => {
  const text = 'Zażółć 田中 שלום می‌خواهم 👩‍👩‍👧'
  expect(sanitizeLine(text)).toBe(text)
})

test('sanitized JSON parses to the same value and has no control characters', () => {
  const value = { text: '\u001b\u009b\u202e\u2028\u{e0041}a\nb' }
  const json = sanitizeJson(value)
  expect(JSON.parse(json)).toEqual(value)
  expect(json).not.toMatch(/[^\n\x20-\x7e]/)
})

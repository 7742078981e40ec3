import { expect, test } from 'vitest'
import { cellOf } from './export.ts'

test.each(['=1+1', '+48 600', '-2', '@SUM(A1)', '\tx', '\rx', '\n=1', '  =1+1', '＝1'])(
  '%j is quoted, so that a spreadsheet reads it as text',
  (text) => {
    expect(cellOf(text)).toMatch(/^"'/)
  },
)

test.each(['Anna', '5 = five', 'a-b', "'quoted'", '', '1'])('%j is unchanged', (text) => {
  expect(cellOf(text)).toBe(`"${text}"`)
})

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(cellOf('say "hi",\r\nthen go')).toBe('"say ""hi"",\nthen go"')
})

test('a formula cannot break out of its cell', () => {
  expect(cellOf('x","=1+1')).toBe('"x"",""=1+1"')
})

test('control characters are printed visibly', () => {
  expect(cellOf('\u001b[2J')).toBe('"<U+001B>[2J"')
})

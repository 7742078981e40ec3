import { expect, test } from 'vitest'
import { cellOf } from './csv.ts'

test.each(['=1+1', '+48 600', '-2', '@SUM(A1)', '\tx', '\rx', '\n=1', '  =1+1', '＝1'])(
  'a spreadsheet takes %j for text',
  (text) => {
    expect(cellOf(text)).toMatch(/^"'/)
  },
)

test.each(['Anna', '5 = five', 'a-b', "'quoted'", '', '1'])('%j stays as it is', (text) => {
  expect(cellOf(text)).toBe(`"${text}"`)
})

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(cellOf('say "hi",\r\nthen go')).toBe('"say ""hi"",\nthen go"')
})

test('a formula cannot hide behind the end of a cell', () => {
  expect(cellOf('x","=1+1')).toBe('"x"",""=1+1"')
})

test('escape sequences are shown, not obeyed', () => {
  expect(cellOf('\u001b[2J')).toBe('"<U+001B>[2J"')
})

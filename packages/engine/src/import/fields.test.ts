import { expect, test } from 'vitest'
import { cleanAddress, cleanLine, cleanText, Fields, paragraphsOf } from './fields.ts'

function periodOf(start: unknown, end: unknown) {
  const fields = new Fields({ start, end })
  return { period: fields.period(['start', 'end']), skipped: fields.skipped() }
}

test.each([
  ['2020-03', '2021', '2020-03 – 2021'],
  ['Jan 2020', 'Feb 3, 2022', '2020-01 – 2022-02-03'],
  [2020, undefined, '2020 – present'],
  ['2020-03', 'Present', '2020-03 – present'],
  ['', '2021-06', '2021-06'],
  ['', '', undefined],
])('a period from %j to %j is %j', (start, end, period) => {
  expect(periodOf(start, end)).toEqual({ period, skipped: [] })
})

test('a period with an end that is no date is left out and reported', () => {
  expect(periodOf('2020-03', 'soon')).toEqual({
    period: undefined,
    skipped: [{ what: 'start, end', why: '"soon" is no date' }],
  })
})

test('fields that were not used are reported, the same field of many entries once', () => {
  const fields = new Fields({
    name: 'Anna',
    age: 7,
    empty: '',
    work: [
      { city: 'Porto', boss: 'Berta' },
      { city: 'Faro', boss: 'Berta' },
    ],
  })
  expect(fields.line('name')).toBe('Anna')
  expect(fields.each('work', (entry) => entry.line('town', 'city'))).toEqual(['Porto', 'Faro'])
  expect(fields.skipped()).toEqual([
    { what: 'age', why: 'the portfolio has no field for it' },
    { what: 'work[].boss (2 times)', why: 'the portfolio has no field for it' },
  ])
})

test('a value that is no text is not used, and is reported', () => {
  const fields = new Fields({ name: ['Anna'], tags: ['one', { two: 2 }], place: 'Faro' })
  expect(fields.line('name')).toBeUndefined()
  expect(fields.texts('tags')).toEqual(['one'])
  expect(fields.within('place').line('city')).toBeUndefined()
  expect(fields.skipped().map(({ what }) => what)).toEqual(['name', 'tags', 'place'])
})

test('a missing word is replaced by a neutral one, which is reported', () => {
  const fields = new Fields({ degree: '' })
  expect(fields.lineOr('Studies', 'degree')).toBe('Studies')
  expect(fields.skipped()).toEqual([
    { what: 'degree', why: 'it is empty, so "Studies" stands there now' },
  ])
})

test('text keeps its letters and paragraphs, and loses control characters', () => {
  expect(cleanLine('A\u001b[31mn\u0000na\u2028 Z\u0301')).toBe('A[31mnna Ź')
  expect(paragraphsOf(cleanText('One\r\nline.\r\n \r\n\r\nTwo.'))).toEqual(['One\nline.', 'Two.'])
})

test('a URL gets its scheme', () => {
  expect(cleanAddress(' github.com/anna ')).toBe('https://github.com/anna')
})

test.each([
  [
    'Built [a shop](https://shop.example.com), *alone*',
    'Built [a shop](https://shop.example.com), *alone*',
  ],
  ['See [the annex](annex.pdf) and [me](#me)', '\\[the annex](annex.pdf) and \\[me](#me)'],
  ['Wrote [RFC 1](draft 2)', 'Wrote [RFC 1](draft 2)'],
])('a link that leads nowhere is imported as text: %s', (text, expected) => {
  expect(new Fields({ text }).text('text')).toContain(expected)
})

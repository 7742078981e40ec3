import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { type Column, layOut } from './table.ts'
import { widthOf } from './width.ts'

const COLUMNS: Column[] = [
  { title: 'name' },
  { title: 'from', isFlexible: true },
  { title: 'subject', isFlexible: true },
]

const linesOf = (rows: string[][], width: number) =>
  layOut(COLUMNS, rows, width).map(stripVTControlCharacters)

test('columns are aligned, in any script', () => {
  const lines = linesOf(
    [
      ['1', '田中', 'Hello'],
      ['2', 'Anna', 'Hi'],
    ],
    80,
  )
  expect(lines).toEqual(['name  from  subject', '1     田中  Hello', '2     Anna  Hi'])
})

test.each([30, 40, 80])('no line is wider than %i cells', (width) => {
  const rows = [['a3f9c1', 'A very long name of a company', '長'.repeat(40)]]
  for (const line of linesOf(rows, width)) expect(widthOf(line)).toBeLessThanOrEqual(width)
})

test('the widest column is clipped first', () => {
  const [, line = ''] = linesOf([['a3f9c1', 'Anna Nowak', 'a very long subject indeed']], 34)
  expect(line).toContain('Anna Nowak')
  expect(line).toContain('…')
})

test('nothing is clipped if the width is unlimited', () => {
  const subject = 'x'.repeat(300)
  expect(linesOf([['1', 'a', subject]], Number.POSITIVE_INFINITY).join('')).toContain(subject)
})

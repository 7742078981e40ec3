import { expect, test } from 'vitest'
import type { Advice } from '../content/lint.ts'
import { formatAdvice } from './advice.ts'

const TITLE: Advice = {
  file: 'content/portfolio.yaml',
  line: 9,
  column: 3,
  field: 'site.title',
  found: '"A title that is much longer than the line that it should stand in"',
  meaning: 'It is long.',
  action: 'Make it short.',
}

test('advice with the same meaning and action is grouped', () => {
  const other = { ...TITLE, meaning: 'It is short.', found: 'nothing' }
  const same = { ...TITLE, line: 121, field: 'brand.text', found: '"Brand"' }
  expect(formatAdvice([TITLE, other, same], 80)).toBe(
    [
      'It is long.',
      'Make it short.',
      '  content/portfolio.yaml:9:3    site.title  "A title that is much longer than…"',
      '  content/portfolio.yaml:121:3  brand.text  "Brand"',
      '',
      'It is short.',
      'Make it short.',
      '  content/portfolio.yaml:9:3  site.title  nothing',
    ].join('\n'),
  )
})

test('a long location moves the value to a separate line', () => {
  const distant = { ...TITLE, file: '../../somewhere/else/entirely/content/portfolio.yaml' }
  expect(formatAdvice([distant], 80).split('\n').slice(2)).toEqual([
    '  ../../somewhere/else/entirely/content/portfolio.yaml:9:3',
    '    site.title  "A title that is much longer than the line that it should stan…"',
  ])
})

test('control characters in a value are printed visibly', () => {
  const text = formatAdvice([{ ...TITLE, found: '"\u001b[2Jgone"' }], 80)
  expect(text).toContain('"<U+001B>[2Jgone"')
})

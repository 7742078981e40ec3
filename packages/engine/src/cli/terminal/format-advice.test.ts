import { expect, test } from 'vitest'
import type { Advice } from '../../content/advice/remark.ts'
import { remarksText } from './remarks.ts'

const TITLE: Advice = {
  file: 'content/portfolio.yaml',
  line: 9,
  column: 3,
  field: 'site.title',
  found: '"A title that is much longer than the line that it should stand in"',
  meaning: 'It is long.',
  action: 'Make it short.',
}

test('remarks that mean the same stand together, and others apart', () => {
  const other = { ...TITLE, meaning: 'It is short.', found: 'nothing' }
  const same = { ...TITLE, line: 121, field: 'brand.text', found: '"Brand"' }
  expect(remarksText([TITLE, other, same], 80)).toBe(
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

test('what was found has a line of its own where the place leaves no room', () => {
  const far = { ...TITLE, file: '../../somewhere/else/entirely/content/portfolio.yaml' }
  expect(remarksText([far], 80).split('\n').slice(2)).toEqual([
    '  ../../somewhere/else/entirely/content/portfolio.yaml:9:3',
    '    site.title  "A title that is much longer than the line that it should stan…"',
  ])
})

test('a stranger’s words only show: a terminal obeys none of them', () => {
  const text = remarksText([{ ...TITLE, found: '"\u001b[2Jgone"' }], 80)
  expect(text).toContain('"<U+001B>[2Jgone"')
})

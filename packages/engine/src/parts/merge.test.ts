import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeTexts } from './merge.ts'

const BASE = ['one', 'two', 'three', 'four', 'five', ''].join('\n')

describe('mergeTexts', () => {
  test('keeps the changes of both versions', () => {
    const mine = BASE.replace('two', 'TWO')
    const theirs = BASE.replace('five\n', 'five\nsix\n')
    expect(mergeTexts(BASE, mine, theirs)).toBe('one\nTWO\nthree\nfour\nfive\nsix\n')
  })

  test('keeps removed lines removed', () => {
    const mine = BASE.replace('one\n', '')
    const theirs = BASE.replace('four\n', '')
    expect(mergeTexts(BASE, mine, theirs)).toBe('two\nthree\nfive\n')
  })

  test('takes a change that both made once', () => {
    const both = BASE.replace('three', 'THREE')
    expect(mergeTexts(BASE, both, both)).toBe(both)
  })

  test.each([
    ['the same line', BASE.replace('three', 'mine'), BASE.replace('three', 'theirs')],
    ['adjacent lines', BASE.replace('three', 'mine'), BASE.replace('four', 'theirs')],
    [
      'the same place',
      BASE.replace('three', 'three\nmine'),
      BASE.replace('three', 'three\ntheirs'),
    ],
    ['a removed line', BASE.replace('three\n', ''), BASE.replace('three', 'theirs')],
  ])('does not guess where both have changed %s', (_, mine, theirs) => {
    expect(mergeTexts(BASE, mine, theirs)).toBeUndefined()
    expect(mergeTexts(BASE, theirs, mine)).toBeUndefined()
  })

  test('loses no change of one version where the other has none, and is symmetric', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, text, (...lines) => {
        const [base = '', mine = '', theirs = ''] = lines.map((one) => one.join('\n'))
        expect(mergeTexts(base, mine, base)).toBe(mine)
        expect(mergeTexts(base, base, theirs)).toBe(theirs)
        expect(mergeTexts(base, mine, theirs)).toBe(mergeTexts(base, theirs, mine))
      }),
    )
  })
})

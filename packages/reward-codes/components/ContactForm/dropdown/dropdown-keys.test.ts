import { describe, expect, test } from 'vitest'
import { findMatch, TypeAhead } from './dropdown-keys.ts'

const OPTIONS = ['Subject', 'General Inquiry', 'Project', 'Feedback', 'Press', 'Other', 'Żółw']

describe('findMatch', () => {
  test('finds the next option that starts with the typed text', () => {
    expect(findMatch(OPTIONS, 'f', 0)).toBe(3)
    expect(findMatch(OPTIONS, 'general i', 0)).toBe(1)
  })

  test('wraps around at the end', () => {
    expect(findMatch(OPTIONS, 'g', 4)).toBe(1)
    expect(findMatch(OPTIONS, 's', 6)).toBe(0)
  })

  test('stays at an option that still matches as the text grows', () => {
    expect(findMatch(OPTIONS, 'pr', 2)).toBe(2)
    expect(findMatch(OPTIONS, 'pre', 2)).toBe(4)
  })

  test('cycles through the options when one letter is repeated', () => {
    expect(findMatch(OPTIONS, 'p', 0)).toBe(2)
    expect(findMatch(OPTIONS, 'pp', 2)).toBe(4)
    expect(findMatch(OPTIONS, 'ppp', 4)).toBe(2)
  })

  test('ignores case, in any script', () => {
    expect(findMatch(OPTIONS, 'Ż', 0)).toBe(6)
    expect(findMatch(OPTIONS, 'OTHER', 0)).toBe(5)
  })

  test('returns -1 if no option matches', () => {
    expect(findMatch(OPTIONS, 'x', 0)).toBe(-1)
    expect(findMatch([], 'x', 0)).toBe(-1)
    expect(findMatch(OPTIONS, 'f', -1)).toBe(3)
  })
})

test('letters form one text until a pause of 500 ms', () => {
  const typeAhead = new TypeAhead()
  expect(typeAhead.isTyping(0)).toBe(false)
  expect(typeAhead.push('p', 0)).toBe('p')
  expect(typeAhead.push('r', 499)).toBe('pr')
  expect(typeAhead.isTyping(998)).toBe(true)
  expect(typeAhead.isTyping(999)).toBe(false)
  expect(typeAhead.push('o', 999)).toBe('o')
})

import { describe, expect, test } from 'vitest'
import { findTyped, TypeAhead } from './type-ahead.ts'

const OPTIONS = ['Subject', 'General Inquiry', 'Project', 'Feedback', 'Press', 'Other', 'Żółw']

describe('typed letters', () => {
  test('find the next option that begins with them', () => {
    expect(findTyped(OPTIONS, 'f', 0)).toBe(3)
    expect(findTyped(OPTIONS, 'general i', 0)).toBe(1)
  })

  test('go round the end', () => {
    expect(findTyped(OPTIONS, 'g', 4)).toBe(1)
    expect(findTyped(OPTIONS, 's', 6)).toBe(0)
  })

  test('stay at an option that still fits while the word grows', () => {
    expect(findTyped(OPTIONS, 'pr', 2)).toBe(2)
    expect(findTyped(OPTIONS, 'pre', 2)).toBe(4)
  })

  test('the same letter over and over goes from one option to the next', () => {
    expect(findTyped(OPTIONS, 'p', 0)).toBe(2)
    expect(findTyped(OPTIONS, 'pp', 2)).toBe(4)
    expect(findTyped(OPTIONS, 'ppp', 4)).toBe(2)
  })

  test('find letters of any script and case', () => {
    expect(findTyped(OPTIONS, 'Ż', 0)).toBe(6)
    expect(findTyped(OPTIONS, 'OTHER', 0)).toBe(5)
  })

  test('find nothing where nothing fits', () => {
    expect(findTyped(OPTIONS, 'x', 0)).toBe(-1)
    expect(findTyped([], 'x', 0)).toBe(-1)
    expect(findTyped(OPTIONS, 'f', -1)).toBe(3)
  })
})

test('letters belong together unless a pause of half a second comes between', () => {
  const typeAhead = new TypeAhead()
  expect(typeAhead.isTyping(0)).toBe(false)
  expect(typeAhead.type('p', 0)).toBe('p')
  expect(typeAhead.type('r', 499)).toBe('pr')
  expect(typeAhead.isTyping(998)).toBe(true)
  expect(typeAhead.isTyping(999)).toBe(false)
  expect(typeAhead.type('o', 999)).toBe('o')
})

import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const KNOWN = ['greeting', 'phrases', 'place', 'button']

test('finds the word that was meant', () => {
  expect(nearest('greting', KNOWN)).toBe('greeting')
  expect(nearest('Phrases', KNOWN)).toBe('phrases')
  expect(nearest('pharses', KNOWN)).toBe('phrases')
})

test('suggests nothing when no word is near', () => {
  expect(nearest('colour', KNOWN)).toBeUndefined()
  expect(nearest('xy', KNOWN)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { nearest } from './did-you-mean.ts'

const KNOWN = ['greeting', 'phrases', 'place', 'button']

test('finds the most similar word', () => {
  expect(nearest('greting', KNOWN)).toBe('greeting')
  expect(nearest('Phrases', KNOWN)).toBe('phrases')
  expect(nearest('pharses', KNOWN)).toBe('phrases')
})

test('suggests nothing if no word is similar enough', () => {
  expect(nearest('colour', KNOWN)).toBeUndefined()
  expect(nearest('xy', KNOWN)).toBeUndefined()
})

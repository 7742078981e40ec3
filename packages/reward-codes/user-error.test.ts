import { expect, test } from 'vitest'
import { UserError } from './user-error.ts'

test('Astro finds no word of the content in the text by which it chooses its hint', () => {
  const error = new UserError('unknown field "window"')
  expect(error.toString()).not.toContain('window')
  expect(error.message).toContain('window')
})

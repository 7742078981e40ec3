import { expect, test } from 'vitest'
import { findIcon } from './icons.ts'

test('a brand comes first, and Lucide where it is named', () => {
  expect(findIcon('x')).toBeDefined()
  expect(findIcon('lucide:x')).toBeDefined()
  expect(findIcon('lucide:x')).not.toBe(findIcon('x'))
  expect(findIcon('lucide:github-example')).toBeUndefined()
})

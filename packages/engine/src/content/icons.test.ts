import { expect, test } from 'vitest'
import { findIcon } from './icons.ts'

test('a brand icon is found first, unless the name has the prefix lucide:', () => {
  expect(findIcon('x')).toBeDefined()
  expect(findIcon('lucide:x')).toBeDefined()
  expect(findIcon('lucide:x')).not.toBe(findIcon('x'))
  expect(findIcon('lucide:github-example')).toBeUndefined()
})

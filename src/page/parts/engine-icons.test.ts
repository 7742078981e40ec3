import { expect, test } from 'vitest'
import { findIcon } from '../../content/icons.ts'
import { ENGINE_ICONS } from './engine-icons.ts'

test('no icon of the page itself is the mark of a brand', () => {
  const plain = ENGINE_ICONS.map((name) => (name.startsWith('lucide:') ? name : `lucide:${name}`))
  expect(ENGINE_ICONS.map(findIcon)).toEqual(plain.map(findIcon))
})

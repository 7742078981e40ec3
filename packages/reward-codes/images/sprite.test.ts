import { expect, test } from 'vitest'
import { findIcon } from '../content/icons.ts'
import { UI_ICONS } from './sprite.ts'

test('no UI icon resolves to a brand icon', () => {
  const plain = UI_ICONS.map((name) => (name.startsWith('lucide:') ? name : `lucide:${name}`))
  expect(UI_ICONS.map(findIcon)).toEqual(plain.map(findIcon))
})

import { expect, test } from 'vitest'
import { hashedPath } from './output-file.ts'

test.each([
  ['images/Brand.SVG', /^\/assets\/Brand-[\w-]{8}\.svg$/],
  ['images/photo.Jpeg', /^\/assets\/photo-[\w-]{8}\.jpeg$/],
])('the hashed path of %s has a lower-case extension', (name, address) => {
  expect(hashedPath(name, 'bytes')).toMatch(address)
})

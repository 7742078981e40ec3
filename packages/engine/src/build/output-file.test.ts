import { expect, test } from 'vitest'
import { hashedPath } from './site-file.ts'

test.each([
  ['images/Brand.SVG', /^\/assets\/Brand-[\w-]{8}\.svg$/],
  ['images/photo.Jpeg', /^\/assets\/photo-[\w-]{8}\.jpeg$/],
])('the address of %s ends as web servers know it', (name, address) => {
  expect(hashedPath(name, 'bytes')).toMatch(address)
})

import { expect, test } from 'vitest'
import { readPlaceholder } from './placeholder.ts'

test.each(['/placeholder/640x400.svg?text=Harbour+Bookings', '/placeholder/640x400.svg'])(
  '%s has a size',
  (address) => {
    expect(readPlaceholder(address)).toEqual({ width: 640, height: 400 })
  },
)

test.each([
  '/placeholder/0x400.svg',
  '/placeholder/9999x9999.svg',
  '/placeholder/640x400.png',
  '/placeholder/640x400',
])('%s is not a placeholder', (address) => {
  expect(readPlaceholder(address)).toBeUndefined()
})

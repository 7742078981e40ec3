import { expect, test } from 'vitest'
import { readPlaceholder } from './placeholder.ts'

test('a URL contains the size and the text', () => {
  expect(readPlaceholder('/placeholder/640x400.svg?text=Harbour+Bookings')).toEqual({
    width: 640,
    height: 400,
    title: 'Harbour Bookings',
  })
})

test('the size is the default text', () => {
  expect(readPlaceholder('/placeholder/300x200.svg')?.title).toBe('300 × 200')
})

test.each([
  '/placeholder/0x400.svg',
  '/placeholder/9999x9999.svg',
  '/placeholder/640x400.png',
  '/placeholder/640x400',
])('%s is not a placeholder', (address) => {
  expect(readPlaceholder(address)).toBeUndefined()
})

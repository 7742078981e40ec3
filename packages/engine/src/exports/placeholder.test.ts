import { expect, test } from 'vitest'
import { placeholderFile, readPlaceholder } from './placeholder.ts'

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

test('each text has a unique file name', () => {
  const name = placeholderFile({ width: 640, height: 400, title: 'Łódź: Café & Bar!' })
  expect(name).toMatch(/^\/placeholder\/640x400-[\w-]+\.svg$/)
  const names = ['C', 'C++', 'C#', 'Київ', 'Львів'].map((title) =>
    placeholderFile({ width: 640, height: 400, title }),
  )
  expect(new Set(names).size).toBe(names.length)
})

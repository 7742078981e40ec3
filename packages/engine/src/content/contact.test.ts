import { expect, test } from 'vitest'
import { isEmailJs } from './contact.ts'

test.each(['https://api.emailjs.com', 'https://emailjs.com', 'https://eu.api.emailjs.com'])(
  '%s is EmailJS',
  (origin) => {
    expect(isEmailJs(origin)).toBe(true)
  },
)

test.each([
  undefined,
  'https://notemailjs.com',
  'https://emailjs.com.evil.org',
  'https://emailjs-com.example',
])('%s is not EmailJS', (origin) => {
  expect(isEmailJs(origin)).toBe(false)
})

import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { contact as contactSchema } from '../content/contact.ts'
import { hasOwnGateway, pageAccountOf } from './page-account.ts'

function portfolioWith(form: object | undefined) {
  const { contact: shipped, ...rest } = loadSample()
  if (!form) return rest
  return { ...rest, contact: contactSchema.parse({ ...shipped, form }) }
}

test('a page without an origin writes to its own gateway, under the names of the content', () => {
  const portfolio = portfolioWith({ publicKey: 'me', captcha: { provider: 'none' } })
  expect(hasOwnGateway(portfolio)).toBe(true)
  expect(pageAccountOf(portfolio)).toMatchObject({ publicKey: 'me', captcha: 'none' })
})

test('a gateway at another address knows the page that names it', () => {
  const portfolio = portfolioWith({ origin: 'https://mail.example.com' })
  expect(hasOwnGateway(portfolio)).toBe(false)
  expect(pageAccountOf(portfolio)).toMatchObject({ publicKey: 'portfolio' })
})

test('a page that writes to EmailJS needs no account here', () => {
  const ids = { publicKey: 'key', service: 'service_a', template: 'template_b' }
  const captcha = { provider: 'none' }
  const portfolio = portfolioWith({ origin: 'https://api.emailjs.com', ...ids, captcha })
  expect(pageAccountOf(portfolio)).toBeUndefined()
  expect(pageAccountOf(portfolioWith(undefined))).toBeUndefined()
})

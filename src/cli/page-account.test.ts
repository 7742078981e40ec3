import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPortfolio } from '../content/load.ts'
import { portfolioSchema } from '../content/schema.ts'
import { hasOwnGateway, pageAccountOf } from './page-account.ts'

const CONTENT = join(import.meta.dirname, '../../content')

function portfolioWith(form: object | undefined) {
  const loaded = loadPortfolio(CONTENT, 'words')
  if (!loaded.ok || !loaded.portfolio.contact) throw new Error('The shipped content has faults.')
  const { resume: _, ...rest } = loaded.portfolio
  const contact = form && { ...loaded.portfolio.contact, form }
  const parsed = portfolioSchema.parse({ ...rest, contact })
  const { resume: __, ...portfolio } = parsed
  return portfolio
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

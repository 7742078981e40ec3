import { hasOwnGateway } from 'reward-codes-gateway/own-site'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { contact as contactSchema } from '../content/schema/contact.ts'
import { en } from '../content/strings/en.ts'
import { ownSite } from './own-site.ts'

const siteAccountOf = (portfolio: Portfolio) => ownSite(portfolio).account

function portfolioWith(settings: object | undefined) {
  const { contact: shipped, ...rest } = loadSample()
  if (!settings) return rest
  const { form: _form, answer: _answer, ...texts } = shipped ?? {}
  const contact = { ...texts, lead: shipped?.lead.source, ...settings }
  return { ...rest, contact: contactSchema(en.content).parse(contact) }
}

test('a form without an origin uses its own gateway with the ids of the content', () => {
  const portfolio = portfolioWith({ account: { publicKey: 'me' }, captcha: { provider: 'none' } })
  expect(hasOwnGateway(ownSite(portfolio))).toBe(true)
  expect(siteAccountOf(portfolio)).toMatchObject({ publicKey: 'me', captcha: 'none' })
})

test('the account says whether the form requires a message', () => {
  expect(siteAccountOf(portfolioWith({}))).toMatchObject({ isMessageRequired: false })
  expect(siteAccountOf(portfolioWith({ messageRequired: true }))).toMatchObject({
    isMessageRequired: true,
  })
})

test('the account has the language and the time zone in which mails are written', () => {
  expect(siteAccountOf(loadSample())).toMatchObject({
    language: 'en',
    timeZone: 'Europe/Warsaw',
  })
})

test('a form with another origin uses that gateway and has an account for it', () => {
  const portfolio = portfolioWith({ gateway: 'https://mail.example.com' })
  expect(hasOwnGateway(ownSite(portfolio))).toBe(false)
  expect(siteAccountOf(portfolio)).toMatchObject({ publicKey: 'portfolio' })
})

test('a form that sends to EmailJS has no account', () => {
  const ids = { publicKey: 'key', service: 'service_a', template: 'template_b' }
  const captcha = { provider: 'none' }
  const portfolio = portfolioWith({ form: 'emailjs', account: ids, captcha })
  expect(siteAccountOf(portfolio)).toBeUndefined()
  expect(siteAccountOf(portfolioWith(undefined))).toBeUndefined()
})

test('a form without scripts leads to the page in its language', () => {
  const portfolio = portfolioWith({})
  const site = { ...portfolio.site, url: 'https://maja.example.com/me/' }
  expect(ownSite({ ...portfolio, site }, {}, ['pl']).resultPages).toEqual({
    received: '/me/message/received/',
    failed: '/me/message/failed/',
    languages: { pl: { received: '/me/pl/message/received/', failed: '/me/pl/message/failed/' } },
  })
  expect(ownSite(portfolio).resultPages).not.toHaveProperty('languages')
})

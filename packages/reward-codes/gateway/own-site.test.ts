import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasOwnGateway } from 'reward-codes-gateway/own-site'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { readOwnSite } from './own-site.ts'

/** The site of the sample with other fields of the contact section. */
async function siteWith(fields: Record<string, unknown>, languages: string[] = []) {
  const folder = changedSample((content) => {
    for (const [field, value] of Object.entries(fields)) set(field, value)(content)
  })
  for (const language of languages) writeFileSync(join(folder, `${language}.yaml`), '{}')
  const read = await readOwnSite(folder, false)
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics))
  return read.site
}

test('a form without an origin uses its own gateway with the ids of the content', async () => {
  const site = await siteWith({
    'contact.account': { publicKey: 'me' },
    'contact.captcha': { provider: 'none' },
  })
  expect(hasOwnGateway(site)).toBe(true)
  expect(site.account).toMatchObject({ publicKey: 'me', captcha: 'none' })
})

test.each([true, false])('the account says whether the form requires a message: %s', async (is) => {
  const { account } = await siteWith({ 'contact.messageRequired': is })
  expect(account).toMatchObject({ isMessageRequired: is })
})

test('the account has the language and the time zone in which mails are written', async () => {
  const { account } = await siteWith({})
  expect(account).toMatchObject({ language: 'en', timeZone: 'Europe/Warsaw' })
})

test('a form with another origin uses that gateway and has an account for it', async () => {
  const site = await siteWith({ 'contact.gateway': 'https://mail.example.com' })
  expect(hasOwnGateway(site)).toBe(false)
  expect(site.account).toMatchObject({ publicKey: 'portfolio' })
})

test('a form that sends to EmailJS has no account', async () => {
  const { account } = await siteWith({
    'contact.form': 'emailjs',
    'contact.account': { publicKey: 'key', service: 'service_a', template: 'template_b' },
    'contact.captcha': { provider: 'none' },
  })
  expect(account).toBeUndefined()
})

test('a form without scripts leads to the page in its language', async () => {
  const url = { 'site.url': 'https://maja.example.com/me/' }
  expect((await siteWith(url, ['pl'])).resultPages).toEqual({
    received: '/me/message/received/',
    failed: '/me/message/failed/',
    languages: { pl: { received: '/me/pl/message/received/', failed: '/me/pl/message/failed/' } },
  })
  expect((await siteWith(url)).resultPages).not.toHaveProperty('languages')
})

import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { makeVcard } from './vcard.ts'

function cardOf(person: Partial<Portfolio['person']>): string {
  const sample = loadSample()
  return makeVcard({ ...sample, person: { ...sample.person, ...person } })
}

test('a vCard has name, title, location and contact details', () => {
  const card = cardOf({
    name: 'Ada Łovelace',
    headline: 'Analyst; engineer',
    email: 'ada@example.org',
    phone: '+48 22 123 45 67',
    location: { city: 'Kraków', country: 'PL' },
    profiles: [{ name: 'GitHub', icon: 'github', url: 'https://github.com/ada' }],
  })
  expect(card).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Łovelace;Ada;;;',
      'FN:Ada Łovelace',
      'TITLE:Analyst\\; engineer',
      'EMAIL;TYPE=INTERNET:ada@example.org',
      'TEL;TYPE=VOICE:+48 22 123 45 67',
      'ADR;TYPE=WORK:;;;Kraków;;;Poland',
      'URL:https://github.com/ada',
      'END:VCARD',
      '',
    ].join('\r\n'),
  )
})

test('the country is a name in the language of the site', () => {
  const { site, person, ...others } = loadSample()
  const location = { region: 'Malopolska', country: 'PL' }
  const portfolio = {
    ...others,
    site: { ...site, language: 'pl' },
    person: { ...person, location },
  }
  expect(makeVcard(portfolio)).toContain('\r\nADR;TYPE=WORK:;;;;Malopolska;;Polska\r\n')
  expect(cardOf({ location: {} })).not.toContain('ADR')
})

test('a single name is a given name', () => {
  expect(cardOf({ name: 'Ada' })).toContain('\r\nN:;Ada;;;\r\n')
})

test.each([
  ['José Ångström, PhD', undefined, 'Ångström;José'],
  ['Ana García López', 'García López', 'García López;Ana'],
  ['山田太郎', '山田', '山田;太郎'],
])('%s is sorted by the family name', (name, familyName, expected) => {
  expect(cardOf({ name, familyName })).toContain(`\r\nN:${expected};;;\r\n`)
})

test('folds long lines without splitting a character', () => {
  const headline = 'Łódź '.repeat(30).trim()
  const card = cardOf({ headline })
  const lines = card.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(card.replaceAll('\r\n ', '')).toContain(`TITLE:${headline}\r\n`)
})

test('a profile that is a mail address or a telephone number is no URL', () => {
  const profiles = [
    { name: 'Mail', icon: 'mail', url: 'mailto:ada@example.org' },
    { name: 'Phone', icon: 'phone', url: 'tel:+48221234567' },
    { name: 'GitHub', icon: 'github', url: 'https://github.com/ada' },
  ]
  const card = cardOf({ profiles, email: 'ada@example.org', phone: '+48221234567' })
  expect(card.match(/^URL:.*/gm)).toEqual(['URL:https://github.com/ada'])
})

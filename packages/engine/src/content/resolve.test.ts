import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readPeriod, resolvePortfolio } from './resolve.ts'
import { type PortfolioFile, portfolioSchema } from './schema.ts'

const SAMPLE = join(import.meta.dirname, '../../content/portfolio.sample.yaml')

describe('a period', () => {
  test('is put into words of the language of the page', () => {
    expect(readPeriod('2023-02 – 2024-11', 'en', 'present').label).toBe('Feb 2023 – Nov 2024')
    expect(readPeriod('2023-02 – present', 'de', 'heute').label).toBe('Feb. 2023 – heute')
  })

  test('keeps years that come without months', () => {
    expect(readPeriod('2018 – 2022', 'en', 'present')).toEqual({
      label: '2018 – 2022',
      from: '2018',
      to: '2022',
    })
  })

  test('that goes on has no end', () => {
    expect(readPeriod('2023-07 – present', 'en', 'present').to).toBeUndefined()
  })

  test('may be a single year', () => {
    expect(readPeriod('2020', 'en', 'present')).toEqual({
      label: '2020',
      from: '2020',
      to: '2020',
      isOneDate: true,
    })
  })

  test('that begins and ends in the same month names it once', () => {
    const { label, isOneDate } = readPeriod('2021-05 – 2021-05', 'en', 'present')
    expect({ label, isOneDate }).toEqual({ label: 'May 2021', isOneDate: undefined })
  })
})

describe('who it is about', () => {
  function personOf(change: (content: PortfolioFile) => void) {
    const content = portfolioSchema.parse(parse(readFileSync(SAMPLE, 'utf8')))
    change(content)
    return resolvePortfolio(content).person
  }

  test('lives in the country of the language of the page', () => {
    const place = (language: string) =>
      personOf((content) => {
        content.site.language = language
      }).place
    expect(place('en')).toBe('Kraków, Poland')
    expect(place('de')).toBe('Kraków, Polen')
  })

  test('lives where the first screen says, if there is no location', () => {
    const { place } = personOf((content) => {
      delete content.person.location
    })
    expect(place).toBe('Based in Poland')
  })

  test('has the mail address of the contact section, if there is no other', () => {
    const { email } = personOf(({ person, contact }) => {
      delete person.email
      if (contact) contact.email = 'me@site.test'
    })
    expect(email).toBe('me@site.test')
  })
})

import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { makeJsonLd } from './json-ld.ts'

test('the person and the site refer to each other by @id', () => {
  const sample = loadSample()
  const site = { ...sample.site, url: 'https://site.test/portfolio/' }
  const person = { ...sample.person, headline: 'Analyst', location: { city: 'Kraków' } }
  expect(makeJsonLd({ ...sample, site, person })).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        url: 'https://site.test/portfolio/',
        name: sample.brand.text,
        author: { '@id': 'https://site.test/portfolio/#person' },
      },
      {
        '@type': 'ProfilePage',
        url: 'https://site.test/portfolio/',
        mainEntity: {
          '@type': 'Person',
          '@id': 'https://site.test/portfolio/#person',
          name: sample.person.name,
          jobTitle: 'Analyst',
          address: { '@type': 'PostalAddress', addressLocality: 'Kraków' },
          sameAs: sample.person.profiles.map(({ url }) => url),
        },
      },
    ],
  })
})

test('the email address is included only if the page shows it', () => {
  const sample = loadSample()
  const { contact } = sample
  if (!contact) throw new Error('The sample has a contact section.')
  const hidden = { ...sample, person: { ...sample.person, email: 'me@site.test' } }
  expect(JSON.stringify(makeJsonLd(hidden))).not.toContain('me@site.test')
  const shown = { ...sample, contact: { ...contact, email: 'me@site.test' } }
  expect(JSON.stringify(makeJsonLd(shown))).toContain('mailto:me@site.test')
})

import type { Portfolio } from '../content/schema.ts'
import { withoutEmpty } from '../content/without-empty.ts'

/** What search engines are told about the person and the site, as schema.org names it. */
export function makeJsonLd({ site, brand, person, resume, contact }: Portfolio): object {
  const { url, language, description } = site
  const { location } = person
  return {
    '@context': 'https://schema.org',
    '@graph': [
      withoutEmpty({
        '@type': 'WebSite',
        '@id': url && `${url}#website`,
        url,
        name: brand.text,
        description,
        inLanguage: language,
        author: url && { '@id': `${url}#person` },
      }),
      withoutEmpty({
        '@type': 'Person',
        '@id': url && `${url}#person`,
        name: person.name,
        url,
        jobTitle: person.headline,
        // Only what the page itself shows: programs that gather addresses read this too.
        email: contact?.email && `mailto:${contact.email}`,
        address: location && {
          '@type': 'PostalAddress',
          ...withoutEmpty({
            addressLocality: location.city,
            addressRegion: location.region,
            addressCountry: location.country,
          }),
        },
        knowsAbout: resume?.skills?.entries.map(({ name }) => name),
        knowsLanguage: resume?.languages?.entries.map(({ name }) => name),
        alumniOf: [...new Set(resume?.education?.entries.map(({ school }) => school))].map(
          (name) => ({ '@type': 'Organization', name }),
        ),
        sameAs: person.profiles.map((profile) => profile.url),
      }),
    ],
  }
}

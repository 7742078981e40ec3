import type { Portfolio, Project } from '../content/portfolio.ts'
import { webProfiles } from '../content/schema/fields.ts'
import { omitEmpty } from '../content/values.ts'

/** Structured data (JSON-LD) about the person and the site for search engines, in schema.org terms. */
export function makeJsonLd(
  { site, brand, person, resume, contact }: Portfolio,
  /** The address of the page in the main language, which identifies the person in every language. */
  home = site.url,
): object {
  const { url, language, description } = site
  const { location } = person
  return {
    '@context': 'https://schema.org',
    '@graph': [
      omitEmpty({
        '@type': 'WebSite',
        '@id': url && `${url}#website`,
        url,
        name: brand.text,
        description,
        inLanguage: language,
        author: url && { '@id': `${home}#person` },
      }),
      {
        '@type': 'ProfilePage',
        ...omitEmpty({ url, inLanguage: language }),
        mainEntity: omitEmpty({
          '@type': 'Person',
          '@id': url && `${home}#person`,
          name: person.name,
          url,
          jobTitle: person.headline,
          // Only an address that the page shows: address harvesters read JSON-LD too.
          email: contact?.email && `mailto:${contact.email}`,
          address: location && {
            '@type': 'PostalAddress',
            ...omitEmpty({
              addressLocality: location.city,
              addressRegion: location.region,
              addressCountry: location.country,
            }),
          },
          knowsAbout: resume?.skills?.entries.map(({ name }) => name),
          knowsLanguage: resume?.languages?.entries.map(({ name }) => name),
          alumniOf: [
            ...new Set(resume?.education?.entries.flatMap(({ school }) => school ?? [])),
          ].map((name) => ({ '@type': 'Organization', name })),
          sameAs: webProfiles(person.profiles).map((profile) => profile.url),
        }),
      },
    ],
  }
}

/** A project as a work of the person, whom the home page describes. */
export function makeStoryJsonLd(
  { site, person }: Portfolio,
  { title, year, technologies }: Pick<Project, 'title' | 'year' | 'technologies'>,
  { url, description, image, home = site.url }: StoryPlace,
): object {
  return omitEmpty({
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: title,
    url,
    description,
    image,
    inLanguage: site.language,
    dateCreated: /^\d{4}$/.exec(year ?? '')?.[0],
    keywords: technologies,
    author: omitEmpty({
      '@type': 'Person',
      '@id': home && `${home}#person`,
      name: person.name,
      url: site.url,
    }),
  })
}

type StoryPlace = {
  url: string | undefined
  description: string
  image: string | undefined
  /** The address of the main language. */
  home: string | undefined
}

import { parse } from 'yaml'
import { countryOfPlace } from '../../content/locale.ts'
import { getIn, omitEmpty } from '../../content/values.ts'
import { basedIn, placeIn, placeOf } from '../../import/derived-texts.ts'
import type { Draft, DraftPerson, DraftProfile, DraftService } from '../../import/draft.ts'
import { dropFromYaml } from '../../import/edit-yaml.ts'
import { languageOf } from '../../import/language.ts'
import { distinctProfiles, makeProfile } from '../../import/profiles.ts'
import { type Answers, servicesIn } from './questions.ts'

const PLAIN_ICON = 'circle-check'
const GITHUB = 'https://github.com/'

const HEADING = `# yaml-language-server: $schema=portfolio.schema.json
#
# The content of the page. Delete a section (about, services, projects, resume, contact) to remove
# it from the page and the menu. Images are files in images/, URLs, or placeholders such as
# /placeholder/640x400.svg.

`

/** The initial text of a portfolio: the sample, without `services` if the owner named none. */
export function beginText(sampleText: string, { services }: Answers): string {
  const text = services ? sampleText : dropFromYaml(sampleText, ['services'])
  return HEADING + text.replace(/^(?:#.*\n|\n)*/, '')
}

/** The default answers: from the import, otherwise from the existing portfolio. */
export function knownAnswers(
  draft: Draft | undefined,
  ownText: string | undefined,
  sampleText: string,
): Answers {
  const own = ownText === undefined ? undefined : parse(ownText)
  const sample: unknown = parse(sampleText)
  const from = (...path: string[]) => textOf(getIn(draft, path)) ?? textOf(getIn(own, path))
  const profiles = [draft?.person?.profiles, getIn(own, ['person', 'profiles'])].flat()
  const line = textOf(getIn(own, ['hero', 'place']))
  const language =
    (draft && languageOf(draft)) ?? textOf(getIn(own ?? sample, ['site', 'language']))
  const github = profiles.map((profile) => textOf(getIn(profile, ['url']))).find(isGithub)
  return omitEmpty({
    name: from('person', 'name') ?? textOf(getIn(sample, ['person', 'name'])),
    headline: from('person', 'headline'),
    place: (draft && placeOf(draft, language ?? 'en')) ?? (line && placeIn(line)),
    email: from('person', 'email'),
    github: github?.slice(GITHUB.length).replace(/\/.*$/, ''),
    url: from('site', 'url'),
    language,
  })
}

/** Merges the answers into the import; answers win. Profiles of the sample are always removed. */
export function withAnswers(draft: Draft, answers: Answers, sampleText: string): Draft {
  const { name, headline, email, place, github, url, language = 'en', services } = answers
  const others = draft.person?.profiles ?? []
  const mine = github && makeProfile({ network: 'GitHub', username: github })
  const { location: imported, ...rest } = draft.person ?? {}
  const location = place === undefined ? imported : locationOf(place, draft, language)
  const person: DraftPerson = {
    ...rest,
    ...omitEmpty({ name, headline, email }),
    ...(location && { location }),
    profiles: mine ? withProfile(others, mine) : others,
  }
  return {
    ...draft,
    person,
    site: { ...draft.site, language, ...omitEmpty({ url }) },
    ...(place && { hero: { place: basedIn(place, language) } }),
    ...(services && { services: { cards: servicesOf(services, sampleText) } }),
  }
}

/** Cards for the named services. A service that the sample has gets the icon of the sample. */
function servicesOf(answer: string, sampleText: string): DraftService[] {
  const known: unknown = getIn(parse(sampleText), ['services', 'cards'])
  const cards = Array.isArray(known) ? known : []
  return servicesIn(answer).map((title) => {
    const card = cards.find((one) => one.title.toLowerCase() === title.toLowerCase())
    return { title, icon: card?.icon ?? PLAIN_ICON }
  })
}

/** Adds a profile at the front, unless it exists already. */
function withProfile(others: DraftProfile[], mine: DraftProfile): DraftProfile[] {
  const exists = distinctProfiles([...others, mine]).length === distinctProfiles(others).length
  return exists ? others : [mine, ...others]
}

/**
 * Splits an answer into city, region and country; undefined if it does not end with a country. For
 * the city of the import, a missing region comes from the import.
 */
function locationOf(place: string, draft: Draft, language: string): DraftPerson['location'] {
  if (place === placeOf(draft, language)) return draft.person?.location
  const parts = place.split(',').map((part) => part.trim())
  const country = countryOfPlace(parts.at(-1) ?? '')
  if (!country) return undefined
  const [city, ...regions] = parts.slice(0, -1)
  const known = draft.person?.location
  const isKnown = city === known?.city && country === known?.country
  return omitEmpty({
    city,
    region: regions.join(', ') || (isKnown && known?.region) || undefined,
    country,
  })
}

function isGithub(url: string | undefined): url is string {
  return url?.startsWith(GITHUB) ?? false
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

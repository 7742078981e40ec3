import { parse } from 'yaml'
import { valueAt } from '../../content/at-path.ts'
import { withoutEmpty } from '../../content/without-empty.ts'
import { countryOfPlace } from '../../import/countries.ts'
import type { Draft, DraftPerson, DraftProfile } from '../../import/draft.ts'
import { basedIn, placeIn, placeOf } from '../../import/page-lines.ts'
import { distinctProfiles, makeProfile } from '../../import/profiles.ts'
import type { Answers } from './questions.ts'

const GITHUB = 'https://github.com/'

const HEADING = `# yaml-language-server: $schema=portfolio.schema.json
#
# Every word, link, figure and picture of the page. Delete a section (about, services, projects,
# resume, contact) and it is gone from the page and from the menu. Pictures are files in images/,
# addresses on the web, or the site's own placeholders.

`

/** The sample as the beginning of somebody's own portfolio. */
export function beginText(sampleText: string): string {
  return HEADING + sampleText.replace(/^(?:#.*\n|\n)*/, '')
}

/** What somebody has said already: in the import first, in a portfolio of their own otherwise. */
export function knownAnswers(draft: Draft | undefined, ownText: string | undefined): Answers {
  const own = ownText === undefined ? undefined : parse(ownText)
  const from = (...path: string[]) => textOf(valueAt(draft, path)) ?? textOf(valueAt(own, path))
  const profiles = [draft?.person?.profiles, valueAt(own, ['person', 'profiles'])].flat()
  const line = textOf(valueAt(own, ['hero', 'place']))
  const github = profiles.map((profile) => textOf(valueAt(profile, ['url']))).find(isGithub)
  return withoutEmpty({
    name: from('person', 'name'),
    headline: from('person', 'headline'),
    place: (draft && placeOf(draft)) ?? (line && placeIn(line)),
    email: from('person', 'email'),
    github: github?.slice(GITHUB.length).replace(/\/.*$/, ''),
    url: from('site', 'url'),
  })
}

/** The import with the answers in it, which count more; profiles of the sample go in any case. */
export function withAnswers(draft: Draft, answers: Answers): Draft {
  const { name, headline, email, place, github, url } = answers
  const others = draft.person?.profiles ?? []
  const mine = github && makeProfile({ network: 'GitHub', username: github })
  const { location: imported, ...rest } = draft.person ?? {}
  const location = place === undefined ? imported : locationOf(place, draft)
  const person: DraftPerson = {
    ...rest,
    ...withoutEmpty({ name, headline, email }),
    ...(location && { location }),
    profiles: mine ? withProfile(others, mine) : others,
  }
  return {
    ...draft,
    person,
    site: { ...draft.site, ...withoutEmpty({ url }) },
    ...(place && { hero: { place: basedIn(place) } }),
  }
}

/** A profile that is there already keeps its place. */
function withProfile(others: DraftProfile[], mine: DraftProfile): DraftProfile[] {
  const isThere = distinctProfiles([...others, mine]).length === distinctProfiles(others).length
  return isThere ? others : [mine, ...others]
}

/** City, region and country, where the words say which is which; an import may know the region. */
function locationOf(place: string, draft: Draft): DraftPerson['location'] {
  if (place === placeOf(draft)) return draft.person?.location
  const parts = place.split(',').map((part) => part.trim())
  const country = countryOfPlace(parts.at(-1) ?? '')
  if (!country) return undefined
  const [city, ...regions] = parts.slice(0, -1)
  const known = draft.person?.location
  const isKnown = city === known?.city && country === known?.country
  return withoutEmpty({
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

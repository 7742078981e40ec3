import { valueAt } from '../content/at-path.ts'
import { countryName } from '../content/country.ts'
import { withValue } from './changes.ts'
import type { Draft, DraftPerson } from './draft.ts'

const LINES = [
  ['site', 'title'],
  ['site', 'description'],
  ['brand', 'text'],
  ['hero', 'phrases'],
  ['hero', 'place'],
  ['resume', 'file'],
]

/**
 * Adds the lines of the page that say what the import says, such as the title in the browser tab.
 * They follow it as long as they are the sample's, or what would follow from the person as it was:
 * an owner's own words stay.
 */
export function pageLines(draft: Draft, content: unknown, sample: unknown): Draft {
  const own = ownPerson(content, sample)
  const before = linesOf(own)
  const after = linesOf({ ...own, ...draft.person })
  const following = LINES.filter((path) => {
    const present = valueAt(content, path)
    const isFree = [valueAt(sample, path), valueAt(before, path)].some((one) =>
      isEqual(present, one),
    )
    const isNew = valueAt(after, path) !== undefined && valueAt(draft, path) === undefined
    return isFree && isNew && present !== undefined && !isEqual(present, valueAt(after, path))
  })
  return following.reduce<unknown>(
    (whole, path) => withValue(whole, path, valueAt(after, path)),
    draft,
  ) as Draft
}

/** Who the portfolio is about so far; nobody as long as it is the sample's person. */
function ownPerson(content: unknown, sample: unknown): DraftPerson {
  const path = ['person', 'name']
  if (isEqual(valueAt(content, path), valueAt(sample, path))) return {}
  return (valueAt(content, ['person']) ?? {}) as DraftPerson
}

function linesOf(person: DraftPerson): Draft {
  const { name, headline } = person
  const place = placeOf({ person })
  const file = name && fileName(name)
  return {
    ...(name && {
      site: { title: withHeadline('{name}', headline), description: describe(headline, place) },
      brand: { text: name },
    }),
    hero: {
      ...(headline && { phrases: ["I'm {name}.", `${headline.replace(/\.$/, '')}.`] }),
      ...(place && { place: basedIn(place) }),
    },
    ...(file && { resume: { file } }),
  }
}

const BASED_IN = /^based in /i

/** The line under the greeting; some people begin their answer with its words. */
export function basedIn(place: string): string {
  return `based in ${placeIn(place.trim())}`
}

/** The place in such a line. */
export function placeIn(text: string): string {
  return text.replace(BASED_IN, '')
}

function withHeadline(name: string, headline: string | undefined): string {
  return headline ? `${name}, ${headline}` : name
}

function describe(headline: string | undefined, place: string | undefined): string {
  const who = withHeadline('{name}', headline)
  return `${who}${place ? `, based in ${place}` : ''}. Projects, experience and a way to get in touch.`
}

/** The place in words: the city, or the region where there is none, and its country. */
export function placeOf({ person }: Draft): string | undefined {
  const { city, region, country } = person?.location ?? {}
  const isCode = country && /^[A-Z]{2}$/.test(country)
  const land = isCode ? countryName(country, 'en') : undefined
  return [city ?? region, land].filter(Boolean).join(', ') || undefined
}

/** Such as Anna-Nowak-Resume.pdf; a name in another script gives none. */
function fileName(name: string): string | undefined {
  const words = name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .match(/\w+/g)
  const isWhole = words && !/[^\p{Script=Latin}\p{P}\p{Z}\p{N}]/u.test(name)
  return isWhole ? `${words.join('-')}-Resume.pdf` : undefined
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

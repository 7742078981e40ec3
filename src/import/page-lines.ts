import { getAt } from './changes.ts'
import type { Draft } from './draft.ts'

/**
 * Lines of the page that say what the import says, such as the title in the browser tab. They
 * follow it as long as they are still those of the sample: an owner's own words stay.
 */
export function pageLines(draft: Draft, content: unknown, sample: unknown): Draft {
  const { name, headline } = draft.person ?? {}
  const place = placeOf(draft)
  const isSample = (...path: string[]) =>
    getAt(content, path) === undefined || isEqual(getAt(content, path), getAt(sample, path))
  const lines = {
    site: {
      ...(name && isSample('site', 'title') && { title: withHeadline('{name}', headline) }),
      ...(name && isSample('site', 'description') && { description: describe(headline, place) }),
      ...draft.site,
    },
    brand: { ...(name && isSample('brand', 'text') && { text: name }), ...draft.brand },
    hero: {
      ...(headline &&
        isSample('hero', 'phrases') && {
          phrases: ["I'm {name}.", `${headline.replace(/\.$/, '')}.`],
        }),
      ...(place && isSample('hero', 'place') && { place: `based in ${place}` }),
      ...draft.hero,
    },
  }
  const file = name && fileName(name)
  const hasFile = file && getAt(content, ['resume']) !== undefined && isSample('resume', 'file')
  return {
    ...draft,
    ...lines,
    ...(hasFile && { resume: { file, ...draft.resume } }),
  }
}

function withHeadline(name: string, headline: string | undefined): string {
  return headline ? `${name}, ${headline}` : name
}

function describe(headline: string | undefined, place: string | undefined): string {
  const who = withHeadline('{name}', headline)
  return `${who}${place ? `, based in ${place}` : ''}. Projects, experience and a way to get in touch.`
}

/** The place in words: the city and its country, or one of the two. */
export function placeOf({ person }: Draft): string | undefined {
  const { city, country } = person?.location ?? {}
  const isCode = country && /^[A-Z]{2}$/.test(country)
  const land = isCode ? new Intl.DisplayNames(['en'], { type: 'region' }).of(country) : undefined
  return [city, land].filter(Boolean).join(', ') || undefined
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

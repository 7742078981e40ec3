import { isDeepStrictEqual } from 'node:util'
import { MAX_DESCRIPTION_LENGTH, MAX_PHRASE_LENGTH, MAX_TITLE_LENGTH } from '../content/lint.ts'
import { countryName } from '../content/locale.ts'
import { getIn, omitEmpty } from '../content/values.ts'
import type { Draft, DraftPerson } from './draft.ts'
import type { Change } from './edit-yaml.ts'

/** Names of the two sections that an import names, in the languages that language.ts detects. */
const SECTION_NAMES: Record<string, { services: string; resume: string }> = {
  be: { services: 'Паслугі', resume: 'Рэзюмэ' },
  cs: { services: 'Služby', resume: 'Životopis' },
  da: { services: 'Ydelser', resume: 'CV' },
  de: { services: 'Leistungen', resume: 'Lebenslauf' },
  el: { services: 'Υπηρεσίες', resume: 'Βιογραφικό' },
  es: { services: 'Servicios', resume: 'Currículum' },
  fr: { services: 'Services', resume: 'CV' },
  he: { services: 'שירותים', resume: 'קורות חיים' },
  hr: { services: 'Usluge', resume: 'Životopis' },
  it: { services: 'Servizi', resume: 'Curriculum' },
  ja: { services: 'サービス', resume: '経歴' },
  ko: { services: '서비스', resume: '이력서' },
  nb: { services: 'Tjenester', resume: 'CV' },
  nl: { services: 'Diensten', resume: 'Cv' },
  pl: { services: 'Usługi', resume: 'CV' },
  pt: { services: 'Serviços', resume: 'Currículo' },
  ro: { services: 'Servicii', resume: 'CV' },
  ru: { services: 'Услуги', resume: 'Резюме' },
  sk: { services: 'Služby', resume: 'Životopis' },
  sv: { services: 'Tjänster', resume: 'CV' },
  th: { services: 'บริการ', resume: 'ประวัติย่อ' },
  uk: { services: 'Послуги', resume: 'Резюме' },
  zh: { services: '服务', resume: '简历' },
}

/** Texts by their field, such as `site.title`. */
type Texts = Record<string, unknown>

/**
 * Changes texts of the page that repeat imported data, such as the title in the browser tab. They
 * follow the import as long as they are the sample's or were derived from the person before: an
 * owner's own texts stay.
 */
export function deriveTexts(draft: Draft, content: unknown, sample: unknown): Change[] {
  const isSamples = getIn(content, ['person', 'name']) === getIn(sample, ['person', 'name'])
  const own = (isSamples ? {} : getIn(content, ['person'])) as DraftPerson
  const language = String(getIn(content, ['site', 'language']))
  const textsIn = (person: DraftPerson, code: string) =>
    textsFor(person, code, sectionNames(content, sample, code))
  const before = textsIn(own, language)
  const after = textsIn({ ...own, ...draft.person }, draft.site?.language ?? language)
  return Object.entries(after).flatMap(([field, value]) => {
    const path = field.split('.')
    const present = getIn(content, path)
    const isFree = [getIn(sample, path), before[field]].some((one) =>
      isDeepStrictEqual(present, one),
    )
    const isChanged = present !== undefined && !isDeepStrictEqual(present, value)
    return isFree && isChanged && getIn(draft, path) === undefined ? [{ path, value }] : []
  })
}

/**
 * The menu labels of services and resume, which also become their headings, because the sample's
 * headings say something else. Labels of the sample are translated.
 */
function sectionNames(content: unknown, sample: unknown, language: string): Texts {
  const texts: Texts = {}
  for (const section of ['services', 'resume'] as const) {
    const label = getIn(content, [section, 'menuLabel'])
    const isSamples = label === getIn(sample, [section, 'menuLabel'])
    const [base = ''] = language.split('-')
    const name = (isSamples && SECTION_NAMES[base]?.[section]) || label
    Object.assign(texts, { [`${section}.menuLabel`]: name, [`${section}.heading`]: name })
  }
  return texts
}

function textsFor(person: DraftPerson, language: string, names: Texts): Texts {
  const { name, headline } = person
  const place = placeOf({ person }, language)
  const isEnglish = inEnglish(language)
  return omitEmpty<Texts>({
    ...(name && {
      'site.title': titleOf(name, headline),
      'site.description': describe(name, headline, place, isEnglish),
      'brand.text': name,
      'hero.phrases': phrasesOf(headline, isEnglish),
    }),
    'hero.place': place && basedIn(place, language),
    ...(name && { ...names, 'resume.fileName': pdfName(name) }),
  })
}

function inEnglish(language: string): boolean {
  return /^en\b/i.test(language)
}

/** A sentence in English; the name and the headline alone in other languages. */
function phrasesOf(headline: string | undefined, isEnglish: boolean): string[] {
  const end = isEnglish ? '.' : ''
  const trade = headline && shortHeadline(headline).replace(/\.$/, '') + end
  return [
    isEnglish ? "I'm {name}." : '{name}',
    ...(trade && trade.length <= MAX_PHRASE_LENGTH ? [trade] : []),
  ]
}

/** The part of a LinkedIn headline before its first separator. */
export function shortHeadline(headline: string): string {
  const [first = ''] = headline.split(/\s*[|·•]\s*/)
  return first || headline
}

const BASED_IN = /^based in /i

/** The line under the greeting. Some people type "based in" themselves. */
export function basedIn(place: string, language: string): string {
  return inEnglish(language) ? `based in ${placeIn(place.trim())}` : placeIn(place.trim())
}

/** The location in such a line. */
export function placeIn(text: string): string {
  return text.replace(BASED_IN, '')
}

/** The name and as much of the headline as search results show. */
function titleOf(name: string, headline = ''): string {
  const fits = [headline, shortHeadline(headline)].find(
    (words) => words && withHeadline(name, words).length <= MAX_TITLE_LENGTH,
  )
  return withHeadline('{name}', fits)
}

function withHeadline(name: string, headline: string | undefined): string {
  return headline ? `${name}, ${headline}` : name
}

/** A description that search results show in full, without the headline if it is too long. */
function describe(
  name: string,
  headline: string | undefined,
  place: string | undefined,
  isEnglish: boolean,
): string {
  const who = withHeadline('{name}', headline)
  const text = isEnglish
    ? `${who}${place ? `, based in ${place}` : ''}. Projects, experience and a way to get in touch.`
    : withHeadline(who, place)
  const fits = text.replace('{name}', name).length <= MAX_DESCRIPTION_LENGTH
  return fits || !headline ? text : describe(name, undefined, place, isEnglish)
}

/** The location as text: the city, otherwise the region, and the country. */
export function placeOf({ person }: Draft, language: string): string | undefined {
  const { city, region, country } = person?.location ?? {}
  const isCode = country && /^[A-Z]{2}$/.test(country)
  const land = isCode ? countryName(country, language) : undefined
  return [...new Set([city ?? region, land])].filter(Boolean).join(', ') || undefined
}

/** Such as Anna-Nowak-Resume.pdf; undefined for names in other scripts. */
function pdfName(name: string): string | undefined {
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

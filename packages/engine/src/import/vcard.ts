import { withoutEmpty } from '../content/without-empty.ts'
import { cleanAddress, cleanLine } from './clean-text.ts'
import { countryCode } from './countries.ts'
import type { Draft, DraftPerson, DraftProfile, Imported, Left } from './draft.ts'
import { NO_PLACE } from './draft.ts'
import { distinctProfiles, isProfileAddress, makeProfile } from './profiles.ts'
import { type Property, partsOf, readCards } from './vcard-lines.ts'

const PROFILES = ['X-SOCIALPROFILE', 'SOCIALPROFILE']
const TAKEN = ['FN', 'N', 'TITLE', 'ROLE', 'EMAIL', 'TEL', 'URL', 'ADR', ...PROFILES]
/** About the card or the program that wrote it, not about the person. */
const OF_THE_CARD = [
  'VERSION',
  'PRODID',
  'REV',
  'UID',
  'KIND',
  'SOURCE',
  'CLIENTPIDMAP',
  'X-ABLABEL',
]

/** Reads the first card of a vCard file, of version 2.1, 3.0 or 4.0. */
export function readVcard(text: string): Imported | undefined {
  const [card, ...others] = readCards(text)
  if (!card) return undefined
  const urls = valuesOf(card, 'URL').flatMap((value) => cleanAddress(value) ?? [])
  const url = urls.find((address) => !isProfileAddress(address))
  const draft: Draft = {
    ...(url && { site: { url } }),
    person: readPerson(card, urls.filter(isProfileAddress)),
  }
  const left = [
    ...listLeft(card),
    ...others.map((other) => ({
      what: `the card of ${nameOf(other) ?? 'somebody'}`,
      why: 'a portfolio is about one person, and the first card of the file counts',
    })),
  ]
  return { kind: 'a vCard', draft, left }
}

function readPerson(card: Property[], profileUrls: string[]): DraftPerson {
  const [, , , city, region, , country = ''] = partsOf(byPreference(card, 'ADR')[0]?.value ?? '')
  const profiles = [
    ...card.filter(({ name }) => PROFILES.includes(name)).map(readProfile),
    ...profileUrls.map((url) => makeProfile({ url })),
  ].filter((profile) => profile !== undefined)
  return withoutEmpty<DraftPerson>({
    name: nameOf(card),
    headline: valuesOf(card, 'TITLE')[0] ?? valuesOf(card, 'ROLE')[0],
    email: valuesOf(card, 'EMAIL')[0],
    phone: valuesOf(card, 'TEL')[0]?.replace(/^tel:/i, ''),
    location: withoutEmpty({
      city: cleanLine(city),
      region: cleanLine(region),
      country: cleanLine(countryCode(country) ?? country),
    }),
    profiles: distinctProfiles(profiles),
  })
}

function readProfile({ parameters, value }: Property): DraftProfile | undefined {
  const kind = parameters.get('SERVICE-TYPE')?.[0] ?? parameters.get('TYPE')?.find(isNetwork)
  const username = parameters.get('USERNAME')?.[0] ?? parameters.get('X-USER')?.[0]
  const named = makeProfile({ url: value })
  const network = kind && named?.name.toLowerCase() !== kind ? capitalized(kind) : named?.name
  return makeProfile({ network, username, url: value })
}

function isNetwork(type: string): boolean {
  return !['pref', 'home', 'work', 'other'].includes(type)
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function nameOf(card: Property[]): string | undefined {
  const [family = '', given = ''] = partsOf(card.find(({ name }) => name === 'N')?.value ?? '')
  return valuesOf(card, 'FN')[0] ?? cleanLine(`${given} ${family}`)
}

/** The values of a property, the preferred one first. */
function valuesOf(card: Property[], name: string): string[] {
  const clean = name === 'NOTE' ? (text: string) => text : cleanLine
  return byPreference(card, name).flatMap(({ value }) => clean(partsOf(value, '').join('')) ?? [])
}

function byPreference(card: Property[], name: string): Property[] {
  return card
    .filter((property) => property.name === name && property.value !== '')
    .sort((one, other) => preference(one) - preference(other))
}

function preference({ parameters }: Property): number {
  if (parameters.get('TYPE')?.includes('pref')) return 0
  return Number(parameters.get('PREF')?.[0] ?? 101)
}

function listLeft(card: Property[]): Left[] {
  const surplus = ['EMAIL', 'TEL', 'ADR', 'TITLE'].flatMap((name) =>
    byPreference(card, name)
      .slice(1)
      .map(({ value }) => ({ what: `${name} ${value}`, why: 'it is a second one' })),
  )
  const unknown = card
    .map(({ name }) => name)
    .filter((name) => ![...TAKEN, ...OF_THE_CARD].includes(name))
  return [...surplus, ...[...new Set(unknown)].map((what) => ({ what, why: NO_PLACE }))]
}

import { countryCode } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import {
  type Draft,
  type DraftPerson,
  type DraftProfile,
  distinctProfiles,
  type Imported,
  isProfileAddress,
  makeProfile,
} from './draft.ts'
import { cleanAddress, cleanLine, NO_FIELD, type Skipped } from './fields.ts'

/** A property of a card: its name without a group, its parameters, and its value as written. */
type Property = { name: string; parameters: Map<string, string[]>; value: string }

const LINE = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s

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
  const [card, ...cards] = readCards(text)
  if (!card) return undefined
  const urls = valuesOf(card, 'URL').flatMap((value) => cleanAddress(value) ?? [])
  const url = urls.find((address) => !isProfileAddress(address))
  const others = urls.filter((address) => address !== url && !isProfileAddress(address))
  const draft: Draft = {
    ...(url && { site: { url } }),
    person: readPerson(card, urls.filter(isProfileAddress)),
  }
  const skipped = [
    ...listSkipped(card),
    ...others.map((address) => ({ what: `URL ${address}`, why: 'it is a second one' })),
    ...cards.map((other) => ({
      what: `the card of ${nameOf(other) ?? 'somebody'}`,
      why: 'only the first card of a file is imported',
    })),
  ]
  return { kind: 'a vCard', draft, skipped }
}

function readPerson(card: Property[], profileUrls: string[]): DraftPerson {
  const [, , , city, region, , country = ''] = partsOf(byPreference(card, 'ADR')[0]?.value ?? '')
  const profiles = [
    ...card.filter(({ name }) => PROFILES.includes(name)).map(readProfile),
    ...profileUrls.map((url) => makeProfile({ url })),
  ].filter((profile) => profile !== undefined)
  return omitEmpty<DraftPerson>({
    name: nameOf(card),
    headline: valuesOf(card, 'TITLE')[0] ?? valuesOf(card, 'ROLE')[0],
    email: valuesOf(card, 'EMAIL')[0],
    phone: valuesOf(card, 'TEL')[0]?.replace(/^tel:/i, ''),
    location: withoutCityRegion(
      omitEmpty({
        city: cleanLine(city),
        region: cleanLine(region),
        country: cleanLine(countryCode(country) ?? country),
      }),
    ),
    profiles: distinctProfiles(profiles),
  })
}

function readProfile({ parameters, value }: Property): DraftProfile | undefined {
  const kind = parameters.get('SERVICE-TYPE')?.[0] ?? parameters.get('TYPE')?.find(isNetwork)
  const username = parameters.get('USERNAME')?.[0] ?? parameters.get('X-USER')?.[0]
  const named = makeProfile({ url: value })
  const network = kind && named?.name?.toLowerCase() !== kind ? capitalized(kind) : named?.name
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
  return byPreference(card, name).flatMap(
    ({ value }) => cleanLine(partsOf(value, '').join('')) ?? [],
  )
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

function listSkipped(card: Property[]): Skipped[] {
  const surplus = ['EMAIL', 'TEL', 'ADR', 'TITLE'].flatMap((name) =>
    byPreference(card, name)
      .slice(1)
      .map(({ value }) => ({ what: `${name} ${value}`, why: 'it is a second one' })),
  )
  const hasTitle = card.some(({ name }) => name === 'TITLE')
  const roles = hasTitle ? byPreference(card, 'ROLE') : []
  const [box, extra, street, , , code] = partsOf(byPreference(card, 'ADR')[0]?.value ?? '')
  const parts = [box, extra, street, code].filter(Boolean)
  const unknown = card
    .map(({ name }) => name)
    .filter((name) => ![...TAKEN, ...OF_THE_CARD].includes(name))
  return [
    ...surplus,
    ...roles.map(({ value }) => ({ what: `ROLE ${value}`, why: 'the title counts' })),
    ...(parts.length > 0
      ? [{ what: `ADR ${parts.join(', ')}`, why: 'a street is not for a public page' }]
      : []),
    ...[...new Set(unknown)].map((what) => ({ what, why: NO_FIELD })),
  ]
}

/** The cards of a text, each as its properties. */
function readCards(text: string): Property[][] {
  const cards: Property[][] = []
  let current: Property[] | undefined
  for (const line of unfold(text)) {
    const property = readProperty(line)
    if (!property) continue
    const word = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN' && word === 'VCARD') current = []
    else if (property.name === 'END' && word === 'VCARD') {
      if (current) cards.push(current)
      current = undefined
    } else current?.push(property)
  }
  return cards
}

/**
 * Joins folded lines. A continuation starts with a space; in quoted-printable values of version 2.1,
 * the line before it ends with "=".
 */
function unfold(text: string): string[] {
  const lines: string[] = []
  let isQuoted = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (isQuoted && lines[last]?.endsWith('=')) lines[last] = `${lines[last]}\n${line}`
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1)
    else {
      lines.push(line)
      isQuoted = /^[^:]*;(ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)
    }
  }
  return lines
}

function readProperty(line: string): Property | undefined {
  const [, name = '', rawParameters = '', value = ''] = LINE.exec(line) ?? []
  if (!name) return undefined
  const parameters = new Map<string, string[]>()
  for (const part of rawParameters.match(/;(?:[^";]|"[^"]*")*/g) ?? []) {
    const [key = '', values = key] = part.slice(1).split(/=(.*)/s)
    // Version 2.1 omits the name of TYPE: TEL;WORK;PREF.
    const kind = part.includes('=') ? key.toUpperCase() : 'TYPE'
    const words = values.split(',').map((word) => word.replaceAll('"', '').toLowerCase())
    const known = parameters.get(kind)
    if (known) known.push(...words)
    else parameters.set(kind, words)
  }
  const isQuoted = [...parameters.values()].flat().includes('quoted-printable')
  return { name: name.toUpperCase(), parameters, value: isQuoted ? unquote(value) : value }
}

/** Decodes quoted-printable as UTF-8, which such cards use. */
function unquote(value: string): string {
  const bytes = Buffer.from(value.replace(/=\n/g, ''), 'utf8').toString('latin1')
  const decoded = bytes.replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return Buffer.from(decoded, 'latin1').toString('utf8')
}

/** Splits a value at an unescaped separator and removes the escapes. */
function partsOf(value: string, separator = ';'): string[] {
  const parts = ['']
  for (const [letter] of value.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (letter === separator) parts.push('')
    else parts[parts.length - 1] += unescaped(letter)
  }
  return parts.map((part) => part.trim())
}

function unescaped(letter: string): string {
  if (letter.length === 1 || !letter.startsWith('\\')) return letter
  return /\\n/i.test(letter) ? '\n' : letter.slice(1)
}

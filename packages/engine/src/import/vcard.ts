import { countryCode } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import {
  type DraftPerson,
  type DraftProfile,
  distinctProfiles,
  type Imported,
  isProfileAddress,
  makeProfile,
} from './draft.ts'
import { cleanAddress, cleanLine, decode, ImportError, NO_FIELD, type Skipped } from './fields.ts'

/** A property of a card: its name without a group, its parameters, and its value as written. */
type Property = { name: string; parameters: Map<string, string[]>; value: string }

const SECOND = 'it is a second one'
const LINE = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s

const PROFILES = ['X-SOCIALPROFILE', 'SOCIALPROFILE']
/** What is read, and what is about the card or the program that wrote it, not about the person. */
const KNOWN = [
  ...['FN', 'N', 'TITLE', 'ROLE', 'EMAIL', 'TEL', 'URL', 'ADR', ...PROFILES],
  ...['VERSION', 'PRODID', 'REV', 'UID', 'KIND', 'SOURCE', 'CLIENTPIDMAP', 'X-ABLABEL'],
]

/** The encoding that a card of version 2.1 names, for values that are not UTF-8. */
export function vcardCharset(bytes: Uint8Array): string | undefined {
  return /^[^:\n]*;CHARSET=([^:;\s]+)/im.exec(Buffer.from(bytes).toString('latin1'))?.[1]
}

/** Reads the first card of a vCard file, of version 2.1, 3.0 or 4.0. */
export function readVcard(text: string): Imported {
  const [card, ...cards] = readCards(text)
  if (!card) {
    throw new ImportError('This vCard has no end: the line END:VCARD is missing. Save it again.')
  }
  const skipped: Skipped[] = []
  /** The preferred value of the first of these properties; the others are reported. */
  const firstOf = (...names: string[]): string => {
    const [first, ...rest] = names.flatMap((name) => valuesOf(card, name))
    skipped.push(...rest.map(({ name, value }) => ({ what: `${name} ${value}`, why: SECOND })))
    return first?.value ?? ''
  }
  const urls = valuesOf(card, 'URL').flatMap(({ value }) => cleanAddress(unescaped(value)) ?? [])
  const [url, ...others] = urls.filter((address) => !isProfileAddress(address))
  const profiles = [
    ...card.filter(({ name }) => PROFILES.includes(name)).map(readProfile),
    ...urls.filter(isProfileAddress).map((address) => makeProfile({ url: address })),
  ].filter((profile) => profile !== undefined)
  const person = omitEmpty<DraftPerson>({
    name: nameOf(card),
    headline: lineOf(firstOf('TITLE', 'ROLE')),
    email: lineOf(firstOf('EMAIL')),
    phone: lineOf(firstOf('TEL').replace(/^tel:/i, '')),
    location: readLocation(firstOf('ADR'), skipped),
    profiles: distinctProfiles(profiles),
  })
  const unknown = card.map(({ name }) => name).filter((name) => !KNOWN.includes(name))
  skipped.push(
    ...[...new Set(unknown)].map((what) => ({ what, why: NO_FIELD })),
    ...others.map((address) => ({ what: `URL ${address}`, why: SECOND })),
    ...cards.map((other) => ({
      what: `the card of ${nameOf(other) ?? 'somebody'}`,
      why: 'only the first card of a file is imported',
    })),
  )
  return { kind: 'a vCard', draft: { ...(url && { site: { url } }), person }, skipped }
}

function readLocation(value: string, skipped: Skipped[]): DraftPerson['location'] {
  const [box, extra, street, city, region, code, country = ''] = partsOf(value)
  const parts = [box, extra, street, code].filter(Boolean).join(', ')
  if (parts) skipped.push({ what: `ADR ${parts}`, why: 'a street is not for a public page' })
  return withoutCityRegion(
    omitEmpty({
      city: cleanLine(city),
      region: cleanLine(region),
      country: cleanLine(countryCode(country) ?? country),
    }),
  )
}

/** If the URL is of no known network, the type of the property names the network. */
function readProfile({ parameters, value }: Property): DraftProfile | undefined {
  const types = [parameters.get('SERVICE-TYPE'), parameters.get('TYPE')].flat()
  const type = types.find((one) => one && !['pref', 'home', 'work', 'other'].includes(one))
  const username = parameters.get('USERNAME')?.[0] ?? parameters.get('X-USER')?.[0]
  const network = isProfileAddress(value)
    ? undefined
    : type?.replace(/^./, (letter) => letter.toUpperCase())
  return makeProfile({ network, username, url: value })
}

function nameOf(card: Property[]): string | undefined {
  const [family = '', given = ''] = partsOf(valuesOf(card, 'N')[0]?.value ?? '')
  return lineOf(valuesOf(card, 'FN')[0]?.value ?? '') ?? cleanLine(`${given} ${family}`)
}

/** The properties of a name that have a value, the preferred one first. */
function valuesOf(card: Property[], name: string): Property[] {
  return card
    .filter((property) => property.name === name && property.value !== '')
    .sort((one, other) => preference(one) - preference(other))
}

function preference({ parameters }: Property): number {
  if (parameters.get('TYPE')?.includes('pref')) return 0
  return Number(parameters.get('PREF')?.[0] ?? 101)
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
  const read = isQuoted ? unquote(value, parameters.get('CHARSET')?.[0]) : value
  return { name: name.toUpperCase(), parameters, value: read }
}

/** Decodes quoted-printable. Most cards use UTF-8; old ones of Outlook name the code page of their Windows. */
function unquote(value: string, charset: string | undefined): string {
  const bytes = Buffer.from(value.replace(/=\n/g, ''), 'utf8').toString('latin1')
  const decoded = bytes.replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decode(Buffer.from(decoded, 'latin1'), charset) ?? ''
}

/** Splits a value at its unescaped semicolons and removes the escapes. */
function partsOf(value: string): string[] {
  const parts = ['']
  for (const [letter] of value.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (letter === ';') parts.push('')
    else parts[parts.length - 1] += unescaped(letter)
  }
  return parts.map((part) => part.trim())
}

function lineOf(value: string): string | undefined {
  return cleanLine(unescaped(value))
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/gsu, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter))
}

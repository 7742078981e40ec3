import { countryName } from '../content/locale.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { webProfiles } from '../content/schema/fields.ts'

const MAX_LINE_BYTES = 75

/** The owner's vCard. Version 3.0, because all phones and mail programs support it. */
export function makeVcard({ person, site }: Portfolio): string {
  const { name, familyName, headline, email, phone, location, profiles } = person
  // Titles such as PhD follow a comma.
  const [plain = ''] = name.split(',')
  const family = familyName ?? plain.split(' ').slice(1).at(-1) ?? ''
  const given = plain.replace(family, '').trim()
  const { city, region, country } = location ?? {}
  // Address books display the field as is, so it has the country's name, not its code.
  const address = [city, region, '', country && countryName(country, site.language)]
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escapeText(family)};${escapeText(given)};;;`,
    `FN:${escapeText(name)}`,
    ...(headline ? [`TITLE:${escapeText(headline)}`] : []),
    ...(email ? [`EMAIL;TYPE=INTERNET:${escapeText(email)}`] : []),
    ...(phone ? [`TEL;TYPE=VOICE:${escapeText(phone)}`] : []),
    ...(address.some(Boolean)
      ? [`ADR;TYPE=WORK:;;;${address.map((part) => escapeText(part ?? '')).join(';')}`]
      : []),
    ...(site.url ? [`URL:${site.url}`] : []),
    ...webProfiles(profiles).map(({ url }) => `URL:${url}`),
    'END:VCARD',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Folds long lines with a line break and a space. Never splits a character's bytes. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += letter
    bytes += size
  }
  return folded
}

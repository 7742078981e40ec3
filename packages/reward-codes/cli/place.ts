import { timeZonesOf } from '../content/locale.ts'
import { LANGUAGES } from '../content/strings/languages.ts'

export type Place = { city?: string | undefined; country?: string | undefined }

/** The city and the country of a place such as "Kraków, Poland", or undefined if no country has that name. */
export function locationOf(place: string, language: string): Place | undefined {
  const parts = place.split(/[,、،]/u).map((part) => part.trim())
  const country = countryCode(parts.at(-1) ?? '', language)
  const city = parts.slice(0, -1).join(', ')
  return country ? { ...(city && { city }), country } : undefined
}

/** The country with a name in the language of the page or in one of ours. */
function countryCode(name: string, language: string): string | undefined {
  const sought = name.toLowerCase()
  for (const tongue of new Set([language, ...Object.keys(LANGUAGES)])) {
    const formats = (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(tongue, { type: 'region', style }),
    )
    const found = COUNTRIES.find((code) =>
      formats.some((format) => format.of(code)?.toLowerCase() === sought),
    )
    if (found) return found
  }
  return COUNTRIES.find((code) => code.toLowerCase() === sought)
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The codes of two letters that are of a country today. */
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => new Intl.Locale(`und-${code}`).region === code && timeZonesOf(code).length > 0,
)

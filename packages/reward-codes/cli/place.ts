import { countryNamed } from '../content/countries.ts'

export type Place = { city?: string | undefined; country?: string | undefined }

/** The city and the country of a place such as "Kraków, Poland". Undefined without the name of a country: CA is California too. */
export function locationOf(place: string, language: string): Place | undefined {
  const parts = place.split(/[,、،]/u).map((part) => part.trim())
  const country = countryNamed(parts.at(-1) ?? '', language)
  const city = parts.slice(0, -1).join(', ')
  return country ? { ...(city && { city }), country } : undefined
}

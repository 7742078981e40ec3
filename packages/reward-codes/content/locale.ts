/** The name of a country in a language. An unknown code is returned unchanged. */
export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** All codes of two letters, of which many are a language, and many a country. */
export function codes(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

let named: Map<string, string> | undefined

/** The code of a country by its English name: Poland, the Netherlands, UK. */
export function countryNamed(name: string): string | undefined {
  named ??= new Map([['usa', 'US'], ...countryNames()])
  return named.get(name.toLowerCase().replace(/^the /, ''))
}

/** The English names of all codes that are of a country today. */
function countryNames(): [name: string, code: string][] {
  const formats = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames('en', { type: 'region', style }),
  )
  return codes()
    .map((code) => code.toUpperCase())
    .filter((code) => timeZonesOf(code).length > 0)
    .flatMap((code) => formats.map((format) => [format.of(code)?.toLowerCase() ?? '', code]))
}

/** TypeScript has no types for them yet. */
type FullLocale = Intl.Locale & {
  getTextInfo(): { direction?: 'ltr' | 'rtl' }
  getTimeZones(): string[] | undefined
}

export function isRightToLeft(language: string): boolean {
  const locale = new Intl.Locale(language) as FullLocale
  return locale.getTextInfo().direction === 'rtl'
}

/** The time zone of a city, or else the one of its country, if all clocks there show the same time. */
export function timeZoneOf({ city, country }: Record<string, string | undefined> = {}) {
  if (!country) return undefined
  const zones = timeZonesOf(country)
  const name = city?.replaceAll(' ', '_')
  const ofCity = zones.find((zone) => zone.split('/').at(-1) === name)
  const times = new Set(zones.map((zone) => SEASONS.map((day) => clockIn(zone, day)).join()))
  return ofCity ?? (times.size === 1 ? zones[0] : undefined)
}

/** The time zones of a country. Empty for a code that is no country. */
export function timeZonesOf(country: string): string[] {
  return (new Intl.Locale(`und-${country}`) as FullLocale).getTimeZones() ?? []
}

/** A day in winter and one in summer: the clocks of two zones may differ in one of them alone. */
const SEASONS = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

function clockIn(timeZone: string, day: number): string {
  return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    day,
  )
}

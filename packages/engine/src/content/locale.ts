const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
/** All two-letter codes, to ask `Intl` which of them it knows. */
const TWO_LETTERS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))

const ALIASES = new Map([
  ['uk', 'GB'],
  ['usa', 'US'],
  ['england', 'GB'],
  ['scotland', 'GB'],
])
/** Names that, alone or after a city, usually mean a city, county or state, not the country. */
const AMBIGUOUS_NAMES = [
  ...['georgia', 'norfolk', 'columbia', 'granada', 'guadalupe', 'salvador'],
  ...['san martin', 'santa elena', 'santa helena', 'santa lucia'],
]

let countries: Map<string, string> | undefined

/** The ISO 3166-1 alpha-2 code of a country given as a code or by its name in any language. */
export function countryCode(text: string): string | undefined {
  countries ??= countryCodes()
  const letters = text.trim().toUpperCase()
  if ([...countries.values()].includes(letters)) return letters
  return codeOfName(text) ?? codeOfLocalizedName(text)
}

/**
 * Like `countryCode`, for the last part of a free-text location. Codes are not read there, because
 * two letters usually mean a state: CA is California, and IN is Indiana.
 */
export function countryOfPlace(text: string): string | undefined {
  const bare = normalizeName(text).normalize('NFD').replace(/\p{M}/gu, '')
  if (AMBIGUOUS_NAMES.includes(bare)) return undefined
  return codeOfName(text) ?? (text.trim().length > 2 ? codeOfLocalizedName(text) : undefined)
}

function codeOfName(text: string): string | undefined {
  const word = normalizeName(text)
  countries ??= countryCodes()
  return ALIASES.get(word) ?? countries.get(word)
}

/** Of about 21,600 names only one, Kongo, means two countries; it matches neither. */
function codeOfLocalizedName(text: string): string | undefined {
  const word = normalizeName(text)
  if (!word) return undefined
  const matches = Intl.DisplayNames.supportedLocalesOf(TWO_LETTERS).flatMap(
    (language) => countryCodes(language).get(word) ?? [],
  )
  return new Set(matches).size === 1 ? matches[0] : undefined
}

function countryCodes(language = 'en'): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const known = new Map<string, string>()
  for (const letters of TWO_LETTERS) {
    const code = letters.toUpperCase()
    const name = names.of(code)
    // Former codes, such as DD, have the names of current countries.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code
    if (name && isCurrent) known.set(normalizeName(name), code)
  }
  return known
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase().replaceAll('’', "'")
}

/** The name of a country in a language. An unknown code is returned unchanged. */
export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** Open Graph locales that are not language and region. */
const OPEN_GRAPH: Record<string, string> = { ar: 'ar_AR', 'es-419': 'es_LA' }

/** TypeScript has no type for it yet. */
type LocaleWithTextInfo = Intl.Locale & { getTextInfo(): { direction?: 'ltr' | 'rtl' } }

export function isRightToLeft(language: string): boolean {
  const locale = new Intl.Locale(language) as LocaleWithTextInfo
  return locale.getTextInfo().direction === 'rtl'
}

/** The Open Graph locale: "sr-Latn" becomes "sr_RS". Undefined if no country speaks it. */
export function openGraphLocale(tag: string): string | undefined {
  const { language, region } = new Intl.Locale(tag).maximize()
  const isCountry = region !== undefined && /^[A-Z]{2}$/.test(region)
  return (
    OPEN_GRAPH[language] ??
    OPEN_GRAPH[`${language}-${region}`] ??
    (isCountry ? `${language}_${region}` : undefined)
  )
}

let languages: Map<string, string> | undefined

/** The code of a language by its English or native name, such as German or Deutsch. */
export function readLanguage(text: string): string | undefined {
  languages ??= languageCodes()
  return languages.get(text.trim().toLowerCase())
}

function languageCodes(): Map<string, string> {
  return new Map(
    Intl.DisplayNames.supportedLocalesOf(TWO_LETTERS).flatMap((code) =>
      ['en', code].flatMap((language): [string, string][] => {
        const name = new Intl.DisplayNames(language, { type: 'language' }).of(code)
        return name ? [[name.toLowerCase(), code]] : []
      }),
    ),
  )
}

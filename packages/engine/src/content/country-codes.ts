const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
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

let codes: Map<string, string> | undefined

/** The ISO 3166-1 alpha-2 code of a country given as a code or by its name in any language. */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes()
  const letters = text.trim().toUpperCase()
  if ([...codes.values()].includes(letters)) return letters
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
  codes ??= readCodes()
  return ALIASES.get(word) ?? codes.get(word)
}

/** Of about 21,600 names only one, Kongo, means two countries; it matches neither. */
function codeOfLocalizedName(text: string): string | undefined {
  const word = normalizeName(text)
  if (!word) return undefined
  const languages = LETTERS.flatMap((one) => LETTERS.map((other) => (one + other).toLowerCase()))
  const matches = Intl.DisplayNames.supportedLocalesOf(languages).flatMap(
    (language) => readCodes(language).get(word) ?? [],
  )
  return new Set(matches).size === 1 ? matches[0] : undefined
}

function readCodes(language = 'en'): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const known = new Map<string, string>()
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
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

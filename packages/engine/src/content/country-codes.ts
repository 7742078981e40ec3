const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const OTHER_NAMES = new Map([
  ['uk', 'GB'],
  ['usa', 'US'],
  ['england', 'GB'],
  ['scotland', 'GB'],
])
/** Behind the name of a city these are more often a state than the country. */
const STATES_TOO = ['georgia']

let codes: Map<string, string> | undefined

/** The two letters of a country that comes as letters or by its name in any language. */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes()
  const letters = text.trim().toUpperCase()
  if ([...codes.values()].includes(letters)) return letters
  return codeOfName(text) ?? codeOfForeignName(text)
}

/**
 * The same for the end of a place in words, where two letters are a state more often than not: CA
 * is California there, and IN Indiana.
 */
export function countryOfPlace(text: string): string | undefined {
  return STATES_TOO.includes(text.trim().toLowerCase()) ? undefined : codeOfName(text)
}

function codeOfName(text: string): string | undefined {
  const word = plain(text)
  codes ??= readCodes()
  return OTHER_NAMES.get(word) ?? codes.get(word)
}

/** Of some 21,600 names only one, Kongo, means two countries; it is taken for neither. */
function codeOfForeignName(text: string): string | undefined {
  const word = plain(text)
  if (!word) return undefined
  const languages = LETTERS.flatMap((one) => LETTERS.map((other) => (one + other).toLowerCase()))
  const meant = Intl.DisplayNames.supportedLocalesOf(languages).flatMap(
    (language) => readCodes(language).get(word) ?? [],
  )
  return new Set(meant).size === 1 ? meant[0] : undefined
}

function readCodes(language = 'en'): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const known = new Map<string, string>()
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    const name = names.of(code)
    // Codes of the past, such as DD, name today's countries too.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code
    if (name && isCurrent) known.set(plain(name), code)
  }
  return known
}

function plain(name: string): string {
  return name.trim().toLowerCase().replaceAll('’', "'")
}

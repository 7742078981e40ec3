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

/** The two letters of a country that comes as letters or as its English name. */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes()
  const letters = text.trim().toUpperCase()
  return [...codes.values()].includes(letters) ? letters : codeOfName(text)
}

/**
 * The same for the end of a place in words, where two letters are a state more often than not: CA
 * is California there, and IN Indiana.
 */
export function countryOfPlace(text: string): string | undefined {
  return STATES_TOO.includes(text.trim().toLowerCase()) ? undefined : codeOfName(text)
}

function codeOfName(text: string): string | undefined {
  const word = text.trim().toLowerCase()
  codes ??= readCodes()
  return OTHER_NAMES.get(word) ?? codes.get(word)
}

function readCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const known = new Map<string, string>()
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    const name = names.of(code)
    // Codes of the past, such as DD, name today's countries too.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code
    if (name && isCurrent) known.set(name.toLowerCase(), code)
  }
  return known
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const OTHER_NAMES: Record<string, string> = { uk: 'GB', usa: 'US', england: 'GB', scotland: 'GB' }

let codes: Map<string, string> | undefined

/** The two letters of a country that comes as letters or as its English name. */
export function countryCode(text: string): string | undefined {
  const word = text.trim().toLowerCase()
  codes ??= readCodes()
  if (OTHER_NAMES[word]) return OTHER_NAMES[word]
  const letters = word.toUpperCase()
  return [...codes.values()].includes(letters) ? letters : codes.get(word)
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

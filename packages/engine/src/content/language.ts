/** Right-to-left scripts, by ISO 15924 code. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']

/** Open Graph locales that are not language and region. */
const OPEN_GRAPH: Record<string, string> = { ar: 'ar_AR', 'es-419': 'es_LA' }

export function isRightToLeft(language: string): boolean {
  const { script } = new Intl.Locale(language).maximize()
  return script !== undefined && RIGHT_TO_LEFT.includes(script)
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

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

let codes: Map<string, string> | undefined

/** The code of a language by its English or native name, such as German or Deutsch. */
export function readLanguage(text: string): string | undefined {
  codes ??= readCodes()
  return codes.get(text.trim().toLowerCase())
}

function readCodes(): Map<string, string> {
  const known = Intl.DisplayNames.supportedLocalesOf(
    LETTERS.flatMap((one) => LETTERS.map((other) => one + other)),
  )
  return new Map(
    known.flatMap((code) =>
      ['en', code].flatMap((language): [string, string][] => {
        const name = new Intl.DisplayNames(language, { type: 'language' }).of(code)
        return name ? [[name.toLowerCase(), code]] : []
      }),
    ),
  )
}

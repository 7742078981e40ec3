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

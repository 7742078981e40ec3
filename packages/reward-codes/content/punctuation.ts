const COLONS: Record<string, string> = { fr: '\u00a0: ', ja: '：', zh: '：' }

/** What stands between a label and its value. */
export function colonIn(tag: string): string {
  return COLONS[new Intl.Locale(tag).language] ?? ': '
}

const COMMAS: Record<string, string> = { ar: '، ', fa: '، ', ur: '، ', ja: '、', zh: '，' }

/** The comma of a language, with its space. */
export function commaIn(tag: string): string {
  return COMMAS[new Intl.Locale(tag).language] ?? ', '
}

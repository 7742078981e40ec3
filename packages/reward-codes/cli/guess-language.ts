/** Scripts that one language writes, or mostly one. */
const SCRIPTS: [script: RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/[іїєґ]/iu, 'uk'],
]

/** Parts of the words with which headlines of developers differ. */
const WORDS: [word: RegExp, language: string][] = [
  [/entwickl|gestalt|berat|ingenieur(?!e\b)|freiberuf/i, 'de'],
  [/développ|conceptrice|ingénieur|indépendant/i, 'fr'],
  [/desarroll|diseñ|ingenier|autónom/i, 'es'],
  [/sviluppat|progettist|ingegner|libero professionista/i, 'it'],
  [/desenvolve|engenheir|programadora? web/i, 'pt'],
  [/ontwikkel|ontwerper|zelfstandig/i, 'nl'],
  [/utveckl|formgivare|frilansande/i, 'sv'],
  [/programist|deweloper|projektant|inżynier/i, 'pl'],
  [/vývojář|programátor|návrhář|inženýr/i, 'cs'],
  [/developer|engineer|designer|consultant/i, 'en'],
]

/** The language of a headline and a name, or else that of the machine. */
export function guessLanguage(text: string, machine = machineLanguage()): string {
  const own = [machine, machine.split('-')[0] ?? '']
  const matching = SCRIPTS.filter(([script]) => script.test(text)).map(([, language]) => language)
  // A name in Han is also Japanese, one in Arabic letters also Persian: the machine knows.
  const [script] = matching
  if (script) return own.find((language) => isOfScript(language, script)) ?? script
  const [, word] = WORDS.find(([word]) => word.test(text)) ?? []
  // Many write their English headline on a machine and a page of another language.
  return !word || word === 'en' ? machine : word
}

function isOfScript(language: string, found: string): boolean {
  const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script
  const isHan = ['Jpan', 'Hans', 'Hant'].includes(scriptOf(language) ?? '') && found === 'zh'
  return isHan || scriptOf(language) === scriptOf(found)
}

/** The language of this machine; English if it has none. */
function machineLanguage(): string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  return locale.split('-')[0] ?? 'en'
}

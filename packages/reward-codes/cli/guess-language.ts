import { LANGUAGES } from '../content/strings/languages.ts'
import { leavesOf } from '../content/values.ts'

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

/** Words that texts of one language have often, and those of others rarely. */
const OFTEN: Record<string, string> = {
  cs: 'že jsem byl při pro jako který které jsou nebo také byla pomocí',
  de: 'und der die das mit für von ich ist eine zur bei nicht den dem',
  en: 'the and of with for to in is was that from by using as my',
  es: 'el los las del para con una por como y más desde en que sus',
  fr: 'les des et dans pour avec une du sur en je au par aux nous',
  it: 'il di della dei per con una che gli nel sono le del e alla',
  nl: 'het een van en met voor de ik op bij aan naar als ook zijn',
  pl: 'się z w na oraz do dla jako przez od był jest i przy po',
  pt: 'os das dos para com uma em e na no que do da como mais',
  sv: 'och att för med som av den ett är jag på till från det i',
  uk: 'та для у на з що як від до і був при було',
}

/** Enough words to distinguish languages that share some. */
const MIN_OFTEN = 4

/** The language of the texts of an import, or undefined if they are few. */
export function textLanguage(content: unknown): string | undefined {
  const text = leavesOf(content)
    .map(({ leaf }) => leaf)
    .join(' ')
    .toLowerCase()
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const lettersOf = (script: RegExp) => text.match(new RegExp(script, 'giu'))?.length ?? 0
  const [, written] = SCRIPTS.find(([script]) => lettersOf(script) > words.length) ?? []
  if (written) return written
  const counts = Object.keys(LANGUAGES).map((name) => {
    const list = OFTEN[name]?.split(' ') ?? []
    return { name, count: words.filter((word) => list.includes(word)).length }
  })
  const [best] = counts.toSorted((one, other) => other.count - one.count)
  return best && best.count >= MIN_OFTEN ? best.name : undefined
}

/** The language of a headline and a name, or else that of the machine. */
export function guessLanguage(
  text: string,
  locale = new Intl.DateTimeFormat().resolvedOptions().locale,
): string {
  const machine = languageOf(locale)
  const matching = SCRIPTS.filter(([script]) => script.test(text)).map(([, language]) => language)
  // A name in Han is also Japanese, one in Arabic letters also Persian: the machine knows.
  const [script] = matching
  if (script) return isOfScript(machine, script) ? machine : script
  const [, word] = WORDS.find(([word]) => word.test(text)) ?? []
  // Many write their English headline on a machine and a page of another language.
  return !word || word === 'en' ? machine : word
}

function isOfScript(language: string, found: string): boolean {
  const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script
  const isHan = ['Jpan', 'Hans', 'Hant'].includes(scriptOf(language) ?? '') && found === 'zh'
  return isHan || scriptOf(language) === scriptOf(found)
}

/** The language of a locale. Chinese has its script, which decides on the labels and the font. */
function languageOf(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize()
  return language === 'zh' ? `zh-${script}` : language
}

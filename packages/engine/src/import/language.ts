import { textsOf } from '../content/values.ts'
import type { Draft } from './draft.ts'

/** Stop words: frequent in one language, rare in the others. */
const STOP_WORDS: Record<string, string> = {
  en: 'the and of to in for with that is was are from by an as at on this i my we our their which have has it or who',
  de: 'und der die das den dem des ein eine einer eines für mit von zu zur zum im auf bei ist sind als auch ich nicht sowie durch wir bis nach aus an oder über wie',
  fr: "le la les des du de et en un une pour dans avec sur au aux par est que qui je nous mes mon à ses plus leur chez d'une",
  es: 'el la los las de del y en un una para con por que es al se mi su como más desde hasta sus lo nos',
  it: 'il lo la i gli le di del della dei delle e in un una per con che è al alla da dal dalla nel nella sono si mi come ed',
  pt: 'o a os as de do da dos das e em um uma para com por que é ao à no na nos nas se meu como mais até pela pelo',
  nl: 'de het een en van in voor met op aan te is zijn ik bij door naar tot uit als dat die onze om mijn wij ook',
  pl: 'i w z na do od dla oraz się jest po przez przy o że jak za nie to są ze u pod który która które',
  cs: 'a v se na je že s z do o k i pro jako od za by jsem po u až který která které při ve',
  sk: 'a v vo so sa je na že s z do o k aj pre ako od za by som po u až ktorý ktorá ktoré pri sú ich',
  hr: 'i u na za s sa se je su od do o po iz kao te koji koja koje koju sam uz bez što ili kod prema',
  ro: 'de la și în cu pe din pentru o un unei unui al ale a sunt este am care prin ca sau mai să până ani cât',
  da: 'og i at det som en et på er af for til den har jeg fra de om med vi ved samt der hvor også mig blev efter mellem uden mere noget ind ud',
  nb: 'og i å det som en et på er av for til den har jeg fra de om med vi ved samt hvor også meg ble etter mellom uten mer noe inn ut',
  sv: 'och i att det som en ett på av för är med till den har jag från de om vi vid samt där',
}

/** Letters that separate languages with common stop words. */
const LETTERS: Record<string, RegExp> = {
  de: /[ßü]/,
  fr: /[êœ]/,
  es: /ñ/,
  pt: /[ãõ]/,
  pl: /[ąćęłńśźż]/,
  cs: /[ěřů]/,
  sk: /[ľĺŕ]/,
  hr: /[ćđ]/,
  ro: /[ășşțţ]/,
  // Not the word å alone, which is Norwegian.
  da: /[æø]|å.|.å/,
  nb: /[æøå]/,
  sv: /å/,
}

const STOPS = Object.entries(STOP_WORDS).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
)

/** Scripts that identify a language, the more specific ones first. */
const SCRIPTS: [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
]
/** Letters of one Cyrillic language only. */
const CYRILLIC: [language: string, letters: RegExp][] = [
  ['be', /ў/i],
  ['uk', /[іїєґ]/i],
  ['ru', /[ыэё]/i],
]

/** A language is sure if its text has this many stop words, and leads by this factor. */
const SURE = { fewest: 4, margin: 1.6 }
/** The language that leads, by however little. */
const LIKELY = { fewest: 1, margin: 1 }
/** Product names are Latin in every language. */
const SHARE_OF_SCRIPT = 0.2

/** Fields that contain sentences. */
const PROSE = ['headline', 'bio', 'description', 'highlights', 'summary', 'course', 'area']

/** The language of an import; undefined if its text does not determine it. */
export function languageOf(draft: Draft, isSure = true): string | undefined {
  const prose = textsOf(draft).filter(({ path }) =>
    path.some((step) => PROSE.includes(String(step))),
  )
  return detectLanguage(
    prose.map(({ text }) => text),
    isSure,
  )
}

/** The language of texts. `isSure` is false for a default answer that a person confirms. */
export function detectLanguage(texts: string[], isSure = true): string | undefined {
  const text = texts.join('\n')
  return byScript(text) ?? byStopWords(text, isSure ? SURE : LIKELY)
}

function byScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const isIn = (script: RegExp) => (text.match(script)?.length ?? 0) > letters * SHARE_OF_SCRIPT
  if (isIn(/\p{Script=Cyrillic}/gu)) return CYRILLIC.find(([, only]) => only.test(text))?.[0]
  return SCRIPTS.find(([, script]) => isIn(script))?.[0]
}

/**
 * The language with at least `fewest` stop words that leads every other by the factor `margin`.
 * Words that two languages share, such as Danish and Norwegian, count for neither.
 */
function byStopWords(text: string, { fewest, margin }: typeof SURE): string | undefined {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  const found = STOPS.map(([language, stops]) => ({
    language,
    own: words.filter((word) => stops.has(word) || LETTERS[language]?.test(word)),
  }))
  const leads = (one: string[], other: string[]) =>
    one.filter((word) => !other.includes(word)).length >
    other.filter((word) => !one.includes(word)).length * margin
  return found.find(
    ({ own }) =>
      own.length >= fewest && found.every((other) => other.own === own || leads(own, other.own)),
  )?.language
}

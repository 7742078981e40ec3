import type { Portfolio } from './portfolio.ts'
import { isRichText, mapText, type RichText } from './rich-text.ts'
import { mapLeaves } from './values.ts'

/** The quotation marks of a language: double and single, opening and closing. */
type Quotes = readonly [open: string, close: string, innerOpen: string, innerClose: string]

const NO_BREAK = '\u00a0'
const NARROW_NO_BREAK = '\u202f'
const APOSTROPHE = '’'

const QUOTES: Record<string, Quotes> = {
  ar: ['«', '»', '“', '”'],
  cs: ['„', '“', '‚', '‘'],
  de: ['„', '“', '‚', '‘'],
  'de-CH': ['«', '»', '‹', '›'],
  en: ['“', '”', '‘', '’'],
  es: ['«', '»', '“', '”'],
  fr: [`«${NARROW_NO_BREAK}`, `${NARROW_NO_BREAK}»`, '“', '”'],
  it: ['«', '»', '“', '”'],
  ja: ['「', '」', '『', '』'],
  nl: ['“', '”', '‘', '’'],
  pl: ['„', '”', '‚', '’'],
  pt: ['“', '”', '‘', '’'],
  sv: ['”', '”', '’', '’'],
  uk: ['«', '»', '„', '“'],
  zh: ['“', '”', '‘', '’'],
}

/** Words of one letter that do not end a line. */
const SHORT_WORDS: Record<string, string> = { cs: 'aikosuvz', pl: 'aiouwz' }

const UNITS = [
  ...['%', '‰', '°', '°C', '°F', '€', '$', '£', 'zł', 'Kč', 'kr', 'грн'],
  ...['km', 'm', 'cm', 'mm', 'kg', 'g', 'mg', 't', 'l', 'ml', 'h', 'min', 's', 'ms', 'km/h'],
  ...['px', 'pt', 'B', 'kB', 'KB', 'MB', 'GB', 'TB', 'Hz', 'kHz', 'MHz', 'GHz', 'W', 'kW', 'kWh'],
]
const escapedUnits = UNITS.map((unit) => unit.replace('$', String.raw`\$`)).join('|')
const BEFORE_UNIT = new RegExp(String.raw`(?<=\d) (?=(?:${escapedUnits})(?![\p{L}\p{N}]))`, 'gu')

/** Between an abbreviation and its number, as in "Art. 77". */
const BEFORE_NUMBER = /(?<=(?<!\p{L})(?:art|abs|buchst|lit|nr|no)\.|§) (?=\d|\p{L}(?!\p{L}))/giu

/** URLs and mail addresses, without the sign that ends the sentence. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s"<>]*[^\s"'<>.,;:!?)]|\w[\w.+'-]*@[\w-]+(?:\.[\w-]+)+/g

const WORD = /[\p{L}\p{N}]/u
/** Japanese and Chinese have no spaces between words. */
const MAY_PRECEDE_QUOTE = /[\s([{\-–—/"'«»„“‚‘’\u3000-\u30ff\uff01-\uff1f\p{Script=Han}]/u

/**
 * Sets the quotation marks, apostrophes and no-break spaces of all texts that visitors read, in the language
 * of the site. Settings of the form stay as written.
 */
export function typeset(portfolio: Portfolio): Portfolio {
  const { contact } = portfolio
  const { language } = portfolio.site
  const set = mapLeaves(portfolio, (leaf) => typesetLeaf(leaf, language)) as Portfolio
  return set.contact && contact ? { ...set, contact: { ...set.contact, form: contact.form } } : set
}

export function typesetLeaf(leaf: unknown, language: string): unknown {
  if (isRichText(leaf)) return typesetRichText(leaf, language)
  return typeof leaf === 'string' ? typesetText(leaf, language) : leaf
}

export function typesetText(text: string, language: string): string {
  return typesetParts([{ text, isCode: false }], language).join('')
}

function typesetRichText(text: RichText, language: string): RichText {
  const parts: Part[] = []
  mapText(text, (part, isCode) => {
    parts.push({ text: part, isCode })
    return part
  })
  const set = typesetParts(parts, language).values()
  return mapText(text, () => set.next().value ?? '')
}

type Part = { text: string; isCode: boolean }

/** Sets the parts of a text together: a quotation may begin in one part and end in another. */
function typesetParts(parts: Part[], tag: string): string[] {
  const language = tag.split('-')[0]?.toLowerCase() ?? ''
  const quotes = QUOTES[tag] ?? QUOTES[language]
  // Code and addresses become letters without a meaning here, so that no rule applies in them.
  const text = parts
    .map((part) => (part.isCode ? 'x'.repeat(part.text.length) : part.text))
    .join('')
    .replace(ADDRESS, (address) => 'x'.repeat(address.length))
  const changes = new Map<number, string>([
    ...(quotes ? findQuotes(text, quotes) : []),
    ...findSpaces(text, language),
  ])
  let start = 0
  return parts.map((part) => {
    const from = start
    start += part.text.length
    return part.text.replace(/["' ]/g, (sign, at) => changes.get(from + at) ?? sign)
  })
}

/**
 * The straight quotes and apostrophes, and what replaces them. A quote without a counterpart stays, because
 * it may be a measure, as in 27".
 */
function* findQuotes(text: string, quotes: Quotes): Generator<[number, string]> {
  const [open, close, innerOpen, innerClose] = quotes
  let isOpen = false
  let isInnerOpen = false
  for (const { index, 0: sign } of text.matchAll(/["']/g)) {
    const before = text[index - 1] ?? ' '
    const after = text[index + 1] ?? ' '
    const canOpen = MAY_PRECEDE_QUOTE.test(before) && !/\s/.test(after)
    const canClose = !/\s/.test(before)
    if (sign === '"') {
      if (isOpen && canClose) {
        isOpen = false
        yield [index, close]
      } else if (canOpen && /\S"/.test(text.slice(index + 1))) {
        isOpen = true
        yield [index, open]
      }
    } else if (WORD.test(before) && WORD.test(after)) {
      if (!/\d/.test(before) || !/\d/.test(after)) yield [index, APOSTROPHE]
    } else if (isInnerOpen && canClose) {
      isInnerOpen = false
      yield [index, innerClose]
    } else if (canOpen && !/\d/.test(after) && /\S'(?![\p{L}\p{N}])/u.test(text.slice(index + 1))) {
      isInnerOpen = true
      yield [index, innerOpen]
    } else if (/\p{L}/u.test(before) || (canOpen && WORD.test(after))) yield [index, APOSTROPHE]
  }
}

const COLONS: Record<string, string> = { fr: `${NO_BREAK}: `, ja: '：', zh: '：' }

/** What stands between a label and its value. */
export function colonIn(tag: string): string {
  return COLONS[new Intl.Locale(tag).language] ?? ': '
}

const COMMAS: Record<string, string> = { ar: '، ', fa: '، ', ur: '، ', ja: '、', zh: '，' }

/** The comma of a language, with its space. */
export function commaIn(tag: string): string {
  return COMMAS[new Intl.Locale(tag).language] ?? ', '
}

/** The spaces at which no line breaks. */
function* findSpaces(text: string, language: string): Generator<[number, string]> {
  for (const { index } of text.matchAll(BEFORE_UNIT)) yield [index, NO_BREAK]
  for (const { index } of text.matchAll(BEFORE_NUMBER)) yield [index, NO_BREAK]
  for (const { index } of text.matchAll(/(?<=\S) (?=…)/g)) yield [index, NO_BREAK]
  const words = SHORT_WORDS[language]
  if (words) {
    const shortWord = new RegExp(String.raw`(?<![\p{L}\p{N}])[${words}] (?=\S)`, 'giu')
    for (const { index } of text.matchAll(shortWord)) yield [index + 1, NO_BREAK]
  }
  if (language === 'fr') {
    for (const { index } of text.matchAll(/(?<=«) | (?=[;!?»])/g)) yield [index, NARROW_NO_BREAK]
    for (const { index } of text.matchAll(/ (?=:(?:\s|$))/g)) yield [index, NO_BREAK]
  }
}

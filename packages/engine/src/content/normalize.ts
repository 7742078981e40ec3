import { readAddress } from './address.ts'
import { readImagePath } from './fields.ts'
import { countryCode, readLanguage } from './locale.ts'
import { isOwnSection } from './own-sections.ts'
import { LANGUAGES } from './strings/languages.ts'

type Parser = (text: string) => unknown

/** Parsers of fields with several unambiguous spellings. Undefined leaves the value unchanged. */
const PARSERS: Record<string, Parser> = {
  period: readPeriod,
  date: readDate,
  url: readAddress,
  githubUrl: readAddress,
  projectUrl: readAddress,
  link: readAddress,
  country: countryCode,
  color: readColour,
  language: readLanguage,
  level: readPercent,
  image: readImagePath,
  imgSrc: readImagePath,
  portrait: readImagePath,
  poster: readImagePath,
  picture: readImagePath,
  icon: (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  number: (text) => text,
  year: readYears,
}

/** The named colours of CSS 2.1. */
const NAMED_COLOURS: Record<string, string> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
}

/**
 * Converts dates, addresses, numbers, colours, countries and images to the schema's format. The fields of an
 * own section are those of the owner's schema.
 */
export function normalizeContent(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(normalizeContent)
  if (typeof content !== 'object' || content === null || isOwnSection(content)) return content
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, normalizeField(key, value)]),
  )
}

function normalizeField(key: string, value: unknown): unknown {
  const parse = Object.hasOwn(PARSERS, key) ? PARSERS[key] : undefined
  const isText = typeof value === 'string' || (Number.isFinite(value) && key !== 'level')
  return parse && isText ? (parse(String(value)) ?? value) : normalizeContent(value)
}

function readPercent(text: string): number | undefined {
  const [, digits] = /^\s*(\d{1,3})\s*%?\s*$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Parses a named colour, #rgb or #rrggbb (# optional) to #rrggbb. */
function readColour(text: string): string | undefined {
  const written = text.trim().toLowerCase()
  if (Object.hasOwn(NAMED_COLOURS, written)) return NAMED_COLOURS[written]
  const [, short] = /^#?([\da-f]{3})$/.exec(written) ?? []
  if (short) return `#${[...short].map((digit) => digit + digit).join('')}`
  const [, long] = /^#?([\da-f]{6})$/.exec(written) ?? []
  return long && `#${long}`
}

/** Words for the end of a current period, beside those that the page shows. */
const PRESENT = new Set(
  [
    Object.values(LANGUAGES).map(({ present }) => withStraightApostrophes(present)),
    ['the present', 'now', 'today', 'current', 'currently', 'ongoing', 'to date'],
    ['jetzt', 'aktuell', 'derzeit', 'laufend', 'gegenwart', 'huidig', 'idag', 'i dag', 'pågående'],
    ['nuvarande', 'teraz', 'dziś', 'do dziś', 'nadal', 'dzisiaj', 'aktualnie'],
    ['do chwili obecnej', 'chwili obecnej', 'současnost', 'současnosti', 'do současnosti'],
    ['nyní', 'dnes', 'dodnes', 'doposud'],
    ['présent', 'maintenant', 'actuellement', 'à ce jour', 'ce jour'],
    ['la actualidad', 'presente', 'el presente', 'hoy', 'actual', 'attuale', 'in corso'],
    ['atual', 'hoje', 'o momento', 'atualmente', 'vandaag'],
    ['тепер', 'сьогодні', 'до сьогодні', 'зараз', 'нині', 'донині'],
    ['теперішній час', 'по теперішній час', 'теперішнього часу', 'до теперішнього часу'],
  ].flat(),
)

const SINCE = /^(?:since|from|seit|ab|od|depuis|desde|dal|da|sinds|vanaf|sedan|з|від)\s+(.+)$/i

/** The first match splits a range. A hyphen needs spaces, because it also separates date parts. */
const RANGE_SEPARATORS = [
  /\s*[–—]\s*/,
  /\s+-+\s+|\s+-+$/,
  /\s+(?:to|until|till|bis|do|à|au|al?|hasta|até|tot|до)\s+/i,
  /(?<=^(?:\d{1,2}[./])?\d{4})-(?=(?:\d{1,2}[./])?\d{4}$)/,
]

/** Whether a text means "present" in one of the languages above. */
export function isPresent(text: string): boolean {
  return PRESENT.has(withStraightApostrophes(text.trim().toLowerCase()))
}

function withStraightApostrophes(text: string): string {
  return text.replaceAll('’', "'")
}

/** Parses a date to 2020, 2020-05 or 2020-05-17. Undefined if it is invalid or ambiguous. */
export function readDate(text: string): string | undefined {
  return parseNumericDate(text.trim()) ?? parseTextDate(text)
}

/** Parses a period to 2018-10 – 2022-03, 2025 – present or a single date. */
function readPeriod(text: string): string | undefined {
  const written = text.trim()
  const date = readDate(written)
  if (date) return date
  const [, since] = SINCE.exec(written) ?? []
  const start = since && readDate(since)
  if (start) return `${start} – present`
  const separator = RANGE_SEPARATORS.find((pattern) => pattern.test(written))
  const [first = '', last = '', ...others] = separator ? written.split(separator) : []
  const to = last === '' || isPresent(last) ? 'present' : readDate(last)
  // In "May – July 2019", only the end has a year.
  const from = readDate(first) ?? parseTextDate(`${first} ${to?.slice(0, 4)}`)
  return from && to && others.length === 0 ? `${from} – ${to}` : undefined
}

function parseNumericDate(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:T.*)?$/.exec(text) ?? []
  if (year) return toIsoDate(year, month, day)
  // With dots, the day is always first. With slashes, the order depends on the country.
  const [, lateDay, lateMonth, lateYear] =
    /^(?:(\d{1,2})\.)?(\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  return lateYear && toIsoDate(lateYear, lateMonth, lateDay)
}

/** Parses dates such as "Jan 2020", "5 marca 2020" or "Jan 5, 2020". */
function parseTextDate(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []
  const numbers = words.filter((word) => /\d/.test(word))
  const year = numbers.find((word) => /^\d{4}$/.test(word))
  const day = numbers.find((word) => /^\d{1,2}$/.test(word))
  const names = words.filter((word) => !/\d/.test(word) && word !== 'de')
  months ??= readMonths()
  const month = months.get(names[0] ?? '')
  const hasOtherParts = names.length > 1 || numbers.length > (day ? 2 : 1)
  if (!year || !month || hasOtherParts) return undefined
  return toIsoDate(year, String(month), day)
}

function toIsoDate(year: string, month?: string, day?: string): string | undefined {
  const isInRange = (part: string | undefined, max: number) =>
    part === undefined || (Number(part) >= 1 && Number(part) <= max)
  if (Number(year) < 1000 || !isInRange(month, 12) || !isInRange(day, 31)) return undefined
  return [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => part.padStart(2, '0'))
    .join('-')
}

/** Parses a year or the first and last year of a project. Undefined leaves the value unchanged. */
function readYears(text: string): string | undefined {
  const period = readPeriod(text)
  return period?.replace(/(\d{4})(-\d\d)*/g, '$1').replace(/^(\d{4}) – \1$/, '$1')
}

let months: Map<string, number> | undefined

/** The names of the months alone and next to a day, where some languages inflect them. */
function readMonths(): Map<string, number> {
  const forms: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
  ]
  const names = new Map<string, number>()
  for (const language of Object.keys(LANGUAGES)) {
    for (const form of forms) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2024, month - 1))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        names.set(name.toLowerCase().replace('.', ''), month)
      }
    }
  }
  return names
}

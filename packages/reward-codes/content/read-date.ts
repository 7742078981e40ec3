import { LANGUAGES_OF_NAMES } from './countries.ts'

/** What the last date of a period says in place of a date: that it goes on. */
const PRESENT = [
  ...['present', 'current', 'currently', 'now', 'ongoing', 'today', 'to date', 'until now'],
  ...['till now', 'till date', 'to present', 'heute', 'bis heute', 'aktuell', 'derzeit', 'jetzt'],
  ...['laufend', 'gegenwart', 'présent', 'à présent', "aujourd'hui", 'actuel', 'actuellement'],
  ...['à ce jour', 'maintenant', 'en cours', 'presente', 'actualidad', 'actual', 'actualmente'],
  ...['hasta la fecha', 'hoy', 'ahora', 'en curso', 'oggi', 'ad oggi', 'attuale', 'attualmente'],
  ...['in corso', 'atual', 'atualmente', 'atualidade', 'até o momento', 'hoje', 'momento', 'heden'],
  ...['nu', 'huidig', 'vandaag', 'tegenwoordig', 'nuvarande', 'idag', 'i dag', 'pågående', 'nå'],
  ...['tills vidare', 'nuværende', 'nåværende', 'nyt', 'nykyinen', 'nykyään', 'jatkuu', 'nadal'],
  ...['obecnie', 'teraz', 'dziś', 'do teraz', 'do chwili obecnej', 'aktualnie', 'současnost'],
  ...['nyní', 'dosud', 'dnes', 'do současnosti', 'súčasnosť', 'doteraz', 'jelenleg', 'jelen'],
  ...['napjainkig', 'folyamatban', 'prezent', 'în prezent', 'acum', 'günümüz', 'halen', 'şimdi'],
  ...['devam ediyor', 'дотепер', 'донині', 'зараз', 'теперішній час', 'по теперішній час'],
  ...['сьогодні', 'настоящее время', 'по настоящее время', 'нв', 'по нв', 'сейчас', 'сегодня'],
  ...['σήμερα', 'έως σήμερα', 'παρόν', 'τώρα', 'الآن', 'حتى الآن', 'حاليا', 'حالياً', 'اکنون'],
  ...[
    'تاکنون',
    'היום',
    'כיום',
    'הווה',
    'עכשיו',
    '現在',
    '現職',
    '在職中',
    '至今',
    '现在',
    '目前',
    '迄今',
  ],
  ...['현재', '재직중', '재직 중', '지금', 'वर्तमान', 'अब तक', 'hiện tại', 'hiện nay', 'nay'],
  ...['sekarang', 'saat ini', 'kini', 'kasalukuyan'],
]

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g

/** A date in ISO form, and whether it is all that the text says. */
export type ReadDate = { date: string; isWhole: boolean }

/** The date of a text in any language: 2023-9-28, 09/2023, 28.9.2023, Sept. 2023, 2023年9月. */
export function readDate(text: string): ReadDate | undefined {
  const plain = withLatinDigits(text)
    .toLowerCase()
    .replace(/(t| )\d\d:\d\d.*|\/\/.*/, '')
    .replace(/['’](\d\d)(?!\d)/, (_, end) => `${end < 50 ? ' 20' : ' 19'}${end}`)
    .trim()
  const [year] = plain.match(YEAR) ?? []
  if (!year) return undefined
  const [day, month] = partsOf(plain, year)
  const parts = [year, ...(month ? [month] : []), ...(month && day ? [day] : [])].map(twoDigits)
  const words = plain.match(WORD) ?? []
  const isNamed = words.some((word) => months().has(word))
  const numbers = plain.match(/\d+/g) ?? []
  const isWhole =
    numbers.length + (isNamed ? 1 : 0) === parts.length &&
    words.every((word) => months().has(word) || SMALL.includes(word))
  return { date: parts.join('-'), isWhole }
}

type DayAndMonth = [day?: number | undefined, month?: number]

export function saysPresent(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/[.()[\]–-]/g, '')
    .replaceAll('’', "'")
    .trim()
  return PRESENT.includes(plain)
}

const WORD = /[\p{L}\p{M}]+/gu
/** Words beside day, month and year. */
const SMALL = ['de', 'del', 'd', 'of', 'th', 'st', 'nd', 'rd', '年', '月', '日', '년', '월', '일']

/** The day and the month beside a year. Two numbers that may both be the month are neither. */
function partsOf(text: string, year: string): DayAndMonth {
  const iso = new RegExp(
    `${year}\\s*[-/.年년]\\s*(\\d{1,2})(?!\\d)(?:\\s*[-/.月월]\\s*(\\d{1,2})(?!\\d))?`,
  )
  const [, month, day] = iso.exec(text) ?? []
  if (month) return valid(Number(day ?? 0), Number(month))
  const [, first, sign, second] =
    new RegExp(`(?<!\\d)(\\d{1,2})(?:\\s*([-/.])\\s*(\\d{1,2}))?\\s*[-/.]\\s*${year}`).exec(text) ??
    []
  if (first && !second) return valid(0, Number(first))
  if (first && second) return dayFirst(Number(first), Number(second), sign === '.')
  const named = (text.match(WORD) ?? []).map((word) => months().get(word)).find(Boolean)
  if (!named) return []
  const [, number] = /(?<!\d)(\d{1,2})(?!\d)/.exec(text.replace(year, ' ')) ?? []
  return valid(Number(number ?? 0), named)
}

/** Days come first where dots are between, months in America. */
function dayFirst(first: number, second: number, isDotted: boolean): DayAndMonth {
  if (isDotted || first > 12) return valid(first, second)
  return second > 12 || first === second ? valid(second, first) : []
}

function valid(day: number, month: number): DayAndMonth {
  if (month < 1 || month > 12) return []
  return [day >= 1 && day <= 31 ? day : undefined, month]
}

function twoDigits(number: number | string): string {
  return String(number).padStart(2, '0')
}

/** Digits of every script as 0 to 9. */
function withLatinDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The ten digits of a script are in a row.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
    return String(code - zero)
  })
}

let known: Map<string, number> | undefined

/** The months by their long and short names, alone and beside a day. */
function months(): Map<string, number> {
  known ??= new Map(LANGUAGES_OF_NAMES.flatMap(monthsIn))
  return known
}

function monthsIn(language: string): [name: string, month: number][] {
  const styles = [{ month: 'long' }, { month: 'short' }] as const
  const days = [{}, { day: 'numeric' }] as const
  const formats = styles.flatMap((style) =>
    days.map((day) => {
      const options = { timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const
      return new Intl.DateTimeFormat(language, { ...options, ...style, ...day })
    }),
  )
  return formats.flatMap((format) =>
    Array.from({ length: 12 }, (_, index): [string, number][] => {
      const parts = format.formatToParts(Date.UTC(2026, index, 5))
      const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? ''
      const word = /\d/.test(name) ? undefined : name.match(WORD)?.at(-1)
      return word ? [[word, index + 1]] : []
    }).flat(),
  )
}

import { cleanLine } from './clean-text.ts'

/** Languages in which exports name their months. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']
const GOING_ON = /^(present|current|now|today|ongoing)$/i

type ReadDate =
  | { kind: 'date'; date: string }
  | { kind: 'none' }
  | { kind: 'unknown'; text: string }

/** A date in any usual form as 2020, 2020-05 or 2020-05-17. */
export function readDate(value: unknown): ReadDate {
  const text = cleanLine(value)
  if (!text || GOING_ON.test(text)) return { kind: 'none' }
  const date = readNumbers(text) ?? readWords(text)
  return date ? { kind: 'date', date } : { kind: 'unknown', text }
}

/** From when to when, as the content writes it, or why it cannot be told. */
export function readPeriod(start: unknown, end: unknown): { period?: string; fault?: string } {
  const from = readDate(start)
  const to = readDate(end)
  for (const side of [from, to]) {
    if (side.kind === 'unknown') return { fault: `"${side.text}" is no date` }
  }
  if (from.kind !== 'date') return to.kind === 'date' ? { period: to.date } : {}
  return { period: `${from.date} – ${to.kind === 'date' ? to.date : 'present'}` }
}

function readNumbers(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:T.*)?$/.exec(text) ?? []
  if (year) return join(year, month, day)
  const [, lateMonth, lateYear] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  return lateYear && join(lateYear, lateMonth)
}

/** Such as "Jan 2020", "5 marca 2020" or "Jan 5, 2020". */
function readWords(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []
  const year = words.find((word) => /^\d{4}$/.test(word))
  const day = words.find((word) => /^\d{1,2}$/.test(word))
  const names = words.filter((word) => /\p{L}/u.test(word) && word !== 'de')
  const [name] = names
  const month = name && monthNames().get(name)
  if (!year || !month || names.length > 1) return undefined
  return join(year, String(month), day)
}

function join(year: string, month?: string, day?: string): string | undefined {
  if (Number(year) < 1000 || (month && !isWithin(month, 12)) || (day && !isWithin(day, 31))) {
    return undefined
  }
  return [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => part.padStart(2, '0'))
    .join('-')
}

function isWithin(number: string, most: number): boolean {
  return Number(number) >= 1 && Number(number) <= most
}

let months: Map<string, number> | undefined

function monthNames(): Map<string, number> {
  months ??= new Map(
    LANGUAGES.flatMap((language) =>
      Array.from({ length: 12 }, (_, index) => namesOf(language, index)).flat(),
    ),
  )
  return months
}

/** A month by itself and beside a day, which changes its ending in some languages. */
function namesOf(language: string, index: number): [string, number][] {
  const first = Date.UTC(2024, index, 1)
  const forms: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
  ]
  return forms.flatMap((form): [string, number][] => {
    const parts = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).formatToParts(
      first,
    )
    const name = parts
      .find(({ type }) => type === 'month')
      ?.value.toLowerCase()
      .replace('.', '')
    return name ? [[name, index + 1]] : []
  })
}

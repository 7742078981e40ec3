import { LANGUAGES } from '../content/strings/languages.ts'

/** A date in the form of the content, and whether it is all that the text says. */
type ReadDate = { date: string; isWhole: boolean }

/** Reads 2023-9-28, 09/2023, 28.9.2023 and months of our languages: Sept. 2023. A text without a year is no date. */
export function readDate(text: string): ReadDate | undefined {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/t\d\d:.*/, '')
  const words = plain.match(/\d+|[\p{L}\p{M}]+/gu) ?? []
  const year = words.find((word) => /^(?:19|20)\d\d$/.test(word))
  if (!year) return undefined
  const named = words.flatMap((word) => months().get(word) ?? [])[0]
  const numbers = words.filter((word) => /^\d+$/.test(word) && word !== year).map(Number)
  const [month, day] = named
    ? [named, numbers[0]]
    : inOrder(numbers, words[0] === year, plain.includes('.'))
  const ofYear = existing(Number(year), month, day)
  const parts = [year, ...ofYear.map((part) => String(part).padStart(2, '0'))]
  // Short words say nothing, such as "th", "de" and 年.
  const said = words.filter((word) => word.length > 2 || /\d/.test(word))
  const isWhole = parts.length === said.length
  // A number beside other words may be no day.
  return { date: parts.slice(0, isWhole ? 3 : 2).join('-'), isWhole }
}

/** Whether a text is the word with which our labels say that something goes on. */
export function saysPresent(text: string): boolean {
  return Object.values(LANGUAGES).some(
    ({ present }) => present.toLowerCase() === text.toLowerCase(),
  )
}

type MonthAndDay = [month?: number | undefined, day?: number | undefined]

/** The month and the day. Two numbers before a year that may both be the month are neither. */
function inOrder(numbers: number[], isYearFirst: boolean, isDotted: boolean): MonthAndDay {
  const [first = 0, second] = numbers
  if (isYearFirst || second === undefined) return [first, second]
  // Days come first where dots are between, months in America.
  if (isDotted || first > 12) return [second, first]
  return second > 12 || first === second ? [first, second] : []
}

/** The month and the day, as far as the calendar has them. */
function existing(year: number, month = 0, day = 0): number[] {
  if (month < 1 || month > 12) return []
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? [month, day] : [month]
}

let known: Map<string, number> | undefined

/** The months by their long and short names, alone and beside a day. */
function months(): Map<string, number> {
  known ??= new Map([...Object.keys(LANGUAGES), 'en-GB'].flatMap(monthsIn))
  return known
}

function monthsIn(language: string): [name: string, month: number][] {
  const formats = (['long', 'short'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' } as const].map(
      (parts) => new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }),
    ),
  )
  return formats.flatMap((format) =>
    Array.from({ length: 12 }, (_, index): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2026, index, 5))
      const { value = '' } = parts.find(({ type }) => type === 'month') ?? {}
      return [/^[\p{L}\p{M}]+/u.exec(value.toLowerCase())?.[0] ?? '', index + 1]
    }),
  )
}

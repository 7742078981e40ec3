const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
/** The short or the long name. */
const MONTH = MONTHS.map((name) => name.replace(/(?<=^...).+/, '($&)?')).join('|')
const ISO_DATE = String.raw`\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?`
const DATE_SOURCE = String.raw`(${ISO_DATE}|(${MONTH}) \d{4})`

/** English has spaces around the dash, German between years has none. */
const DASH = '(?: ?– ?| - )'

/** A date: 2024, 2024-05, 2024-05-31 or May 2024. */
export const DATE = new RegExp(`^${DATE_SOURCE}$`)
/** A date, or two of them with a dash between. The last one may be `present`. */
export const PERIOD = new RegExp(`^${DATE_SOURCE}(${DASH}(${DATE_SOURCE}|present))?$`)
/** A year, or two of them with a dash between. The last one may be `present`. */
export const YEARS = new RegExp(String.raw`^\d{4}(${DASH}(\d{4}|present))?$`)

/** The dates of a text in ISO form, with an en dash between: "May 2024 - present" becomes "2024-05 – present". */
export function toIsoDates(text: string): string {
  return text
    .split(new RegExp(DASH))
    .map((date) => {
      const [, month = '', year] = /^([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(date) ?? []
      const number = MONTHS.findIndex((name) => name.startsWith(month)) + 1
      return year ? `${year}-${String(number).padStart(2, '0')}` : date
    })
    .join(' – ')
}

/** A single date, such as the day of a degree, is both `from` and `to`, with `isOneDate`. */
export type Period = { label: string; from: string; to: string | undefined; isOneDate?: true }

/** Formats "2023-02 – present" as "Feb 2023 – present" and keeps both ends as dates. */
export function readPeriod(period: string, language: string, present: string): Period {
  const [from = period, to] = period.split(' – ')
  const ends = [from, to].filter((end) => end !== undefined)
  const labels = ends.map((end) => (end === 'present' ? present : formatMonth(end, language)))
  return {
    label: [...new Set(labels)].join(' – '),
    from,
    to: to === 'present' ? undefined : (to ?? from),
    ...(to === undefined && { isOneDate: true }),
  }
}

/** A month such as 2023-02 in a language; a year stays a year. */
export function formatMonth(date: string, language: string): string {
  const [year = date, month] = date.split('-')
  if (!month) return year
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(Date.UTC(Number(year), Number(month) - 1))
}

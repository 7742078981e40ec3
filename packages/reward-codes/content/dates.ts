/** Days that no calendar has: 30 February, 31 April. */
const NO_DAY = String.raw`\d{4}-(?:02-3|(?:0[469]|11)-31)`
const DATE_SOURCE = String.raw`(?!${NO_DAY})\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?`

/** English has spaces around the dash, German between years has none. */
const DASH = '(?: ?– ?| - )'

/** A date: 2024, 2024-05 or 2024-05-31. */
export const DATE = new RegExp(`^${DATE_SOURCE}$`)
/** A date, or two of them with a dash between. The last one may be `present`. */
export const PERIOD = new RegExp(`^${DATE_SOURCE}(${DASH}(${DATE_SOURCE}|present))?$`)
/** A year, or two of them with a dash between. The last one may be `present`. */
export const YEARS = new RegExp(String.raw`^\d{4}(${DASH}(\d{4}|present))?$`)

/** Every dash as an en dash between spaces. */
export function withEnDash(period: string): string {
  return period.split(new RegExp(DASH)).join(' – ')
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

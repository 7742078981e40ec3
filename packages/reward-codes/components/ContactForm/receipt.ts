import { attempt } from '../lib/feature-detection.ts'

/** What a visitor can quote: the owner finds it in the mail, as the field `receipt`. */
export function receiptNumber(submissionId: string): string {
  return submissionId
    .slice(0, 8)
    .replace(/^.{4}(?=.)/, '$&-')
    .toUpperCase()
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** A point in time where the owner is, or where the visitor is if the owner has not said where. */
export function formatTime(time: Date, language: string, timeZone: string | undefined): string {
  const options = { ...DAY, year: 'numeric', ...TIME } as const
  return inZone(timeZone, (zone) =>
    new Intl.DateTimeFormat(language, { ...options, ...zone }).format(time),
  )
}

/** The last of the working days after a point in time. Holidays are not known here. */
export function answerDay(time: Date, workingDays: number, timeZone: string | undefined): Date {
  // Swedish dates are ISO dates, which JavaScript reads as UTC.
  const day = new Date(inZone(timeZone, (zone) => new Intl.DateTimeFormat('sv', zone).format(time)))
  for (let left = workingDays; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    const isWeekend = day.getUTCDay() % 6 === 0
    if (!isWeekend) left--
  }
  return day
}

export function formatDay(day: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { ...DAY, timeZone: 'UTC' }).format(day)
}

/** The browser may not know the time zone. */
function inZone(timeZone: string | undefined, format: (zone: { timeZone?: string }) => string) {
  return attempt(() => format(timeZone ? { timeZone } : {})) ?? format({})
}

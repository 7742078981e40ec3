/** Whether `Intl` formats times in this time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A formatter takes 30 KiB outside the heap that garbage collection watches, so each is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const TIME_FORMAT: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}

/** Formats the day and the minute for people. Throws on an unknown time zone. */
export function formatTime(time: number, language: string, timeZone: string | undefined): string {
  const key = `${language} ${timeZone}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...TIME_FORMAT, timeZone })
  formatters.set(key, formatter)
  return formatter.format(time)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats a duration in its largest whole unit: 40 s, 12 min, 3 h, 12 d. */
export function formatLength(milliseconds: number): string {
  const length = Math.max(0, milliseconds)
  if (length < MINUTE_MS) return `${Math.floor(length / 1000)} s`
  if (length < HOUR_MS) return `${Math.floor(length / MINUTE_MS)} min`
  if (length < 2 * DAY_MS) return `${Math.floor(length / HOUR_MS)} h`
  return `${Math.floor(length / DAY_MS)} d`
}

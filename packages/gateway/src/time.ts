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

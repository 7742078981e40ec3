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

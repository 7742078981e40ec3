import { readPeriod } from './dates.ts'
import type { Entry, Tenure, Work } from './portfolio.ts'

type Words = { language: string; present: string }

/** Joins the neighbours in a list of work that are positions at one employer, one after the other. */
export function tenuresOf(entries: Entry[], words: Words): Tenure[] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.some((position) => areConsecutive(position, entry))) last.push(entry)
    else groups.push([entry])
  }
  return groups.map((positions) => {
    if (positions.length === 1) return { positions }
    const places = new Set(positions.map(({ place }) => place))
    const place = places.size === 1 ? positions[0]?.place : undefined
    return { span: spanOf(positions, words), place, positions }
  })
}

/** All positions of a list, each by itself. */
export function positionsIn(list: Work | undefined): Entry[] | undefined {
  return list?.entries.flatMap(({ positions }) => positions)
}

/** The time from the first position to the last: "2019 – present". */
function spanOf(positions: Entry[], { language, present }: Words): string {
  const periods = positions.flatMap(({ period }) => period ?? [])
  const [from] = periods.map((period) => period.from).sort()
  const ends = periods.map(({ to = 'present' }) => to).sort()
  return readPeriod(`${from} – ${ends.at(-1)}`, language, present).label
}

/** Whether two positions are at one employer, without a gap of more than a month. */
function areConsecutive(a: Entry, b: Entry): boolean {
  if (!a.school || a.school !== b.school || !a.period || !b.period) return false
  const [older, newer] =
    a.period.from <= b.period.from ? [a.period, b.period] : [b.period, a.period]
  const [end, start] = [older.to, newer.from]
  if (end === undefined) return true
  const hasMonths = end.includes('-') && start.includes('-')
  return hasMonths ? monthOf(start) - monthOf(end) <= 1 : yearOf(start) - yearOf(end) <= 1
}

const yearOf = (date: string) => Number(date.slice(0, 4))
const monthOf = (date: string) => 12 * yearOf(date) + Number(date.slice(5, 7))

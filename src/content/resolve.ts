import type { Column, Period, Portfolio, PortfolioFile } from './schema.ts'

type ColumnFile = NonNullable<NonNullable<PortfolioFile['resume']>['experience']>

/**
 * Fills in the owner's name, puts periods into words and leaves out sections without entries,
 * once, so that no reader has to.
 */
export function resolvePortfolio(file: PortfolioFile): Portfolio {
  const named = withName(file, file.person.name)
  const { services, projects, resume, ...others } = named
  const rest = {
    ...others,
    ...(services?.cards.length && { services }),
    ...(projects?.cards.length && { projects }),
  }
  if (!resume) return rest
  const { education, experience, ...columns } = resume
  const language = named.site.language
  const present = named.words.present
  const resolve = (column: ColumnFile): Column => ({
    ...column,
    entries: column.entries.map((entry) => ({
      ...entry,
      period: readPeriod(entry.period, language, present),
    })),
  })
  return {
    ...rest,
    resume: {
      ...columns,
      ...(education?.entries.length && { education: resolve(education) }),
      ...(experience?.entries.length && { experience: resolve(experience) }),
    },
  }
}

/** "2023-02 – present" becomes "Feb 2023 – present" with its ends as dates. */
export function readPeriod(period: string, language: string, present: string): Period {
  const [from = period, to] = period.split(' – ')
  const label = [from, to]
    .filter((end) => end !== undefined)
    .map((end) => (end === 'present' ? present : formatMonth(end, language)))
    .join(' – ')
  return { label, from, to: to === 'present' ? undefined : (to ?? from) }
}

function formatMonth(date: string, language: string): string {
  const [year = date, month] = date.split('-')
  if (!month) return year
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(Date.UTC(Number(year), Number(month) - 1))
}

/** Puts the name into every text that asks for it, whatever the depth. */
function withName<T>(value: T, name: string): T
function withName(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{name}', name)
  if (Array.isArray(value)) return value.map((item) => withName(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withName(item, name)]))
}

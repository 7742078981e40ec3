import { styleText } from 'node:util'
import type { VisitKind } from '../../store/database.ts'
import { readVisits, type VisitCount } from '../../visits.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { layOut } from '../terminal/width.ts'
import { type AddCommand, done, type MessagesCommand, type Report } from './command.ts'
import { readCount } from './read.ts'

const KINDS = ['page', 'resume', 'card'] as const
const MAX_DAYS = 400
const MAX_SHOWN_REFERRERS = 10

type Figures = Record<(typeof KINDS)[number], number>

/** Adds `visits`. */
export function addVisits(add: AddCommand): void {
  add('visits', 'Show how often the page, the resume and the contact card were opened', visits)
    .option('--days <N>', 'The number of days, today included.', readCount(MAX_DAYS), 30)
    .addNotes(
      [
        ['', 'the last 30 days'],
        ['--days 400 --json', 'all days that are kept'],
      ],
      'Counts are per day (UTC), without known bots. They contain no address, ' +
        'no cookie and no identifier, so one person who comes back counts again. ' +
        'VISIT_COUNTS=no in .env disables them.',
      '--json prints { days: [{ day, page, resume, card }], total: { page, resume, card }, ' +
        'referrers: [{ host, count }] }.',
    )
}

const visits: MessagesCommand<[options: { days: number }]> = {
  run: async ({ store, screen, now }, { days }) =>
    reportOf(await readVisits(store.db, days, now), days, screen.columns),
  withoutDatabase: ({ screen }, { days }) => reportOf([], days, screen.columns),
}

function reportOf(counts: VisitCount[], days: number, width: number): Report {
  const figuresOf = (rows: VisitCount[]) =>
    Object.fromEntries(KINDS.map((kind) => [kind, sumOf(rows, kind)])) as Figures
  const byDay = Map.groupBy(counts, ({ day }) => day)
  const referrers = [...Map.groupBy(ofKind(counts, 'referrer'), ({ name }) => name)]
    .map(([host, rows]) => ({ host, count: sumOf(rows, 'referrer') }))
    .sort((one, other) => other.count - one.count)
  const data = {
    days: [...byDay].map(([day, rows]) => ({ day, ...figuresOf(rows) })),
    total: figuresOf(counts),
    referrers,
  }
  if (counts.length === 0) return done('No visits counted yet.', data)
  const columns = ['', ...KINDS].map((title) => ({ title }))
  const rows = [...data.days, { day: `${days} days`, ...data.total }].map(({ day, ...figures }) => [
    day,
    ...KINDS.map((kind) => String(figures[kind]).padStart(kind.length)),
  ])
  const hosts = referrers
    .slice(0, MAX_SHOWN_REFERRERS)
    .map(({ host, count }) => `  ${String(count).padStart(5)}  ${sanitizeLine(host)}`)
  const text = [
    ...layOut(columns, rows, width),
    ...(hosts.length > 0 ? ['', styleText('bold', 'From'), ...hosts] : []),
  ].join('\n')
  return done(text, data)
}

function ofKind(rows: VisitCount[], kind: VisitKind): VisitCount[] {
  return rows.filter((row) => row.kind === kind)
}

function sumOf(rows: VisitCount[], kind: VisitKind): number {
  return ofKind(rows, kind).reduce((sum, { count }) => sum + count, 0)
}

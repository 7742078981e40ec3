import type { EntryFile } from '../resume.ts'
import type { PortfolioFile } from '../schema.ts'
import type { Path } from '../source.ts'
import type { Facts } from './advice.ts'
import type { Remark } from './remark.ts'

const MOST_WORDS = 30
const MOST_PAGES = 2

/** What whoever hires looks for in a resume, and stumbles over. */
export function remarksOnResume({ resume, person }: PortfolioFile, facts: Facts): Remark[] {
  if (!resume) return []
  const today = facts.now.toISOString()
  const columns = (['education', 'experience', 'volunteering'] as const).flatMap((name) =>
    (resume[name]?.entries ?? []).flatMap((entry, place) =>
      remarksOnEntry(entry, ['resume', name, 'entries', place], name, today),
    ),
  )
  const credits = (['certificates', 'awards', 'publications'] as const).flatMap((name) =>
    (resume[name]?.entries ?? []).flatMap(({ date }, place) =>
      date && isAfter(date, today)
        ? [beginsLater(['resume', name, 'entries', place, 'date'], date)]
        : [],
    ),
  )
  const head = resume.own ? [] : remarksOnHead(person)
  return [...head, ...remarksOnLength(facts.resumePages), ...columns, ...credits]
}

function remarksOnHead({ headline, email }: PortfolioFile['person']): Remark[] {
  const missing: Remark[] = []
  if (!headline) {
    missing.push({
      path: ['person', 'headline'],
      found: 'nothing',
      meaning: 'The resume file begins without a word about what you are.',
      action: 'Add your trade in a few words, such as Full-Stack Web Developer.',
    })
  }
  if (!email) {
    missing.push({
      path: ['person', 'email'],
      found: 'nothing',
      meaning: 'Whoever holds the resume file alone cannot write to you.',
      action: 'Add a mail address; it stands in the file and the contact card, not on the page.',
    })
  }
  return missing
}

function remarksOnLength(pages = 0): Remark[] {
  if (pages <= MOST_PAGES) return []
  return [
    {
      path: ['resume'],
      found: `${pages} pages`,
      meaning: 'A resume of more than two pages is seldom read to its end.',
      action: 'Shorten the oldest entries first: a line each is enough.',
    },
  ]
}

function remarksOnEntry(entry: EntryFile, path: Path, column: string, today: string): Remark[] {
  const { period, description, highlights = [] } = entry
  const remarks = highlights.flatMap((text, place) =>
    remarksOnHighlight(text, [...path, 'highlights', place]),
  )
  if (column === 'experience' && !description && highlights.length === 0) {
    remarks.push({
      path,
      found: 'no description and no highlights',
      meaning: 'A title and an employer say nothing about what you achieved.',
      action: 'Add a description or two or three highlights: what you did and what came of it.',
    })
  }
  if (!period) {
    remarks.push({
      path,
      found: 'no period',
      meaning: 'Whoever hires looks for dates first, and doubts what has none.',
      action: 'Add a period such as 2021-03 – 2023-06 or 2023-07 – present.',
    })
  }
  return [...remarks, ...remarksOnPeriod(period, [...path, 'period'], column, today)]
}

/** An education may well have an end that is planned; work has none. */
function remarksOnPeriod(period = '', path: Path, column: string, today: string): Remark[] {
  const [from = '', to = 'present'] = period.split(' – ')
  if (isAfter(from, today)) return [beginsLater(path, period)]
  if (column === 'education' || to === 'present' || !isAfter(to, today)) return []
  return [
    {
      path,
      found: `"${period}"`,
      meaning: 'Readers take an end in the future for a mistake.',
      action: 'Write present as the end of what still goes on.',
    },
  ]
}

function beginsLater(path: Path, found: string): Remark {
  return {
    path,
    found: `"${found}"`,
    meaning: 'Readers take a date in the future for a mistake.',
    action: 'Correct it, or leave the entry out until then.',
  }
}

/** A year or a month stands before its own days in the alphabet, so this month is not after today. */
function isAfter(date: string, today: string): boolean {
  return date > today
}

function remarksOnHighlight(text: string, path: Path): Remark[] {
  const count = text.split(/\s+/).length
  if (count <= MOST_WORDS) return []
  return [
    {
      path,
      found: `${count} words`,
      meaning: `Eyes that skim skip a point of more than ${MOST_WORDS} words.`,
      action: 'Split it, or keep the one result that counts.',
    },
  ]
}

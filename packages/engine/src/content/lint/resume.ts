import type { EntryInput } from '../resume.ts'
import type { PortfolioInput } from '../schema.ts'
import type { Path } from '../source.ts'
import type { LintContext } from './lint-content.ts'
import { type Remark, remarkIf } from './remark.ts'

const MAX_PAGES = 2

/** Between these luminances, a bar has 3:1 contrast in both themes at any hue (WCAG 1.4.11). */
export const DARKEST = 0.134
export const LIGHTEST = 0.284

/** Reports what recruiters miss in a resume, or what they take for a mistake. */
export function checkResume({ resume, person }: PortfolioInput, facts: LintContext): Remark[] {
  const phone = checkPhone(person)
  if (!resume) return phone
  const today = facts.now.toISOString()
  const entries = (['education', 'experience', 'volunteering'] as const).flatMap((name) =>
    (resume[name]?.entries ?? []).flatMap((entry, index) =>
      checkEntry(entry, ['resume', name, 'entries', index], name, today),
    ),
  )
  const credits = (['certificates', 'awards', 'publications'] as const).flatMap((name) =>
    (resume[name]?.entries ?? []).flatMap(({ date = '' }, index) =>
      checkFuture(date, date, ['resume', name, 'entries', index, 'date'], today),
    ),
  )
  const pages = facts.resumePages ?? 0
  return [
    ...phone,
    ...(resume.customPdf ? [] : checkHead(person)),
    ...remarkIf(pages > MAX_PAGES, {
      path: ['resume'],
      found: `${pages} pages`,
      meaning: 'Recruiters rarely read more than two pages.',
      action: 'Shorten the oldest entries first, to one line each.',
    }),
    ...entries,
    ...credits,
    ...checkSkills(resume),
  ]
}

function checkPhone({ phone }: PortfolioInput['person']): Remark[] {
  return remarkIf(phone !== undefined, {
    path: ['person', 'phone'],
    found: `"${phone}"`,
    meaning: 'The resume PDF and the contact card are public, so bots can collect it.',
    action: 'Remove it unless anyone may call you.',
  })
}

function checkHead({ headline, email }: PortfolioInput['person']): Remark[] {
  return [
    ...remarkIf(!headline, {
      path: ['person', 'headline'],
      found: 'nothing',
      meaning: 'The resume PDF starts without your job title.',
      action: 'Add a headline such as Full-Stack Web Developer.',
    }),
    ...remarkIf(!email, {
      path: ['person', 'email'],
      found: 'nothing',
      meaning: 'The resume PDF has no email address to reply to.',
      action: 'Add an email address; it appears in the PDF and the contact card, not on the page.',
    }),
  ]
}

function checkEntry(entry: EntryInput, path: Path, column: string, today: string): Remark[] {
  const { period = '', description, highlights = [] } = entry
  const [from = '', to = 'present'] = period.split(' – ')
  const future = checkFuture(from, period, [...path, 'period'], today)
  // A course of study may have a planned end.
  const hasFutureEnd = column !== 'education' && to !== 'present' && to > today
  return [
    ...remarkIf(column === 'experience' && !description && highlights.length === 0, {
      path,
      found: 'no description and no highlights',
      meaning: 'The entry does not say what you achieved.',
      action: 'Add a description or two or three highlights: what you did, with which result.',
    }),
    ...remarkIf(!period, {
      path,
      found: 'no period',
      meaning: 'Recruiters look for dates first.',
      action: 'Add a period such as 2021-03 – 2023-06 or 2023-07 – present.',
    }),
    ...future,
    ...remarkIf(future.length === 0 && hasFutureEnd, {
      path: [...path, 'period'],
      found: `"${period}"`,
      meaning: 'An end date in the future looks like a mistake.',
      action: 'Use present as the end of a current position.',
    }),
  ]
}

/** Compares strings: a year or month sorts before its days, so this month is not in the future. */
function checkFuture(date: string, found: string, path: Path, today: string): Remark[] {
  return remarkIf(date > today, {
    path,
    found: `"${found}"`,
    meaning: 'A date in the future looks like a mistake.',
    action: 'Correct it, or omit the entry until then.',
  })
}

/** Reports bar colours with too little contrast in one of the themes. */
function checkSkills({ skills }: NonNullable<PortfolioInput['resume']>): Remark[] {
  return (skills?.entries ?? []).flatMap(({ color }, index) => {
    const luminance = color ? luminanceOf(color) : LIGHTEST
    const theme = luminance < DARKEST ? 'dark' : 'light'
    return remarkIf(luminance < DARKEST || luminance > LIGHTEST, {
      path: ['resume', 'skills', 'entries', index, 'color'],
      found: `"${color}"`,
      meaning: `The bar has too little contrast in the ${theme} theme.`,
      action: `Use a ${theme === 'dark' ? 'lighter' : 'darker'} colour, or remove color to use the theme colour.`,
    })
  })
}

/** Relative luminance as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

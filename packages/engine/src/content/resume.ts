import { z } from 'zod'
import { heading, line, menu, paragraph, webAddress } from './fields.ts'

const DATE = String.raw`\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?`

const period = z
  .string()
  .regex(new RegExp(`^${DATE}( – (${DATE}|present))?$`), {
    error: 'a period such as 2021-03 – 2023-06, 2019 – 2021 or 2023-07 – present',
    abort: true,
  })
  .refine((text) => !isReversed(text), {
    error: 'a period that begins before it ends: the earlier date comes first',
  })
  .describe('From when to when: years, months or days, with an en dash between.')

/** Dates of different lengths are compared as far as both go. */
function isReversed(period: string): boolean {
  const [from = '', to = ''] = period.split(' – ')
  const length = Math.min(from.length, to.length)
  return to !== 'present' && from.slice(0, length) > to.slice(0, length)
}

const date = z
  .string()
  .regex(new RegExp(`^${DATE}$`), { error: 'a date such as "2024", "2024-05" or "2024-05-31"' })
  .describe('When: a year, a month or a day, in quotes.')

const entry = z
  .strictObject({
    period: period.optional(),
    course: line('The degree or the job title.'),
    area: line('What the degree is in, such as Computer Science.').optional(),
    school: line('The institution or the employer.'),
    place: line('Where it was, such as Kraków or remote.').optional(),
    url: webAddress('The address of the institution or employer.').optional(),
    description: paragraph('What you learned or achieved.').optional(),
    highlights: z
      .array(paragraph('One result, in at most 30 words.'))
      .max(12)
      .describe('Results, one a line; in the resume file they are a list.')
      .optional(),
  })
  .describe('One station of your education or work.')

const column = (help: string) =>
  z
    .strictObject({
      heading,
      entries: z.array(entry).describe('The entries, newest first.').default([]),
    })
    .describe(help)

const skill = z
  .strictObject({
    name: line('The name of the skill.'),
    level: z
      .int()
      .min(0)
      .max(100)
      .describe('The length of the bar, from 0 to 100 percent; without it there is no bar.')
      .optional(),
    meaning: line('What the level means, in words, such as "Daily for six years".').optional(),
    keywords: z.array(line('One word.')).max(30).describe('What belongs to the skill.').optional(),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, { error: 'a colour such as "#2f6f4f", in quotes' })
      .describe('The colour of the bar, as "#rrggbb".')
      .optional(),
  })
  .refine(({ level, meaning }) => level === undefined || meaning !== undefined, {
    path: ['meaning'],
    error: 'words for what the level means; a percentage alone tells nobody anything',
  })
  .describe('A skill and its bar.')

const language = z
  .strictObject({
    name: line('The language, such as Polish.'),
    fluency: line('How well you speak it, such as native or fluent.').optional(),
  })
  .describe('A language you speak.')

const credit = z
  .strictObject({
    title: line('The name of the certificate, award or publication.'),
    by: line('Who issued, awarded or published it.').optional(),
    date: date.optional(),
    url: webAddress('Where it can be seen.').optional(),
    description: paragraph('What it was for.').optional(),
  })
  .describe('A certificate, award or publication.')

const list = <Item extends z.ZodType>(item: Item, help: string) =>
  z
    .strictObject({
      heading,
      entries: z.array(item).describe('The entries, in order.').default([]),
    })
    .describe(help)

export const resume = z
  .strictObject({
    menu,
    heading,
    download: line('The text of the download button.'),
    file: z
      .string()
      .regex(/^[\w-]+\.pdf$/, { error: 'a file name such as Resume.pdf' })
      .describe('The name under which the resume is saved.'),
    paper: z.enum(['A4', 'Letter']).describe('The paper of the resume file.').default('A4'),
    own: z
      .string()
      .regex(/^files\/(?!.*\.\.)\S+\.pdf$/, {
        error: 'a PDF in the folder files, such as files/my-resume.pdf',
      })
      .describe('A PDF of your own, instead of the one made from this content.')
      .optional(),
    education: column('Your education.').optional(),
    experience: column('Your work.').optional(),
    volunteering: column('What you do without pay.').optional(),
    skills: list(skill, 'Your skills.').optional(),
    languages: list(language, 'The languages you speak.').optional(),
    certificates: list(credit, 'Your certificates.').optional(),
    awards: list(credit, 'What you were awarded.').optional(),
    publications: list(credit, 'What you have published.').optional(),
  })
  .describe('Education, experience and skills.')

export type ResumeFile = z.output<typeof resume>
export type EntryFile = z.output<typeof entry>
export type Skill = z.output<typeof skill>
export type Language = z.output<typeof language>
export type CreditFile = z.output<typeof credit>

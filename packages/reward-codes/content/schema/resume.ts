import { z } from 'zod'
import { DATE, PERIOD, withEnDash } from '../dates.ts'
import {
  entryId,
  entryText,
  file,
  line,
  link,
  paragraph,
  properName,
  readers,
  titled,
} from './fields.ts'
import type { Strings } from './strings.ts'

/** How many projects the resume PDF lists: readers look at the first few, the page has all. */
export const RESUME_PROJECTS = 6

/** What recruiters and the programs that read resumes ask for. */
export const RESUME_FORMATS = ['pdf', 'docx', 'txt'] as const

const period = z
  .string()
  .regex(PERIOD, {
    error: 'a period such as 2021-03 – 2023-06, 2019 – 2021 or 2024-05 – present',
    abort: true,
  })
  .overwrite(withEnDash)
  .refine((text) => !isReversed(text), {
    error: 'a period that starts before it ends',
  })
  .describe('The period: two years, months or days with a dash between them.')

/** Compares dates of different precision by their common prefix. */
function isReversed(period: string): boolean {
  const [from = '', to = ''] = period.split(' – ')
  const length = Math.min(from.length, to.length)
  return to !== 'present' && from.slice(0, length) > to.slice(0, length)
}

const date = z
  .string()
  .regex(DATE, { error: 'a date of the calendar such as "2024", 2024-05 or 2024-05-31' })
  .describe('The date: a quoted year, month or day.')

const entry = z
  .strictObject({
    ...readers,
    period: period.optional(),
    course: line('The degree or the job title.'),
    area: line('The field of study, such as Computer Science.').optional(),
    school: properName('The institution or the employer.').optional(),
    place: properName('The location, such as Kraków or remote.').optional(),
    url: link('The URL of the institution or employer.').optional(),
    description: paragraph('What you learned or achieved.').optional(),
    highlights: z
      .array(entryText(paragraph('A result, in at most 30 words.'), readers))
      .describe('Results, shown as a list in the resume PDF.')
      .optional(),
  })
  .describe('An entry of your education or work.')

/** Letters of any language, and no character with a meaning in a URL, a path or a shell. A file system has 255 bytes for a name. */
const FILE_NAME = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}._-]{0,59}\.pdf$/u

const heading = (text: string) => line('The heading of the list.').default(text)

const column = (title: string, help: string) =>
  z
    .strictObject({
      heading: heading(title),
      entries: z.array(entry).describe('The entries, newest first.').default([]),
    })
    .describe(help)

const skill = z
  .strictObject({
    ...readers,
    name: properName('The name of the skill.'),
    level: z
      .int()
      .min(0)
      .max(100)
      .describe('The length of the bar in percent, from 0 to 100. Omit it to show no bar.')
      .optional(),
    description: line('What the level means, such as "Daily for six years".').optional(),
    keywords: z.array(properName('A keyword.')).describe('The keywords of the skill.').optional(),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, { error: 'a quoted colour such as "#2f6f4f"' })
      .describe('The colour of the bar, as "#rrggbb".')
      .optional(),
  })
  .describe('A skill and its bar.')

const language = z
  .strictObject({
    ...readers,
    name: line('The language, such as Polish.'),
    fluency: line('How well you speak it, such as native or fluent.').optional(),
  })
  .describe('A language you speak.')

const credit = z
  .strictObject({
    ...readers,
    title: line('The name of the certificate, award or publication.'),
    by: properName('Who issued, awarded or published it.').optional(),
    date: date.optional(),
    url: link('The URL of the certificate, award or publication.').optional(),
    description: paragraph('The reason or subject.').optional(),
  })
  .describe('A certificate, award or publication.')

const list = <Item extends z.ZodType>(item: Item, title: string, help: string) =>
  z
    .strictObject({
      heading: heading(title),
      entries: z.array(item).describe('The entries, in order.').default([]),
    })
    .describe(help)

export const resume = (texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.resume),
      downloadLabel: line('The text of the download button.').default(texts.download),
      fileName: z
        .string()
        .normalize('NFC')
        .regex(FILE_NAME, {
          error:
            'a file name such as Resume.pdf or 職務経歴書.pdf: at most 60 letters and digits of any language, ., _ or -',
        })
        .describe('The file name of the downloaded resume.')
        .default(texts.fileName),
      downloads: z
        .array(z.enum(RESUME_FORMATS).describe('A format: pdf, docx (Word) or txt.'))
        .min(1)
        .refine((formats) => new Set(formats).size === formats.length, {
          error: 'each format once',
        })
        .describe('The formats of the resume. The download button has the first.')
        .default(['pdf']),
      paper: z.enum(['A4', 'Letter']).describe('The paper size of the resume PDF.').default('A4'),
      file: file(
        'A finished PDF of yours, instead of the generated one.',
        'pdf',
        'a PDF',
      ).optional(),
      template: file(
        'A Typst template of yours for the generated PDF.',
        'typ',
        'a Typst file',
      ).optional(),
      education: column(texts.education, 'Your education.').optional(),
      experience: column(texts.experience, 'Your work.').optional(),
      volunteering: column(texts.volunteering, 'Your volunteer work.').optional(),
      skills: list(skill, texts.skills, 'Your skills.').optional(),
      languages: list(language, texts.languages, 'The languages you speak.').optional(),
      certificates: list(credit, texts.certificates, 'Your certificates.').optional(),
      awards: list(credit, texts.awards, 'Your awards.').optional(),
      publications: list(credit, texts.publications, 'Your publications.').optional(),
    })
    .describe('Education, experience and skills.')

const furtherResume = z
  .strictObject({
    name: entryId.describe('The name of the resume, which ends its file name: Resume.lead.pdf.'),
    tags: z
      .array(entryId.describe('A tag.'))
      .min(1)
      .describe(
        'What it shows beside all that has no `for`: the entries for one of these tags. page is all that the page shows.',
      ),
    private: z
      .boolean()
      .describe(
        'Whether the build writes it to private/ and not to the site, with the telephone number and the address of content/private.yaml.',
      )
      .default(false),
  })
  .describe('A further PDF of the resume.')

export const resumes = z
  .array(furtherResume)
  .describe('Further PDFs of the resume, each with the entries for its readers.')
  .default([])

export type ResumeInput = z.output<ReturnType<typeof resume>>
export type EntryInput = z.output<typeof entry>
export type CreditInput = z.output<typeof credit>

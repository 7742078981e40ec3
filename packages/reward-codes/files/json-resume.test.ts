import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { parseRichText } from '../content/rich-text.ts'
import { makeJsonResume } from './json-resume.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
const require = createRequire(import.meta.url)
const isValid = ajv.compile(require('@jsonresume/schema/schema.json'))

function diagnosticsOf(resume: unknown) {
  isValid(resume)
  return isValid.errors ?? []
}

function withResume(resume: Partial<NonNullable<Portfolio['resume']>>): Portfolio {
  const sample = loadSample()
  return { ...sample, resume: { ...sample.resume, ...resume } as Portfolio['resume'] & {} }
}

const entry = { course: 'BSc', school: 'Harbour University' }

test('the sample is valid JSON Resume', () => {
  const resume = makeJsonResume(loadSample())
  expect(diagnosticsOf(resume)).toEqual([])
  expect(resume).toMatchObject({
    basics: { name: 'Maja Zielińska' },
    work: { length: 5, 0: { name: 'Reward Codes', position: 'Freelance Full-Stack Developer' } },
    education: [{ studyType: 'BSc in Computer Science', startDate: '2018', endDate: '2022' }],
    skills: { length: 6, 0: { name: 'HTML', level: 'Every day, for years' } },
  })
})

test('a profile that is a mail address or a telephone number is left out', () => {
  const sample = loadSample()
  const mail = { name: 'Mail', icon: 'mail', url: 'mailto:ada@example.org' }
  const phone = { name: 'Phone', icon: 'phone', url: 'tel:+48221234567' }
  const profiles = [mail, ...sample.person.profiles, phone]
  const resume = makeJsonResume({ ...sample, person: { ...sample.person, profiles } })
  expect(resume).toMatchObject({
    basics: { profiles: [{ network: 'LinkedIn' }, { network: 'GitHub' }] },
  })
})

test('testimonials are references, and an import reads them back', () => {
  const quote = parseRichText('We stopped *writing* names on the window.')
  const entry = { quote, by: 'Jan Nowak', role: 'Harbour master', link: 'https://port.test/' }
  const sample = loadSample()
  const testimonials = { menuLabel: 'Voices', heading: 'Voices', entries: [entry] }
  const resume = makeJsonResume({ ...sample, testimonials })
  expect(diagnosticsOf(resume)).toEqual([])
  expect(resume.references).toEqual([
    {
      name: 'Jan Nowak',
      reference: 'We stopped writing names on the window.',
      role: 'Harbour master',
      url: 'https://port.test/',
    },
  ])
})

test('a role is one text, whose commas join no list', () => {
  const sample = loadSample()
  const [card] = sample.projects?.cards ?? []
  if (!card || !sample.projects) throw new Error('The sample has no project.')
  const cards = [{ ...card, role: 'Design, development and operation, alone' }]
  const resume = makeJsonResume({ ...sample, projects: { ...sample.projects, cards } })
  expect(diagnosticsOf(resume)).toEqual([])
  expect(resume.projects).toMatchObject([{ roles: ['Design, development and operation, alone'] }])
})

test('ongoing work has no end date, and a single date is an end date', () => {
  const { work } = makeJsonResume(loadSample()) as { work: object[] }
  expect(work[0]).toMatchObject({ startDate: '2025-03' })
  expect(work[0]).not.toHaveProperty('endDate')
  const period = { label: '2019', from: '2019', to: '2019' }
  const of = (isOneDate: { isOneDate?: true }) =>
    makeJsonResume(
      withResume({
        education: {
          heading: 'Education',
          entries: [{ ...entry, period: { ...period, ...isOneDate } }],
        },
      }),
    ).education
  expect(of({ isOneDate: true })).toEqual([
    { institution: 'Harbour University', studyType: 'BSc', endDate: '2019' },
  ])
  expect(of({})).toMatchObject([{ startDate: '2019', endDate: '2019' }])
})

test('the URL of a project is its demo, and its source code is the repository', () => {
  const { projects } = makeJsonResume(loadSample()) as { projects: object[] }
  expect(projects).toContainEqual(
    expect.objectContaining({
      url: 'https://harbour-bookings.example.com',
      repository: 'https://github.com/reward-codes-example/harbour-bookings',
    }),
  )
})

test('the outcome of a project is its first highlight', () => {
  const { projects } = makeJsonResume(loadSample()) as { projects: object[] }
  expect(projects[0]).toMatchObject({
    highlights: ['Not one order lost', 'The bakers asked for larger type and nothing else.'],
  })
})

test('has a canonical URL below the path of the site if the site has a URL', () => {
  const sample = loadSample()
  const site = { ...sample.site, url: 'https://name.example.com/portfolio/' }
  const resume = makeJsonResume({ ...sample, site })
  expect(resume.meta).toMatchObject({
    canonical: 'https://name.example.com/portfolio/resume.json',
  })
  expect(diagnosticsOf(resume)).toEqual([])
})

test('a portfolio without a resume gives a valid JSON Resume with basics', () => {
  const { resume: _, projects: __, about: ___, ...bare } = loadSample()
  const made = makeJsonResume(bare)
  expect(diagnosticsOf(made)).toEqual([])
  expect(Object.keys(made)).toEqual(['$schema', 'basics', 'meta'])
})

test('has the texts without the signs of emphasis, code and links', () => {
  const text = parseRichText('*a* **b** `c` [d](https://d.example.com)')
  const entries = [{ course: 'Cook', school: 'Soup', description: text, highlights: [text] }]
  const experience = { heading: 'Work', entries: [{ positions: entries }] }
  const made = makeJsonResume(withResume({ experience }))
  expect(made.work).toMatchObject([{ summary: 'a b c d', highlights: ['a b c d'] }])
})

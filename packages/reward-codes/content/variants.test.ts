import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, diagnosticsIn, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { stringify } from 'yaml'
import { makeJsonResume } from '../files/json-resume.ts'
import { load } from './load.ts'
import type { Portfolio } from './portfolio.ts'
import { plainText } from './rich-text.ts'
import { positionsIn } from './tenures.ts'

const RESUMES = [
  { name: 'lead', tags: ['lead'], private: true },
  { name: 'frontend', tags: ['frontend'] },
  { name: 'all', tags: ['page', 'lead', 'frontend'] },
]

function withAll(...changes: ((content: Document) => void)[]): string {
  return changedSample((content) => {
    for (const change of [set('resumes', RESUMES), ...changes]) change(content)
  })
}

/** What each reader sees: the page first, then each resume. */
async function seenIn(folder: string, read: (portfolio: Portfolio) => unknown) {
  const { portfolio, resumes } = await loadedFrom(folder)
  return [read(portfolio), ...resumes.map((resume) => read(resume.portfolio))]
}

const toText = (texts: Parameters<typeof plainText>[0][] | undefined) =>
  texts?.map(plainText).join(' ')

test('an entry is for the resumes with one of its tags, and without tags for everyone', async () => {
  const folder = withAll(
    set('resume.experience.entries', [
      { course: 'Lead', school: 'A', for: ['lead'] },
      { course: 'Developer', school: 'A', for: ['frontend', 'page'] },
      { course: 'Intern', school: 'B' },
    ]),
  )
  const roles = ({ resume }: Portfolio) => positionsIn(resume?.experience)?.map((it) => it.course)
  expect(await seenIn(folder, roles)).toEqual([
    ['Developer', 'Intern'],
    ['Lead', 'Intern'],
    ['Developer', 'Intern'],
    ['Lead', 'Developer', 'Intern'],
  ])
})

test('so are a skill, a certificate, a project, a paragraph and a result', async () => {
  const lead = { for: ['lead'] }
  const folder = withAll(
    set('resume.skills.entries', [{ name: 'Hiring', ...lead }, { name: 'CSS' }]),
    set('resume.certificates', { entries: [{ title: 'Coach', ...lead }] }),
    set('projects.cards.0.for', ['lead']),
    set('about.bio', [
      { text: 'I *lead*.', ...lead },
      { text: 'I build.', for: ['page'] },
    ]),
    set('resume.experience.entries', [
      { course: 'A', school: 'B', highlights: [{ text: 'Led ten.', ...lead }] },
    ]),
  )
  const read = ({ resume, projects, about }: Portfolio) => [
    resume?.skills?.entries.map(({ name }) => name).join(),
    resume?.certificates?.entries.length,
    projects?.cards.length,
    toText(about?.bio),
    toText(positionsIn(resume?.experience)?.[0]?.highlights) || undefined,
  ]
  const [page, forLead] = await seenIn(folder, read)
  expect(page).toEqual(['CSS', undefined, 5, 'I build.', undefined])
  expect(forLead).toEqual(['Hiring,CSS', 1, 6, 'I lead.', 'Led ten.'])
})

test('positions with one between them that a reader does not see are joined', async () => {
  const folder = withAll(
    set('resume.experience.entries', [
      { course: 'Developer', school: 'A', period: '2022 – present' },
      { course: 'Teacher', school: 'B', period: '2022', for: ['lead'] },
      { course: 'Intern', school: 'A', period: '2021 – 2022' },
    ]),
  )
  const count = ({ resume }: Portfolio) => resume?.experience?.entries.length
  expect(await seenIn(folder, count)).toEqual([1, 3, 1, 3])
})

test('the page and its files name neither the readers nor the resumes', async () => {
  const folder = withAll(
    set('resume.skills.entries', [{ name: 'Hiring', for: ['page', 'confidential'] }]),
    set('resumes', [{ name: 'secret', tags: ['confidential'], private: true }]),
  )
  const { portfolio } = await loadedFrom(folder)
  const shown = JSON.stringify([portfolio, makeJsonResume(portfolio)])
  expect(shown).toContain('Hiring')
  expect(shown).not.toMatch(/confidential|secret/)
})

test('a section with all its entries for others is not on the page', async () => {
  const folder = withAll(
    set('about', { bio: [{ text: 'I lead.', for: ['lead'] }] }),
    set('projects.cards', [{ title: 'Reorganisation', for: ['lead'] }]),
  )
  const names = ({ sectionOrder }: Portfolio) => sectionOrder.map(({ name }) => name)
  const [page, forLead] = await seenIn(folder, names)
  expect(page).not.toContain('about')
  expect(page).not.toContain('projects')
  expect(forLead).toEqual(expect.arrayContaining(['about', 'projects']))
})

test('a further resume has its name in its file name', async () => {
  const read = ({ resume }: Portfolio) => resume?.fileName
  expect(await seenIn(withAll(), read)).toEqual([
    'RewardResume.pdf',
    'RewardResume.lead.pdf',
    'RewardResume.frontend.pdf',
    'RewardResume.all.pdf',
  ])
})

test('further PDFs of a resume that is not there are an error', async () => {
  const folder = withAll((content) => content.delete('resume'))
  expect(await diagnosticsIn(folder)).toMatchObject([
    { field: 'resumes', expected: expect.stringContaining('a section resume') },
  ])
})

test('a field of an own section that is called for has no readers', async () => {
  const folder = withAll(
    set('customSections', [
      {
        id: 'prices',
        menuLabel: 'P',
        heading: 'P',
        fields: { plans: [{ for: ['teams'], price: 5 }] },
      },
    ]),
  )
  const loaded = await load(folder, { sections: 'unknown' })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  expect(loaded.portfolio.customSections[0]?.fields).toEqual({
    plans: [{ for: ['teams'], price: 5 }],
  })
})

test('the translation of a paragraph has the readers of its original', async () => {
  const folder = withAll(set('about.bio', ['I build.', { text: 'I lead.', for: ['lead'] }]))
  const pairs = [
    { text: 'I build.', translation: 'Buduję.' },
    { text: 'I lead.', translation: 'Kieruję.' },
  ]
  writeFileSync(join(folder, 'pl.yaml'), stringify({ texts: pairs }))
  const loaded = await load(folder, { language: 'pl' })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const all = [loaded.portfolio, ...loaded.resumes.slice(0, 1).map((it) => it.portfolio)]
  expect(all.map(({ about }) => toText(about?.bio))).toEqual(['Buduję.', 'Buduję. Kieruję.'])
})

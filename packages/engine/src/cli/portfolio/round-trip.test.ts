import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeJsonResume } from '../../artifacts/json-resume.ts'
import { makeVcard } from '../../artifacts/vcard.ts'
import { checkPortfolio } from '../../content/load.ts'
import { formatProblems } from '../../content/problem.ts'
import { prepareImport } from '../../import/prepare.ts'
import { readImport } from '../../import/read-import.ts'
import { readVcard } from '../../import/vcard.ts'
import { CONTENT_FOLDER } from '../content-folder.ts'
import { readSampleText } from './portfolio-file.ts'

const RESUME = join(import.meta.dirname, '../../../tests/fixtures/imports/resume.json')

/** What JSON Resume knows and the portfolio does not; everything else comes out as it went in. */
const NOT_KNOWN = [
  '$schema',
  'meta',
  'interests',
  'references',
  'basics.image',
  'basics.location.address',
  'basics.location.postalCode',
  'work[].description',
  'education[].score',
  'projects[].highlights',
  'projects[].startDate',
  'projects[].endDate',
  'projects[].roles',
  'projects[].type',
]

const SAMPLE = readSampleText(CONTENT_FOLDER)

function bringIn(text: string) {
  const imported = readImport(RESUME)
  if (!imported.ok) throw new Error(imported.fault)
  return prepareImport(imported, text, SAMPLE)
}

function giveOut(text: string) {
  const loaded = checkPortfolio(text, CONTENT_FOLDER)
  if (!loaded.ok) throw new Error(formatProblems(loaded.problems))
  return makeJsonResume(loaded.portfolio)
}

/** A value without the fields of the list above. */
function known(value: unknown, place = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => known(item, `${place}[]`))
  if (typeof value !== 'object' || value === null) return value
  const named = Object.entries(value).map(([name, inner]) => {
    const path = place ? `${place}.${name}` : name
    return [name, known(inner, path), path] as const
  })
  return Object.fromEntries(named.filter(([, , path]) => !NOT_KNOWN.includes(path)))
}

test('a JSON Resume of real size comes out as it went in', () => {
  const { text, left } = bringIn(SAMPLE)
  const resume = JSON.parse(readFileSync(RESUME, 'utf8'))
  expect(known(giveOut(text))).toEqual(known(resume))
  const told = left.map(({ what }) =>
    what.replace(/\[\d*\]|(?: \(.*)/g, (part) => (part.startsWith('[') ? '[]' : '')),
  )
  const untold = ['$schema', 'meta']
  expect([...new Set(told)].sort()).toEqual(
    NOT_KNOWN.filter((name) => !untold.includes(name)).sort(),
  )
})

test('what came in and went out comes in again without a change', () => {
  const { text } = bringIn(SAMPLE)
  expect(bringIn(text).text).toBe(text)
})

test.each([
  ['pl', { city: 'Kraków', region: 'Małopolskie', country: 'PL' }],
  ['de', { city: 'Abidjan, Plateau', country: 'CI' }],
  ['ja', { region: 'Attika; Athen', country: 'GR' }],
  ['en', { country: 'XX' }],
])(
  'a place goes out on a contact card in the language %s and comes in again: %o',
  (language, location) => {
    const loaded = checkPortfolio(SAMPLE, CONTENT_FOLDER)
    if (!loaded.ok) throw new Error(formatProblems(loaded.problems))
    const { site, person, ...others } = loaded.portfolio
    const portfolio = { ...others, site: { ...site, language }, person: { ...person, location } }
    const imported = readVcard(makeVcard(portfolio))
    if (!imported) throw new Error('The card is none.')
    expect(imported.draft.person?.location).toEqual(location)
    const { text } = prepareImport(imported, SAMPLE, SAMPLE)
    expect(parse(text).person.location).toEqual(location)
  },
)

test('nothing of the sample stays between what was imported', () => {
  const content = JSON.stringify(parse(bringIn(SAMPLE).text))
  for (const word of [
    'Maja',
    'Zielińska',
    'reward-codes-example',
    'Brightline',
    'Harbour',
    'Svelte',
  ]) {
    expect(content).not.toContain(word)
  }
})

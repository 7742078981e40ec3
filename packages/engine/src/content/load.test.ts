import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copySampleContent, loadSample } from '../../tests/fixtures/sample-content.ts'
import { loadPortfolio } from './load.ts'
import { formatProblem, type Problem } from './problem.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-content-'))
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

test('where only words are asked for, pictures and icons may be missing', () => {
  rmSync(join(folder, 'images'), { recursive: true })
  expect(loadPortfolio(folder, 'words').ok).toBe(true)
  expect(loadPortfolio(folder).ok).toBe(false)
})

test('the content of this project is valid', () => {
  const loaded = loadPortfolio(join(import.meta.dirname, '../../content'))
  expect(loaded).toMatchObject({ ok: true })
})

test('the sample says what was specified', () => {
  const { brand, hero, about, services, projects, resume, contact } = loadSample()
  expect(brand.text).toBe('Reward Codes')
  expect(hero.phrases).toEqual(["I'm Maja Zielińska.", "I'm a Web Developer.", "I'm a Programmer."])
  expect(hero.place).toBe('based in Poland')
  expect(about?.figures.map(({ number }) => number)).toEqual(['3+', '50+', '35+', '2+'])
  expect(services?.cards).toHaveLength(4)
  expect(projects?.cards).toHaveLength(6)
  expect(projects?.cards.filter(({ title }) => title.includes('work in progress'))).toHaveLength(2)
  expect(resume?.education?.entries).toHaveLength(1)
  expect(resume?.experience?.entries).toHaveLength(5)
  expect(resume?.skills?.entries.map(({ level }) => level)).toEqual([90, 50, 80, 85, 50, 70])
  expect(contact?.subjects).toEqual([
    'General Inquiry',
    'Project Collaboration',
    'Job Opportunity',
    'Feedback',
    'Other',
  ])
})

describe('a fault is told with its place, what was found and what is allowed', () => {
  test('a number where a text belongs', () => {
    const [fault] = faultsAfter(['number: 50+', 'number: 50'])
    expect(fault).toMatchObject({ field: 'about.figures.1.number', found: 'the number 50' })
    expect(fault?.allowed).toContain('put it in quotes: "50"')
  })

  test('a level beyond its limits', () => {
    const [fault] = faultsAfter(['level: 90', 'level: 190'])
    expect(fault).toMatchObject({ field: 'resume.skills.entries.0.level', found: 'the number 190' })
    expect(fault?.allowed).toContain('at most 100')
  })

  test('an address without https://', () => {
    const [fault] = faultsAfter(['https://github.com/reward-codes-example\n', 'github.com/maja\n'])
    expect(fault).toMatchObject({ field: 'person.profiles.1.url', found: '"github.com/maja"' })
    expect(fault?.allowed).toContain('https://example.com')
  })

  test('a picture that does not exist, or only in other letter case', () => {
    const [fault] = faultsAfter(['images/brand.svg', 'images/Brand.svg'])
    expect(fault).toMatchObject({ field: 'brand.image', suggestion: 'images/brand.svg' })
  })

  test('an icon that no pack has', () => {
    const [fault] = faultsAfter(['icon: search', 'icon: serch'])
    expect(fault).toMatchObject({ field: 'services.cards.2.icon', suggestion: 'search' })
  })

  test('a period in another form', () => {
    const [fault] = faultsAfter(['2018 – 2022', '2018-2022'])
    expect(fault?.allowed).toContain('2019 – 2021')
  })

  test('a placeholder that cannot be drawn', () => {
    const [fault] = faultsAfter(['640x400.svg?text=Harbour', '640x400.png?text=Harbour'])
    expect(fault).toMatchObject({ field: 'projects.cards.0.imgSrc' })
  })

  test('a file that is not there', () => {
    rmSync(join(folder, 'portfolio.yaml'))
    expect(loadPortfolio(folder).ok).toBe(false)
  })
})

test('all faults come at once, in the order of the file', () => {
  const faults = faultsAfter(
    ['level: 90', 'level: 190'],
    ['icon: search', 'icon: serch'],
    ['place:', 'plaze:'],
  )
  const lines = faults.map(({ line }) => line)
  expect(faults.map(({ field }) => field)).toEqual([
    'hero.plaze',
    'services.cards.2.icon',
    'resume.skills.entries.0.level',
  ])
  expect(lines).toEqual(lines.toSorted((a, b) => a - b))
})

test('a fault reads as file, line and column, field, found, allowed and perhaps', () => {
  const problem: Problem = {
    file: 'content/portfolio.yaml',
    line: 29,
    column: 3,
    field: 'hero.greting',
    found: 'the unknown field "greting"',
    allowed: 'greeting, place',
    suggestion: 'greeting',
  }
  expect(formatProblem(problem)).toBe(
    [
      'content/portfolio.yaml:29:3  hero.greting',
      '    found    the unknown field "greting"',
      '    allowed  greeting, place',
      '    perhaps  greeting',
    ].join('\n'),
  )
})

test('a section without entries is left out like one that is not there', () => {
  const file = join(folder, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8')
  const [before = '', after = ''] = text.split(/^projects:\n/m)
  const rest = after.slice(after.search(/^resume:/m))
  const empty = 'projects:\n  menu: Portfolio\n  heading: Portfolio\n  cards: []\n\n'
  writeFileSync(file, before + empty + rest)
  const loaded = loadPortfolio(folder)
  if (!loaded.ok) throw new Error('An empty section is no fault.')
  expect(loaded.portfolio).not.toHaveProperty('projects')
})

function faultsAfter(...changes: [from: string, to: string][]): Problem[] {
  const file = join(folder, 'portfolio.yaml')
  const changed = changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The content no longer says "${from}".`)
      return text.replace(from, to)
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, changed)
  const loaded = loadPortfolio(folder)
  return loaded.ok ? [] : loaded.problems
}

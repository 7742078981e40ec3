import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { sampleIdentity } from '../../tests/fixtures/sample-identity.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLE = join('content', 'portfolio.sample.yaml')

/** The content may name its person, and tests may name the sample's. */
const EXEMPT = ['.git', 'content', 'tests']

test('nothing outside the content names the person, the links or the work of the sample', () => {
  expect(filesThatName(sampleIdentity(), projectFiles())).toEqual([])
})

test('the same search finds the person, the links and the work of the sample in its own content', () => {
  const { person, projects } = loadSample()
  const found = filesThatName(sampleIdentity(), [SAMPLE])
  const [first] = projects?.cards ?? []
  for (const name of [
    ...person.name.split(' '),
    person.profiles[0]?.url.split('/').at(-1),
    first?.title,
  ]) {
    expect(found).toContain(`${SAMPLE}: ${name?.toLowerCase()}`)
  }
})

test('no code of the engine names the brand of the sample', () => {
  const engine = projectFiles().filter((file) => file.startsWith(`src${sep}`))
  expect(filesThatName([loadSample().brand.text], engine)).toEqual([])
})

function filesThatName(names: string[], files: string[]): string[] {
  const wanted = names.map((name) => name.toLowerCase())
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').toLowerCase()
    return wanted.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`)
  })
}

/** Every file of the project but those that are made, exempt, or tests. */
function projectFiles(): string[] {
  const made = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n')
  const skipped = [...EXEMPT, ...made.map((line) => line.replace(/\/$/, ''))]
  return readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => !skipped.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name) : [entry.name]))
    .filter((file) => !file.includes('.test.'))
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}

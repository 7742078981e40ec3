import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { sampleIdentity } from 'test-fixtures/sample-identity.ts'
import { expect, test } from 'vitest'

const SAMPLE = join('site', 'content', 'portfolio.yaml')

/** Content may name its person, and tests may name the sample's person. */
const EXEMPT = ['.git', 'site', 'tests']

test('no file outside the content contains the sample person, links or projects', () => {
  expect(filesThatName(sampleIdentity(), projectFiles())).toEqual([])
})

test('the same search finds the sample person, links and projects in the sample', () => {
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

test('no source file contains the brand of the sample', () => {
  const engine = projectFiles().filter((file) => file.startsWith(`packages${sep}`))
  expect(filesThatName([loadSample().brand.text], engine)).toEqual([])
})

function filesThatName(names: string[], files: string[]): string[] {
  const wanted = names.map((name) => name.toLowerCase())
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').toLowerCase()
    return wanted.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`)
  })
}

/** Every file of the project except generated and exempt files and tests. */
function projectFiles(): string[] {
  const generated = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n')
  const skipped = [...EXEMPT, ...generated.map((line) => line.replace(/\/$/, ''))]
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

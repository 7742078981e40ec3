import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from 'test-fixtures/folders.ts'
import { describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'

const TARBALLS = Object.entries(inject('tarballs')).map(([name, file]) => ({ name, file }))
/** What a package may contain beside its manifest, licence and README. */
const CONTENT: Record<string, RegExp> = {
  'reward-codes-gateway':
    /^(bin\/reward-codes-gateway\.mjs|dist\/[\w/-]+\.(js|d\.ts)|templates\/[\w-]+\.html)$/,
  'reward-codes':
    /^(CHANGELOG\.md|bin\/reward-codes\.mjs|components\/[\w/.-]+\.(tsx?|css)|(content|files|gateway|images|security)\/[\w/-]+\.ts|(folders|schema|user-error|virtual\.d)\.ts|dist\/[\w/-]+\.(js|d\.ts)|deploy\/[\w.-]+|docs\/(operating|owner|microsoft-365)\.md|resume\/([\w-]+\.(typ|ts)|word\/\w+\.xml|fonts\/[\w-]+\.(ttf|txt))|routes\/[\w.-]+\.(astro|ts|css)|styles\/[\w/-]+\.(css|ts|woff2))$/,
  'create-reward-codes': /^(create\.mjs|template\/[\w.-]+)$/,
}

describe.each(TARBALLS)('the tarball of $name', ({ name, file }) => {
  const files = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))

  test('has its licence, its README and nothing that is not its own', () => {
    const always = ['package.json', 'LICENSE', 'README.md']
    expect(files).toEqual(expect.arrayContaining(always))
    const others = files.filter((path) => !always.includes(path))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter((path) => !CONTENT[name]?.test(path))).toEqual([])
    expect(others.filter((path) => /\.test\.|fixtures/.test(path))).toEqual([])
  })

  test('runs no script when it is installed', () => {
    const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'])
    expect(JSON.parse(manifest.toString()).scripts).toBeUndefined()
  })
})

test('a new site has a lockfile with the versions of the repository, and no address of a registry', () => {
  const file = TARBALLS.find(({ name }) => name === 'create-reward-codes')?.file ?? ''
  const text = execFileSync('tar', ['-xzOf', file, 'package/template/package-lock.json'])
  const { packages } = JSON.parse(text.toString())
  const tested = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const { '': _, ...installed } = packages as Record<string, Record<string, string>>
  expect(Object.keys(installed).length).toBeGreaterThan(200)
  for (const [place, { version, integrity, resolved }] of Object.entries(installed)) {
    expect({ place, resolved }).toEqual({ place, resolved: undefined })
    expect(integrity, place).toMatch(/^sha512-/)
    if (!place.includes('/reward-codes')) expect(version, place).toBe(tested[place].version)
  }
})

test('npm would publish each package without a change of its manifest', async () => {
  // npm asks a registry which versions it has, and waits for a minute if that does not answer.
  const alone = ['--dry-run', '--registry=http://127.0.0.1:9', '--fetch-retries=0']
  for (const { file } of TARBALLS) {
    const { stderr } = await promisify(execFile)('npm', ['publish', file, ...alone])
    const warnings = stderr.split('\n').filter((line) => /^npm warn/.test(line))
    // No user is logged in.
    expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([])
  }
})

describe('the workflows', () => {
  const FOLDER = join(ROOT, '.github/workflows')
  const workflows = readdirSync(FOLDER).map((name) => ({
    name,
    workflow: parse(readFileSync(join(FOLDER, name), 'utf8')),
  }))
  test('publish what has passed all tests and the trial, with provenance and no token', () => {
    const { jobs } = workflows.find(({ name }) => name === 'check.yml')?.workflow ?? {}
    expect(jobs.pack).toMatchObject({
      needs: ['test', 'trial'],
      if: "startsWith(github.ref, 'refs/tags/v')",
    })
    expect(jobs.publish).toMatchObject({
      needs: 'pack',
      permissions: { 'id-token': 'write' },
      env: { NPM_CONFIG_PROVENANCE: 'true', NPM_CONFIG_ACCESS: 'public' },
    })
    // The job that may publish runs nothing of this repository.
    const uses = stepsOf({ jobs: { publish: jobs.publish } }).flatMap(({ uses }) => uses ?? [])
    expect(uses.join()).not.toContain('actions/checkout')
    const published = stepsOf({ jobs }).flatMap(
      ({ run = '' }) => /^npm view (.*)@.*npm publish (.*)/.exec(run)?.slice(1) ?? [],
    )
    expect(published).toEqual(
      Object.keys(inject('tarballs')).flatMap((name) => [name, `${name}-[0-9]*.tgz`]),
    )
    expect(JSON.stringify(workflows)).not.toContain('secrets.')
  })

  test.each(workflows)(
    '$name reads only, unless a job says more, and pins its actions',
    ({ workflow }) => {
      expect(workflow.permissions).toEqual({ contents: 'read' })
      for (const { uses = '' } of stepsOf(workflow)) expect(uses).toMatch(/^$|@[0-9a-f]{40}$/)
    },
  )
})

type Step = { uses?: string; run?: string }
type Jobs = Record<string, { steps?: Step[] }>

function stepsOf({ jobs }: { jobs: Jobs }): Step[] {
  return Object.values(jobs).flatMap(({ steps = [] }) => steps)
}

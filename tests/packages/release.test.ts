import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { runNpm } from 'test-fixtures/packed.ts'
import { describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'

const TARBALLS = Object.entries(inject('tarballs')).map(([name, file]) => ({ name, file }))
/** What a package may contain beside its manifest, licence and README. */
const CONTENT: Record<string, RegExp> = {
  'reward-codes-gateway':
    /^(bin\/reward-codes-gateway\.mjs|dist\/[\w/-]+\.(js|d\.ts)|templates\/[\w-]+\.html)$/,
  'reward-codes':
    /^(bin\/reward-codes\.mjs|components\/[\w/.-]+\.(tsx?|css)|dist\/[\w/-]+\.(js|d\.ts)|deploy\/[\w.-]+|docs\/(operating|owner|deploy\/[\w-]+)\.md|resume\/([\w-]+\.typ|fonts\/[\w-]+\.(ttf|txt))|routes\/[\w.-]+\.(astro|ts|css)|sample\/(images\/\w+\.svg|portfolio\.yaml|theme\.css)|styles\/[\w/-]+\.(css|woff2))$/,
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

  test('is accepted by npm publish --dry-run', async () => {
    const out = await runNpm(
      dirname(file),
      ['publish', '--dry-run', '--json', `./${basename(file)}`],
      {},
    )
    expect(out).toContain(`"${name}@`)
  })
})

test('the checksums are those of the tarballs', () => {
  const folder = dirname(TARBALLS[0]?.file ?? '')
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(checked.trim().split('\n')).toEqual(TARBALLS.map(({ file }) => `${basename(file)}: OK`))
})

test('the workflow publishes what it has packed, with provenance and no token', () => {
  const text = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
  const { jobs, permissions } = parse(text)
  expect(permissions).toEqual({ contents: 'read' })
  expect(jobs.publish).toMatchObject({ needs: 'pack', permissions: { 'id-token': 'write' } })
  const commands = (job: { steps: { run?: string }[] }) =>
    job.steps.flatMap(({ run }) => run ?? []).join('\n')
  expect(commands(jobs.pack)).toContain('node tools/release.ts release')
  expect(commands(jobs.publish)).toMatch(/sha256sum --check[\s\S]*npm publish .* --provenance/)
  expect(text).not.toContain('secrets.')
})

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeHeadersFile } from 'reward-codes/internal/exports/security-headers.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const SCRIPTS: Record<string, string> = JSON.parse(read('package.json')).scripts

test('the systemd service starts a file of the checkout', () => {
  const unit = settingsOf('deploy/portfolio.service')
  const [node = '', ...words] = (unit.get('ExecStart') ?? '').split(' ')
  const folder = dirname(unit.get('WorkingDirectory') ?? '')
  for (const file of [node, words[0] ?? '']) {
    expect(existsSync(join(ROOT, file.slice(folder.length))), file).toBe(true)
  }
  expect(words[1]).toBe('start')
})

test('the guide has the same data folder, user and working directory as the service', () => {
  const unit = settingsOf('deploy/portfolio.service')
  const guide = read('docs/owner.md')
  expect(guide).toContain(`DATA_DIR=/var/lib/${unit.get('StateDirectory')}\n`)
  expect(guide).toContain(` ${unit.get('User')}\n`)
  expect(guide).toContain(`cd ${unit.get('WorkingDirectory')}\n`)
})

test('the GitHub Pages workflow runs existing commands and uploads their output', () => {
  const { jobs } = parse(read('deploy/github-pages.yml'))
  const steps: { run?: string; with?: Record<string, string> }[] = jobs.build.steps
  const scripts = steps.flatMap(({ run }) => run?.match(/^npm run (\S+)$/)?.[1] ?? [])
  expect(scripts).toEqual(['build'])
  for (const script of scripts) expect(Object.keys(SCRIPTS)).toContain(script)
  expect(steps.at(-1)?.with?.path).toBe('site/dist')
  const versionFile = steps.flatMap((step) => step.with?.['node-version-file'] ?? []).join()
  expect(existsSync(join(ROOT, versionFile)), versionFile).toBe(true)
})

test('vercel.json sets the same headers as the other hosts', () => {
  const { headers, outputDirectory, buildCommand } = JSON.parse(read('vercel.json'))
  const rules = headers.map(
    ({ source, headers }: { source: string; headers: { key: string; value: string }[] }) =>
      [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join(
        '\n',
      ),
  )
  expect(`${rules.join('\n')}\n`).toBe(makeHeadersFile())
  expect([buildCommand, outputDirectory]).toEqual(['npm run build', 'site/dist'])
})

test('every command and project file in the guides exists', () => {
  const guides = read('docs/owner.md') + read('docs/operating.md')
  const scripts = [...guides.matchAll(/npm run (?:--silent )?([a-z][\w-]*)/g)]
  // compose.override.yaml is the owner's file.
  const files = [...guides.matchAll(/\b(?:deploy\/[\w.-]+\w|compose(?!\.override)[\w.]*\.yaml)/g)]
  expect(files.length).toBeGreaterThan(2)
  for (const [, script] of scripts) expect(Object.keys(SCRIPTS)).toContain(script)
  for (const [file] of files) expect(existsSync(join(ROOT, file)), file).toBe(true)
})

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}

function settingsOf(name: string): Map<string, string> {
  const lines = read(name).matchAll(/^(\w+)=(.*)$/gm)
  return new Map([...lines].map(([, key = '', value = '']) => [key, value]))
}

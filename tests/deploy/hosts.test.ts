import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeHeaders } from '../../src/artifacts/host-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPTS: Record<string, string> = JSON.parse(read('package.json')).scripts

test('what the service of systemd starts is in a finished checkout', () => {
  const unit = settingsOf('deploy/portfolio.service')
  const [node = '', ...words] = (unit.get('ExecStart') ?? '').split(' ')
  const folder = unit.get('WorkingDirectory') ?? ''
  expect(existsSync(join(ROOT, node.slice(folder.length))), node).toBe(true)
  expect(SCRIPTS.start).toBe(`node ${words.join(' ')}`)
})

test('the guide names the folder of data, the user and the place that the service expects', () => {
  const unit = settingsOf('deploy/portfolio.service')
  const guide = read('docs/owner.md')
  expect(guide).toContain(`DATA_FOLDER=/var/lib/${unit.get('StateDirectory')}\n`)
  expect(guide).toContain(` ${unit.get('User')}\n`)
  expect(guide).toContain(unit.get('WorkingDirectory'))
})

test('the workflow of GitHub Pages runs commands that there are, and hands over what they build', () => {
  const { jobs } = parse(read('deploy/github-pages.yml'))
  const steps: { run?: string; with?: Record<string, string> }[] = jobs.build.steps
  const scripts = steps.flatMap(({ run }) => run?.match(/^npm run (\S+)$/)?.[1] ?? [])
  expect(scripts).toContain('build')
  for (const script of scripts) expect(Object.keys(SCRIPTS)).toContain(script)
  expect(steps.at(-1)?.with?.path).toBe('dist')
  const versionFile = steps.flatMap((step) => step.with?.['node-version-file'] ?? []).join()
  expect(existsSync(join(ROOT, versionFile)), versionFile).toBe(true)
})

test('Vercel is told to serve as the other hosts are', () => {
  const { headers, outputDirectory, buildCommand } = JSON.parse(read('vercel.json'))
  const rules = headers.map(
    ({ source, headers }: { source: string; headers: { key: string; value: string }[] }) =>
      [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join(
        '\n',
      ),
  )
  expect(`${rules.join('\n')}\n`).toBe(makeHeaders())
  expect([buildCommand, outputDirectory]).toEqual(['npm run build', 'dist'])
})

test('every command and every file of the project that the guides name exists', () => {
  const guides = read('docs/owner.md') + read('docs/operating.md')
  const scripts = [...guides.matchAll(/npm run (?:--silent )?([a-z][\w-]*)/g)]
  // An owner writes compose.override.yaml.
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

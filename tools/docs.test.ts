import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exampleEnvironment } from 'reward-codes-gateway/internal/configuration.ts'
import { readStoreMetrics } from 'reward-codes-gateway/internal/ops.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { startTestGateway } from 'test-fixtures/gateway.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const GATEWAY = join(ROOT, 'packages/gateway/src')

test.each(DOCUMENTS)('every link in %s to a file and a heading resolves', (name) => {
  const broken = [...withoutCode(read(name)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !resolves(name, link))
  expect(broken).toEqual([])
})

test('docs/operating.md lists the environment variables of the gateway', () => {
  const variables = [...exampleEnvironment().matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  const documented = rowsOf('Environment variables').map((row) => /`([A-Z_]+)`/.exec(row)?.[1])
  expect(documented).toEqual(variables)
})

test('docs/operating.md lists the metrics', async () => {
  const { gateway, close } = await startTestGateway()
  onTestFinished(close)
  const registries = [gateway.metrics.registry, await readStoreMetrics(gateway)]
  const metrics = registries.flatMap((one) => one.getMetricsAsArray().map(({ name }) => name))
  const documented = rowsOf('Metrics').map((row) => /`(contact[a-z_]+)/.exec(row)?.[1])
  expect(documented.filter(Boolean).toSorted()).toEqual(metrics.toSorted())
})

test('docs/operating.md lists the reasons of rejections and the log events', () => {
  const source = readdirSync(GATEWAY, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(join(GATEWAY, name), 'utf8'))
    .join('\n')
  const documented = [...rowsOf('x-reason codes'), ...rowsOf('Log')].flatMap((row) => [
    ...(/`([^`]+)`/.exec(row)?.slice(1) ?? []),
  ])
  expect(documented.filter((code) => !source.includes(`'${code}'`))).toEqual([])
  const reasons = [...source.matchAll(/reject\([^)]*'([a-z-]+)'\)/g)].map(([, reason]) => reason)
  const events = [...source.matchAll(/\blog\(\s*'(?:info|warn|error)',\s*'([^']+)'/gi)].map(
    ([, event]) => event,
  )
  expect(reasons.length).toBeGreaterThan(15)
  expect(events.length).toBeGreaterThan(15)
  expect([...reasons, ...events].filter((code) => !documented.includes(code ?? ''))).toEqual([])
})

/** Removes inline code: an example of a link leads nowhere. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, '')
}

function resolves(name: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? name : join(dirname(name), path)
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || anchorsOf(read(file)).includes(anchor)
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The rows of the tables below a heading of docs/operating.md. */
function rowsOf(heading: string): string[] {
  const [, section = ''] = read('docs/operating.md').split(`\n### ${heading}\n`)
  const lines = section.split(/\n##/)[0]?.split('\n') ?? []
  return lines.filter((line) => /^\| .*`/.test(line))
}

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}

const PAGE = join(ROOT, 'docs/security.md')
const HOSTILE = join(ROOT, 'tests/security')

const items = readFileSync(PAGE, 'utf8')
  .split(/^(?=##)/m)
  .filter((section) => /^### \d+\. /.test(section))
  .map((section) => {
    const [heading = '', , tests = ''] = section.split('\n\n')
    const [, number, weakness = ''] = /^### (\d+)\. (.+)$/.exec(heading) ?? []
    return { number: Number(number), weakness, tests }
  })
const hostile = readdirSync(HOSTILE)
  .map((name) => readFileSync(join(HOSTILE, name), 'utf8'))
  .join('\n')

test('weaknesses are numbered from 1', () => {
  expect(items.map(({ number }) => number)).toEqual(items.map((_, index) => index + 1))
})

describe.each(items)('$number $weakness', ({ number, weakness, tests }) => {
  test('is the name of tests', () => {
    expect(hostile).toContain(`'${number} ${weakness}`)
  })

  test('names existing tests', () => {
    const links = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]
    expect(links.length).toBeGreaterThan(0)
    for (const [, title = '', address = ''] of links) {
      const file = join(dirname(PAGE), address)
      expect(existsSync(file), address).toBe(true)
      expect(titlesOf(readFileSync(file, 'utf8')), address).toContain(title)
    }
  })
})

/** The test titles in a file: each string argument that a function follows. */
function titlesOf(source: string): string[] {
  const calls = source.matchAll(/\(\s*(['"`])(.*?)\1,\s*(?:async\s*)?\(/g)
  return [...calls].map(([, , title = '']) => title)
}

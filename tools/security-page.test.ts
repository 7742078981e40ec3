import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'

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

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/security.md')
const HOSTILE = join(ROOT, 'tests/hostile')
const WEAKNESSES = 24

const items = readFileSync(PAGE, 'utf8')
  .split(/^(?=##)/m)
  .filter((section) => /^### \d+\. /.test(section))
  .map((section) => {
    const [heading = '', how = '', tests = ''] = section.split('\n\n')
    const [, number, weakness = ''] = /^### (\d+)\. (.+)$/.exec(heading) ?? []
    return { number: Number(number), weakness, how, tests }
  })
const hostile = readdirSync(HOSTILE)
  .map((name) => readFileSync(join(HOSTILE, name), 'utf8'))
  .join('\n')

test('every weakness of the list is there, once and in its place', () => {
  expect(items.map(({ number }) => number)).toEqual(
    Array.from({ length: WEAKNESSES }, (_, n) => n + 1),
  )
})

describe.each(items)('$number $weakness', ({ number, weakness, how, tests }) => {
  test('has its numbers of CWE and a sentence on how it is held', () => {
    expect(how).toMatch(/^(CWE-\d+, )*CWE-\d+\.\s[A-Z][\s\S]*\.$/)
  })

  test('is the name of tests', () => {
    expect(hostile).toContain(`'${number} ${weakness}`)
  })

  test('names tests that are there', () => {
    const links = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]
    expect(links.length).toBeGreaterThan(0)
    for (const [, title = '', address = ''] of links) {
      const file = join(dirname(PAGE), address)
      expect(existsSync(file), address).toBe(true)
      expect(titlesOf(readFileSync(file, 'utf8')), address).toContain(title)
    }
  })
})

/** The titles in a file: a text that is followed by a function, with nothing before it in its brackets. */
function titlesOf(source: string): string[] {
  const calls = source.matchAll(/\(\s*(['"`])(.*?)\1,\s*(?:async\s*)?\(/g)
  return [...calls].map(([, , title = '']) => title)
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/security.md')
const HOSTILE = join(ROOT, 'tests/hostile')
const ITEMS = 24

type Row = { number: number; weakness: string; cwe: string; held: string; tests: string }

const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| (\d+) +\|(.*)\|$/gm)].map(
  ([, number, rest = '']): Row => {
    const [weakness = '', cwe = '', held = '', tests = ''] = rest
      .split('|')
      .map((cell) => cell.trim())
    return { number: Number(number), weakness, cwe, held, tests }
  },
)
const hostile = readdirSync(HOSTILE)
  .map((name) => readFileSync(join(HOSTILE, name), 'utf8'))
  .join('\n')

test('every weakness of the list is there, once and in its place', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: ITEMS }, (_, n) => n + 1))
})

describe.each(rows)('$number $weakness', ({ number, weakness, cwe, held, tests }) => {
  test('has its number of CWE and a sentence on how it is held', () => {
    expect(cwe).toMatch(/^\d+(, \d+)*$/)
    expect(held).toMatch(/^[A-Z].*\.$/)
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

/** The titles of tests in a file: the first text of a call of `test`, or of what `test.each` gives. */
function titlesOf(source: string): string[] {
  const calls = source.matchAll(/(?:\btest|\)|\b(?:each)\([^)]*\))\(\s*(['"`])(.*?)\1,/g)
  return [...calls].map(([, , title = '']) => title)
}

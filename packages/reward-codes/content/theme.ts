import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { requireOwn } from '../folders.ts'
import type { Diagnostic } from './diagnostic.ts'
import { isFile } from './source.ts'

/**
 * Where theme.css does not parse, and where it sets `--hue`: files that cannot read the styles of the page derive their
 * colours from `site.hue`.
 */
export function findThemeErrors(directory: string): Diagnostic[] {
  const { CssSyntaxError, parse }: typeof import('postcss') = requireOwn('postcss')
  const name = join(directory, 'theme.css')
  const file = relative(process.cwd(), name)
  const found: Diagnostic[] = []
  try {
    parse(isFile(name) ? readFileSync(name, 'utf8') : '').walkDecls('--hue', ({ source }) => {
      const { line = 1, column = 1 } = source?.start ?? {}
      found.push({
        ...{ file, line, column, field: '--hue' },
        found: 'the hue in theme.css',
        expected: 'the hue in portfolio.yaml, below site, such as hue: 165',
      })
    })
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    const { reason, line = 1, column = 1 } = error
    found.push({
      ...{ file, line, column, field: '(whole file)' },
      found: `${reason}, where CSS stops`,
      expected: 'a } for each {, a colon between a property and its value, and a ; between two',
    })
  }
  return found
}

import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { requireOwn } from '../folders.ts'
import type { Diagnostic } from './diagnostic.ts'

/** In degrees: the same colour as 0. */
const MAX_HUE = 360

const THEME_FILE = 'theme.css'
const NUMBER = /^(-?(?:\d*\.)?\d+)(?:deg)?$/

/** The hue in theme.css, from which all theme colours derive. Undefined if it is not 0 to 360. */
export function readHue(directory: string): number | undefined {
  const hue = Number(NUMBER.exec(findHue(directory).value)?.[1])
  return hue >= 0 && hue <= MAX_HUE ? hue : undefined
}

/** A valid hue is required: files that cannot read the page's CSS derive their colours from it. */
export function findThemeErrors(directory: string): Diagnostic[] {
  const broken = findSyntaxError(directory)
  if (broken) return [broken]
  if (readHue(directory) !== undefined) return []
  const { css, index, value } = findHue(directory)
  const before = css.slice(0, index).split('\n')
  return [
    {
      file: relative(process.cwd(), join(directory, THEME_FILE)),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      field: '--hue',
      found: value || 'nothing',
      expected: `a number from 0 to ${MAX_HUE}, the hue of all colours, as in ":root { --hue: 165; }"`,
    },
  ]
}

/** Where theme.css does not parse, such as at a block without its end. */
function findSyntaxError(directory: string): Diagnostic | undefined {
  const { CssSyntaxError, parse }: typeof import('postcss') = requireOwn('postcss')
  try {
    parse(readTheme(directory))
    return undefined
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    const { reason, line = 1, column = 1 } = error
    return {
      ...{ file: relative(process.cwd(), join(directory, THEME_FILE)), line, column },
      field: '(whole file)',
      found: `${reason}, where CSS stops`,
      expected: 'a } for each {, a colon between a property and its value, and a ; between two',
    }
  }
}

function findHue(directory: string) {
  const css = readTheme(directory)
  const found = /--hue\s*:\s*([^;}]*)/.exec(blankComments(css))
  return { css, index: found?.index ?? 0, value: (found?.[1] ?? '').trim() }
}

function readTheme(directory: string): string {
  const file = join(directory, THEME_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Comments become spaces of the same length, so that indexes stay valid. */
function blankComments(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '))
}

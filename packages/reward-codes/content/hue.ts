import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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

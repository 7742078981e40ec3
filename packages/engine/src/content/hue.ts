import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Diagnostic } from './diagnostic.ts'

/** In degrees: the same colour as 0. */
export const MAX_HUE = 360

const THEME_FILE = 'theme.css'
const HUE = /(--hue:\s*)(-?(?:\d*\.)?\d+)(?:deg)?\s*[;}]/

/** The hue in theme.css, from which all theme colours derive. Undefined if it is not 0 to 360. */
export function readHue(directory: string): number | undefined {
  const found = findHue(readTheme(directory))
  const hue = Number(found?.number)
  return hue >= 0 && hue <= MAX_HUE ? hue : undefined
}

/** A valid hue is required: files that cannot read the page's CSS derive their colours from it. */
export function findThemeErrors(directory: string): Diagnostic[] {
  if (readHue(directory) !== undefined) return []
  const css = blankComments(readTheme(directory))
  const start = css.indexOf('--hue')
  const before = css.slice(0, Math.max(0, start)).split('\n')
  const [, value = ''] = /^--hue\s*:?([^;}]*)/.exec(css.slice(start)) ?? []
  return [
    {
      file: relative(process.cwd(), join(directory, THEME_FILE)),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      field: '--hue',
      found: start < 0 ? 'nothing' : value.trim() || 'nothing',
      expected: `a number from 0 to ${MAX_HUE}, the hue of all colours, as in ":root { --hue: 165; }"`,
    },
  ]
}

/** Replaces the hue in theme.css. Returns false if there is none to replace. */
export function writeHue(directory: string, hue: string): boolean {
  const css = readTheme(directory)
  const found = findHue(css)
  if (!found) return false
  const { start, number } = found
  const updated = css.slice(0, start) + hue + css.slice(start + number.length)
  writeFileSync(join(directory, THEME_FILE), updated)
  return true
}

function readTheme(directory: string): string {
  const file = join(directory, THEME_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function findHue(css: string): { start: number; number: string } | undefined {
  const found = HUE.exec(blankComments(css))
  if (!found) return undefined
  const [, before = '', number = ''] = found
  return { start: found.index + before.length, number }
}

/** Replaces comments with spaces of the same length, so that offsets stay valid. */
function blankComments(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '))
}

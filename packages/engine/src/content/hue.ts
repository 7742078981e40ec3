import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Problem } from './problem.ts'

const THEME_FILE = 'theme.css'
const HUE = /(--hue:\s*)(-?[\d.]+)(?:deg)?\s*[;}]/

/** The one number that the colours of a content folder are made from. */
export function readHue(directory: string): number | undefined {
  const found = findHue(readTheme(directory))
  return found && Number(found.number)
}

/** Without the number there is no colour for anything that cannot read the styles of the page. */
export function findThemeFaults(directory: string): Problem[] {
  if (readHue(directory) !== undefined) return []
  const css = withoutComments(readTheme(directory))
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
      allowed: 'a number from 0 to 360, from which all colours come, as in ":root { --hue: 165; }"',
    },
  ]
}

/** Puts another number in its place; tells whether there was one to replace. */
export function writeHue(directory: string, hue: string): boolean {
  const css = readTheme(directory)
  const found = findHue(css)
  if (!found) return false
  const { start, number } = found
  const written = css.slice(0, start) + hue + css.slice(start + number.length)
  writeFileSync(join(directory, THEME_FILE), written)
  return true
}

function readTheme(directory: string): string {
  const file = join(directory, THEME_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function findHue(css: string): { start: number; number: string } | undefined {
  const found = HUE.exec(withoutComments(css))
  if (!found) return undefined
  const [, before = '', number = ''] = found
  return { start: found.index + before.length, number }
}

/** Comments become as many spaces, so that places stay right. */
function withoutComments(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '))
}

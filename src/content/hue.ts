import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HUE = /(--hue:\s*)(-?[\d.]+)(?:deg)?\s*[;}]/

/** The one number that the colours of a content folder are made from. */
export function readHue(directory: string): number | undefined {
  const found = findHue(readTheme(directory))
  return found && Number(found.number)
}

/** Puts another number in its place; tells whether there was one to replace. */
export function writeHue(directory: string, hue: string): boolean {
  const css = readTheme(directory)
  const found = findHue(css)
  if (!found) return false
  const { start, number } = found
  const written = css.slice(0, start) + hue + css.slice(start + number.length)
  writeFileSync(join(directory, 'theme.css'), written)
  return true
}

function readTheme(directory: string): string {
  const file = join(directory, 'theme.css')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function findHue(css: string): { start: number; number: string } | undefined {
  // Comments become as many spaces, so that places stay right.
  const bare = css.replace(/\/\*.*?\*\//gs, (comment) => ' '.repeat(comment.length))
  const found = HUE.exec(bare)
  if (!found) return undefined
  const [, before = '', number = ''] = found
  return { start: found.index + before.length, number }
}

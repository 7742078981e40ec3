import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { PACKAGE_FOLDER } from '../folders.ts'

/** The style sheets of this package, each with its number. */
const FILES = globSync('{components,routes}/**/*.module.css', { cwd: PACKAGE_FOLDER }).sort()
const FIRST_LETTER = 10
const LETTERS = 26

/**
 * The name of a class or an animation in the built page: the letters of its file, and its place there. A hash for each
 * would be the one part of the page that no compression makes smaller.
 */
export function className(name: string, file: string, css: string): string {
  const index = FILES.indexOf(relative(PACKAGE_FOLDER, file))
  if (index < 0) return `${name}-${createHash('sha256').update(css).digest('hex').slice(0, 5)}`
  const found = css.matchAll(/(?:\.|@keyframes )([a-z_][\w-]*)/gi)
  const names = [...new Set(Array.from(found, ([, each]) => each))]
  return lettersOf(index) + names.indexOf(name)
}

function lettersOf(index: number): string {
  const last = ((index % LETTERS) + FIRST_LETTER).toString(36)
  return index < LETTERS ? last : lettersOf(Math.floor(index / LETTERS) - 1) + last
}

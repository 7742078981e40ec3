import { basename, extname, relative, sep } from 'node:path'
import type { OwnParts } from './own-parts.ts'

/** Parts whose styles the first screen needs. */
const FIRST_SCREEN = /^(?:Header|Hero)/

function pathIn({ folder }: OwnParts, file: string): string | undefined {
  return file.startsWith(folder + sep) ? relative(folder, file) : undefined
}

/** What the class names of the owner's styles start with. Undefined for the engine's styles. */
export function classPrefix(file: string, parts: OwnParts): string | undefined {
  const path = pathIn(parts, file)
  if (path === undefined) return undefined
  return path.slice(0, -'.module.css'.length).replace(/\W+/g, '_')
}

/** Whether these are styles of the owner that the first screen does not need. */
export function isSectionStyle(file: string, parts: OwnParts): boolean {
  const path = pathIn(parts, file)
  return path !== undefined && extname(path) === '.css' && !FIRST_SCREEN.test(basename(path))
}

import type { Path } from './source.ts'

/** The value that a path leads to; a field that is not the content's own leads nowhere. */
export function valueAt(content: unknown, path: Path): unknown {
  let value = content
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}

import type { Path } from './source.ts'

/** The value at a path. Inherited properties are not followed and give undefined. */
export function getIn(content: unknown, path: Path): unknown {
  let value = content
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}

/** Whether a path is another path or below it. */
export function isWithin(path: Path, other: Path): boolean {
  return other.every((step, index) => path[index] === step)
}

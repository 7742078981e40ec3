import type { Path } from '../source.ts'

/** A text of the content and the way to it. */
export type Text = { path: Path; text: string }

/** Every text of a value, however deep. */
export function textsOf(value: unknown, path: Path = []): Text[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, item]) => textsOf(item, [...path, key]))
}

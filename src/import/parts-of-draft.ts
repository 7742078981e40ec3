import { withoutGaps } from './clean-text.ts'
import type { Fields } from './fields.ts'

/** A list under its name, unless there is nothing in it. */
export function listed<Name extends string, Item>(name: Name, entries: Item[]) {
  return (entries.length > 0 ? { [name]: { entries } } : {}) as Record<Name, { entries: Item[] }>
}

/** The filled ones of some fields, or nothing where all are empty. */
export function someOf<Values extends object>(
  values: {
    [Name in keyof Values]: Values[Name] | undefined
  },
): Values | undefined {
  const filled = withoutGaps<Values>(values)
  return Object.keys(filled).length > 0 ? filled : undefined
}

/** A neutral word where the portfolio needs one and the import has none. */
export function standIn(entry: Fields, name: string, word: string): string {
  entry.leave(name, `it is empty, so "${word}" stands there now`)
  return word
}

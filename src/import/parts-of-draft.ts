import type { Fields } from './fields.ts'

/** A list under its name, unless there is nothing in it. */
export function listed<Name extends string, Item>(name: Name, entries: Item[]) {
  return (entries.length > 0 ? { [name]: { entries } } : {}) as Record<Name, { entries: Item[] }>
}

/** A neutral word where the portfolio needs one and the import has none. */
export function standIn(entry: Fields, name: string, word: string): string {
  entry.leave(name, `it is empty, so "${word}" stands there now`)
  return word
}

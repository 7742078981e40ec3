/** The path to a value: field names and list indexes. */
export type Path = readonly PropertyKey[]

/** An error at a path, before its line and column are looked up. */
export type ContentError = {
  path: Path
  found: string
  expected: string
  suggestion?: string | undefined
}

/** The property that says what a value of the content is. Copies of this module share it: pages are bundled. */
export const KIND = Symbol.for('reward-codes.kind')

/** What a value says that it is. */
export function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, KIND) : undefined
}

/** The value at a path. Inherited properties are not followed and give undefined. */
export function getIn(content: unknown, path: Path): unknown {
  let value = content
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}

/** All values that are no lists or objects of fields, at any depth. */
export function leavesOf(value: unknown, path: Path = []): { path: Path; leaf: unknown }[] {
  if (!Array.isArray(value) && !isFields(value)) return [{ path, leaf: value }]
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, item]) => leavesOf(item, [...path, key]))
}

/** Maps every value that is not a list or an object of fields. */
export function mapLeaves(value: unknown, map: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, map))
  if (!isFields(value)) return map(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, map)]))
}

/** Whether a value is an object of fields, not a class instance. */
export function isFields(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || kindOf(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Omits fields whose value is undefined, an empty string, an empty list or an empty object. */
export function omitEmpty<Fields extends object>(
  fields: {
    [Name in keyof Fields]: Fields[Name] | undefined
  },
): Partial<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => !isEmpty(value))
  return Object.fromEntries(filled) as Partial<Fields>
}

/** Whether a value is missing, or has no text, entries or fields. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === ''
}

/** The new value, made of the old one's parts wherever both say the same: what draws these can rest. */
export function keepEqual<Value>(old: Value, value: Value): Value
export function keepEqual(old: unknown, value: unknown): unknown {
  if (!isObject(old) || !isObject(value) || Array.isArray(old) !== Array.isArray(value)) {
    return value
  }
  const before = new Map(Object.entries(old))
  const parts = Object.entries(value).map(
    ([name, part]) => [name, keepEqual(before.get(name), part)] as const,
  )
  const isKept = (name: string, part: unknown) => before.has(name) && before.get(name) === part
  if (parts.length === before.size && parts.every((part) => isKept(...part))) return old
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

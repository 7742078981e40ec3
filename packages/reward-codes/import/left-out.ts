type Fields = Record<string, unknown>

/** About the file, not about the person. */
const ABOUT_THE_FILE = ['$schema', 'meta']

/** A value of which `leftOut` lists the fields that nothing has read, such as `work.description`. */
export function trackReads<Value extends object>(value: Value) {
  const read = new Set<string>()
  return {
    tracked: track(value, '', read) as Value,
    leftOut: () => [...new Set(unreadIn(value as Fields, '', read))],
  }
}

/** Entries of a list have the path of the list. */
function track(value: unknown, path: string, read: Set<string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => (isFields(item) ? track(item, path, read) : item))
  }
  if (!isFields(value)) return value
  return new Proxy(value, {
    get(target, name) {
      const inner = pathOf(path, String(name))
      read.add(inner)
      return track(Reflect.get(target, name), inner, read)
    },
  })
}

function unreadIn(value: Fields, path: string, read: Set<string>): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = pathOf(path, name)
    if (isEmpty(inner) || ABOUT_THE_FILE.includes(at)) return []
    if (!read.has(at)) return [at]
    return [inner].flat().flatMap((item) => (isFields(item) ? unreadIn(item, at, read) : []))
  })
}

function pathOf(path: string, name: string): string {
  return path ? `${path}.${name}` : name
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === ''
}

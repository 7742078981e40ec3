import { type Diagnostic, formatReceived } from '../content/diagnostic.ts'
import { getIn, leavesOf } from '../content/values.ts'

type Content = Record<string, unknown>
type Path = (string | number)[]

/** What is wrong with the content, as `load` says it. */
type Check = (content: Content) => Promise<Diagnostic[]>

/** Each round leaves something out, so that one of them finds nothing. */
const MAX_ROUNDS = 100

/**
 * Leaves out what is not valid, until the content is: `lost` names each value. Undefined if an error is in content that
 * cannot be left out.
 */
export async function keepValid(content: Content, check: Check) {
  const kept = structuredClone(content)
  const lost: string[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const errors = await check(kept)
    if (errors.length === 0) return { content: kept, lost }
    const removed = errors.map((error) => findInvalid(kept, error))
    const noted = removed.map(({ path, why }) => `${path.join('.')}: ${why}`)
    lost.push(...new Set(noted))
    const paths = new Map(removed.map(({ path }) => [path.join('.'), path]))
    // An entry goes with what is in it.
    const names = [...paths.keys()]
    const outer = names.filter((name) => !names.some((other) => name.startsWith(`${other}.`)))
    // From the last to the first, so that the entries of a list keep their places.
    const order = outer.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    for (const name of order) if (!remove(kept, paths.get(name) ?? [])) return undefined
  }
  return undefined
}

/** What an error makes invalid: the value, the last entry of a list that is too long, or an entry that lacks a field. */
function findInvalid(content: Content, { field, found, expected }: Diagnostic) {
  const path: Path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const value = getIn(content, path)
  // A sentence on the field may follow.
  const why = `expected ${expected.split('. ', 1)[0]}`
  if (Array.isArray(value) && value.length > 0) {
    return { path: [...path, value.length - 1], why: `${textOf(value.at(-1))}, ${why}` }
  }
  if (value !== undefined) return { path, why: `${found}, ${why}` }
  const entry = path.slice(0, -1)
  return { path: entry, why: `${textOf(getIn(content, entry))} has no ${path.at(-1)}` }
}

/** An entry by its texts. */
function textOf(entry: unknown): string {
  const texts = leavesOf(entry).map(({ leaf }) => leaf)
  return formatReceived(texts.join(', '))
}

/** Removes a value, and what has nothing in it without the value. False for a whole section. */
function remove(content: Content, path: Path): boolean {
  const parent = getIn(content, path.slice(0, -1))
  const name = path.at(-1)
  if (name === undefined || path.length < 2) return false
  if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else if (parent instanceof Object) Reflect.deleteProperty(parent, name)
  const isEmpty = parent instanceof Object && Object.keys(parent).length === 0
  if (!isEmpty) return true
  if (path.length > 2) return remove(content, path.slice(0, -1))
  Reflect.deleteProperty(content, String(path[0]))
  return true
}

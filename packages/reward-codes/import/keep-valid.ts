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
    for (const error of errors) {
      const path = pathOf(error.field)
      const value = getIn(kept, path)
      if (Array.isArray(value) && value.length > 0) {
        // A list is too long.
        lost.push(describe({ ...error, found: textOf(value.pop()) }))
      } else if (value !== undefined) {
        lost.push(describe(error))
        if (!remove(kept, path)) return undefined
      } else {
        const entry = path.slice(0, -1)
        // An earlier error has removed it.
        if (getIn(kept, entry) === undefined) continue
        lost.push(`${entry.join('.')}: ${textOf(getIn(kept, entry))} has no ${String(path.at(-1))}`)
        if (!remove(kept, entry)) return undefined
      }
    }
    prune(kept)
  }
  return undefined
}

function describe({ field, found, expected }: Pick<Diagnostic, 'field' | 'found' | 'expected'>) {
  // A sentence on the field may follow.
  return `${field}: ${found}, expected ${expected.split('. ', 1)[0]}`
}

/** An entry by its texts. */
function textOf(entry: unknown): string {
  return formatReceived(
    leavesOf(entry)
      .map(({ leaf }) => leaf)
      .join(', '),
  )
}

function pathOf(field: string): Path {
  return field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function set(content: Content, path: Path, value: unknown) {
  const parent = getIn(content, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1) ?? ''] = value
}

/** False if there is nothing to remove. Entries of lists keep their places until `prune`. */
function remove(content: Content, path: Path): boolean {
  const name = path.at(-1)
  if (name === undefined || path.length < 2) return false
  // An earlier error of the same entry has removed it.
  if (getIn(content, path.slice(0, -1)) instanceof Object) set(content, path, undefined)
  return true
}

/** Removes what is undefined, and lists and sections without anything in them. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(prune).filter((item) => item !== undefined)
    value.splice(0, value.length, ...items)
    return items.length > 0 ? value : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Content
  for (const [name, inner] of Object.entries(fields)) {
    if (prune(inner) === undefined) delete fields[name]
  }
  return Object.keys(fields).length > 0 ? fields : undefined
}

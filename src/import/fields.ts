import { cleanAddress, cleanLine, cleanText } from './clean-text.ts'
import { readDate, readPeriod } from './dates.ts'
import { type Left, NO_PLACE } from './draft.ts'

type Values = Record<string, unknown>

/**
 * Named fields of an import, which remember what was asked for: what never was has no place in the
 * portfolio, and its owner is told so.
 */
export type Fields = {
  line: (...names: string[]) => string | undefined
  text: (...names: string[]) => string | undefined
  address: (...names: string[]) => string | undefined
  date: (...names: string[]) => string | undefined
  period: (start: string, end: string) => string | undefined
  lines: (name: string) => string[]
  texts: (name: string) => string[]
  any: (name: string) => unknown
  within: (name: string) => Fields
  /** Tells that a field does not come along as it is. */
  leave: (name: string, why: string) => void
  /** The entries of a list. */
  each: <Item>(name: string, read: (entry: Fields) => Item) => Item[]
}

/** `whatIsLeft` may be asked once everything has been read. */
export function openFields(values: Values): { fields: Fields; whatIsLeft: () => Left[] } {
  const left: Left[] = []
  const unread: (() => void)[] = []
  const fields = fieldsAt(values, '', { left, unread })
  return {
    fields,
    whatIsLeft: () => {
      for (const tell of unread.splice(0)) tell()
      return summarize(left)
    },
  }
}

type Remains = { left: Left[]; unread: (() => void)[] }

function fieldsAt(values: Values, place: string, remains: Remains): Fields {
  const { any, leave } = keepAccount(values, place, remains)
  const one = <Out>(names: string[], clean: (value: unknown) => Out | undefined) => {
    for (const name of names) {
      const value = any(name)
      const cleaned = clean(value)
      if (cleaned !== undefined) return cleaned
      if (!isEmpty(value)) leave(name, 'it is no text')
    }
    return undefined
  }
  return {
    any,
    leave,
    line: (...names) => one(names, cleanLine),
    text: (...names) => one(names, cleanText),
    address: (...names) => one(names, cleanAddress),
    lines: (name) => listOf(any(name)).flatMap((value) => cleanLine(value) ?? []),
    texts: (name) => listOf(any(name)).flatMap((value) => cleanText(value) ?? []),
    date: (...names) => {
      const read = readDate(one(names, cleanLine))
      if (read.kind === 'unknown') leave(names[0] ?? '', `"${read.text}" is no date`)
      return read.kind === 'date' ? read.date : undefined
    },
    period: (start, end) => {
      const { period, fault } = readPeriod(any(start), any(end))
      if (fault) leave(`${start}, ${end}`, fault)
      return period
    },
    within: (name) => fieldsAt(asValues(any(name)) ?? {}, `${place}${name}.`, remains),
    each: (name, read) =>
      listOf(any(name)).flatMap((entry, index) => {
        const entryValues = asValues(entry)
        if (entryValues) return [read(fieldsAt(entryValues, `${place}${name}[${index}].`, remains))]
        leave(`${name}[${index}]`, 'it has no named fields')
        return []
      }),
  }
}

/** Gives out fields, and knows at the end which nobody asked for. */
function keepAccount(values: Values, place: string, { left, unread }: Remains) {
  const asked = new Set<string>()
  const leave = (name: string, why: string) => void left.push({ what: place + name, why })
  unread.push(() => {
    for (const [name, value] of Object.entries(values)) {
      if (!asked.has(name) && !isEmpty(value)) leave(name, NO_PLACE)
    }
  })
  const any = (name: string) => {
    asked.add(name)
    return Object.hasOwn(values, name) ? values[name] : undefined
  }
  return { any, leave }
}

/** The same field of many entries is told once. */
function summarize(left: Left[]): Left[] {
  const groups = Map.groupBy(left, ({ what, why }) => `${what.replace(/\[\d+\]/g, '[]')} ${why}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1 || first.why !== NO_PLACE) return group
    const what = `${first.what.replace(/\[\d+\]/g, '[]')} (${group.length} times)`
    return [{ what, why: first.why }]
  })
}

function asValues(value: unknown): Values | undefined {
  const isNamed = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isNamed ? (value as Values) : undefined
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isEmpty(value) ? [] : [value]
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty)
  return value === undefined || value === null || value === ''
}

import { nearest } from 'reward-codes-gateway/did-you-mean'
import { type ContentError, formatReceived } from './diagnostic.ts'
import { getIn, isFields, type Path } from './values.ts'

/** The content in another language: that of the main file, with what the file of the language says in place of it. */
export type Merged = {
  value: unknown
  /** The path of a value in the file of the language. Undefined for a value that only the main file has. */
  originOf: (path: Path) => Path | undefined
  /** What the file of a language must not say, by its path there. */
  errors: ContentError[]
  /** The lists whose entries have no id in the file of the language. */
  byPlace: Path[]
  /** The lists of texts that have fewer texts in the file of the language. */
  shorter: Path[]
}

/** The fields of the site as a whole. */
export const SITE_WIDE = ['language', 'url', 'look'].map((name) => ['site', name] as const)

/**
 * Merges objects by key, lists of entries by id and lists of texts by place; any other value replaces that of the main
 * file. An empty text says nothing.
 */
export function mergeLanguage(main: unknown, other: unknown): Merged {
  /** The index in the file of the language for each entry of a merged list; -1 for none. */
  const indexes = new Map<string, number>()
  const byPlace: Path[] = []
  const shorter: Path[] = []
  if ((other ?? null) !== null && !isFields(other)) {
    const error = { path: [], found: formatReceived(other), expected: 'fields of portfolio.yaml' }
    return { value: main, originOf: () => undefined, errors: [error], byPlace, shorter }
  }
  const errors: ContentError[] = SITE_WIDE.filter((path) => hasValue(other, path)).map((path) => ({
    path,
    found: formatReceived(getIn(other, path)),
    expected: `no ${path.join('.')} here; it stands in portfolio.yaml`,
  }))

  function merge(own: unknown, theirs: unknown, path: Path, origin: Path): unknown {
    if ((theirs ?? '') === '') return own
    if (isListOfFields(own) && Array.isArray(theirs)) return mergeLists(own, theirs, path, origin)
    if (Array.isArray(own) && Array.isArray(theirs)) {
      if (theirs.length < own.length) shorter.push(path)
      return theirs.map((text, index) =>
        merge(own[index], text, [...path, index], [...origin, index]),
      )
    }
    if (isListOfFields(own) && typeof theirs === 'string') {
      const expected = `a list with the ${own.length} entries of portfolio.yaml`
      errors.push({ path: origin, found: formatReceived(theirs), expected })
    }
    // A text is also written as fields, and keeps its readers.
    if (isEntryText(own) && typeof theirs === 'string') return { ...own, text: theirs }
    if (typeof own === 'string' && isEntryText(theirs))
      return { ...theirs, text: theirs.text ?? own }
    if (!isFields(own) || !isFields(theirs)) return theirs
    const names = Object.keys({ ...own, ...theirs })
    const inside = names.map((name) => [
      name,
      merge(own[name], theirs[name], [...path, name], [...origin, name]),
    ])
    return Object.fromEntries(inside)
  }

  function mergeLists(own: unknown[], theirs: unknown[], path: Path, origin: Path): unknown[] {
    const ids = own.map(idOf)
    const places = theirs.map((entry, index) => {
      const id = idOf(entry)
      return id === undefined ? index : ids.indexOf(id)
    })
    if (theirs.some((entry) => idOf(entry) === undefined)) byPlace.push(path)
    errors.push(
      ...places.flatMap((place, index) => {
        if (place in own && places.indexOf(place) === index) return []
        const id = idOf(theirs[index])
        const known = ids.flatMap((one) => (one === undefined ? [] : String(one)))
        return {
          path: [...origin, index, ...(id === undefined ? [] : ['id'])],
          found: id === undefined ? 'an entry' : formatReceived(id),
          expected:
            place in own
              ? 'each entry once'
              : `an entry of this list in portfolio.yaml: ${known.join(', ') || own.length}`,
          suggestion: typeof id === 'string' && place < 0 ? nearest(id, known) : undefined,
        }
      }),
    )
    return own.map((entry, place) => {
      const index = places.indexOf(place)
      indexes.set(JSON.stringify([...path, place]), index)
      return merge(entry, theirs[index], [...path, place], [...origin, index])
    })
  }

  const originOf = (path: Path) => {
    const origin = path.map(
      (step, depth) => indexes.get(JSON.stringify(path.slice(0, depth + 1))) ?? step,
    )
    const parent = origin.slice(0, -1)
    const isAlone = origin.at(-1) === 'text' && typeof getIn(other, parent) === 'string'
    const written = isAlone ? parent : origin
    return hasValue(other, written) ? written : undefined
  }
  return { value: merge(main, other, [], []), originOf, errors, byPlace, shorter }
}

function hasValue(content: unknown, path: Path): boolean {
  return (getIn(content, path) ?? '') !== ''
}

function idOf(entry: unknown): unknown {
  return getIn(entry, ['id'])
}

function isEntryText(value: unknown): value is { text: unknown } {
  return isFields(value) && 'text' in value
}

function isListOfFields(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some(isFields)
}

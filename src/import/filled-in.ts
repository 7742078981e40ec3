import type { Change, Path } from './changes.ts'
import type { Left } from './draft.ts'

const NAME = '{name}'

/** Texts that the page fills in, although whoever wrote them elsewhere may have meant the letters. */
export function tellFilledIn(taken: Change[]): Left[] {
  return taken.flatMap(({ path, value }) =>
    placesOf(value, path).map((place) => ({
      what: place.join('.'),
      why: `it holds ${NAME}, and the page shows your name in its place; write it in other words if you mean the letters`,
    })),
  )
}

function placesOf(value: unknown, path: Path): Path[] {
  if (typeof value === 'string') return value.includes(NAME) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))
}

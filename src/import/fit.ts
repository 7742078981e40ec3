import type { z } from 'zod'
import { valueAt } from '../content/at-path.ts'
import { describeAllowed, describeFound } from '../content/problem.ts'
import { portfolioSchema } from '../content/schema.ts'
import { type Change, type Path, withoutValue, withValue } from './changes.ts'
import type { Left } from './draft.ts'

const MOST_ROUNDS = 20

/**
 * Takes out of the changes, field by field, what the content does not allow; an entry goes only
 * when it lacks what it cannot be without. `valid` is a content without faults.
 */
export function fitChanges(changes: Change[], valid: unknown): { changes: Change[]; left: Left[] } {
  const left: Left[] = []
  let fitted = changes.reduce((whole, { path, value }) => withValue(whole, path, value), valid)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { error } = portfolioSchema.safeParse(fitted, { reportInput: true })
    if (!error) break
    fitted = takeOut(fitted, error.issues, changes, left)
  }
  const kept = changes
    .map((change) => ({ ...change, value: valueAt(fitted, change.path) }))
    .filter(
      ({ value, isFrame }, place) => isFrame || !isGone(value) || isGone(changes[place]?.value),
    )
  const leaves = kept.filter(({ isFrame }) => !isFrame)
  const isNeeded = ({ path, isFrame }: Change) =>
    !isFrame || leaves.some((leaf) => isBelow(leaf.path, path.slice(0, -1)))
  return { changes: kept.filter(isNeeded), left }
}

function takeOut(
  content: unknown,
  issues: z.core.$ZodIssue[],
  changes: Change[],
  left: Left[],
): unknown {
  let fitted = content
  // From the last to the first, so that the places of those still to come stay right.
  const ordered = [...issues].sort((a, b) => comparePaths(b.path as Path, a.path as Path))
  let gone: Path | undefined
  for (const issue of ordered) {
    const path = issue.path as Path
    if (gone && isBelow(path, gone)) continue
    if (!changes.some((change) => isBelow(path, change.path))) continue
    if (issue.code === 'too_big' && issue.origin === 'array') {
      fitted = shorten(fitted, path, Number(issue.maximum), left)
      continue
    }
    gone = placeToClear(fitted, path)
    left.push({ what: nameOf(fitted, gone), why: reasonFor(issue, gone.length < path.length) })
    fitted = withoutValue(fitted, gone)
  }
  return fitted
}

/** The field itself if it is there; what it is missing from otherwise. */
function placeToClear(content: unknown, path: Path): Path {
  return valueAt(content, path) === undefined ? path.slice(0, -1) : path
}

function reasonFor(issue: z.core.$ZodIssue, isMissing: boolean): string {
  const field = String(issue.path.at(-1))
  if (isMissing) return `it has no "${field}", which the portfolio needs there`
  if (issue.code === 'too_big' && typeof issue.input === 'string') {
    return `it has ${issue.input.length} characters; ${describeAllowed(issue)} fit`
  }
  return `${describeFound(issue.input)} is not ${describeAllowed(issue)}`
}

function shorten(content: unknown, path: Path, most: number, left: Left[]): unknown {
  const list = valueAt(content, path) as unknown[]
  const surplus = list.slice(most).map((item) => titleOf(item) ?? describeFound(item))
  left.push({
    what: path.join('.'),
    why: `at most ${most} fit; these do not come along: ${surplus.join(', ')}`,
  })
  return withValue(content, path, list.slice(0, most))
}

/** A place in the content, with the name of the entry that it belongs to. */
function nameOf(content: unknown, path: Path): string {
  const index = path.findIndex((step) => typeof step === 'number')
  const title = index < 0 ? undefined : titleOf(valueAt(content, path.slice(0, index + 1)))
  return title ? `${path.join('.')} of "${title}"` : path.join('.')
}

function titleOf(entry: unknown): string | undefined {
  const names = ['title', 'course', 'school', 'name'].map((name) => valueAt(entry, [name]))
  return names.find((name) => typeof name === 'string')
}

/** Nothing, a list that lost all its entries, or fields that lost all their values. */
function isGone(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined
  return Object.keys(value).length === 0
}

function isBelow(path: Path, place: Path): boolean {
  return place.every((step, index) => path[index] === step)
}

function comparePaths(one: Path, other: Path): number {
  for (const [index, step] of one.entries()) {
    const counterpart = other[index]
    if (counterpart === undefined) return 1
    if (step === counterpart) continue
    if (typeof step === 'number' && typeof counterpart === 'number') return step - counterpart
    return String(step) < String(counterpart) ? -1 : 1
  }
  return one.length - other.length
}

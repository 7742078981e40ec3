import { valueAt } from '../content/at-path.ts'
import type { Problem } from '../content/problem.ts'
import { tidyText } from '../content/tidy-text.ts'
import { isCovered } from '../content/uncovered.ts'
import { type Change, type Path, withoutValue, withValue } from './changes.ts'
import type { Left } from './draft.ts'
import { takeOutSigns } from './take-out-signs.ts'

/**
 * Takes out of changes what a whole content file was refused for, such as a letter that no font
 * has. A text that is fine without its signs, such as emoji, only loses those.
 */
export function takeRefused(
  changes: Change[],
  problems: Problem[],
): { changes: Change[]; left: Left[] } | undefined {
  const left: Left[] = []
  // From the last to the first, so that places in lists stay right.
  const paths = [...new Set(problems.map(({ field }) => field))].map(readPath).reverse()
  const changed = paths.reduce((all, path) => {
    const at = all.findIndex((change) => change.path.every((step, index) => path[index] === step))
    const change = all[at]
    if (!change) return all
    const inner = path.slice(change.path.length)
    const problem = problems.find(({ field }) => field === path.join('.'))
    const value = valueAt(change.value, inner)
    const { text, signs } = takeOutSigns(typeof value === 'string' ? value : '')
    const isMended = signs.length > 0 && isWhole(text)
    const why = isMended ? tellSigns(signs) : reasonFor(problem, value)
    left.push({ what: path.join('.'), why })
    if (isMended) return all.with(at, { ...change, value: withValue(change.value, inner, text) })
    // What is missing was taken out a round ago: its entry cannot do without.
    const gone = value === undefined ? inner.slice(0, -1) : inner
    if (gone.length === 0) return all.toSpliced(at, 1)
    return all.with(at, { ...change, value: withoutValue(change.value, gone) })
  }, changes)
  return left.length > 0 ? { changes: changed, left } : undefined
}

function reasonFor(problem: Problem | undefined, value: unknown): string {
  if (value === undefined) return 'its entry cannot be without it, and went as well'
  return `it was left out, as it has ${problem?.found}; the portfolio allows ${problem?.allowed}`
}

function tellSigns(signs: string[]): string {
  const which = signs.length === 1 ? 'which no font' : 'none of which a font'
  return `it came along without ${signs.join(' ')}, ${which} of the resume file can draw; write it in words if something is missing now`
}

/** Whether a text still says something, and the resume file can draw all of it. */
function isWhole(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && [...tidyText(text)].every(isCovered)
}

function readPath(field: string): Path {
  return field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

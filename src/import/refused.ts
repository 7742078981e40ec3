import { valueAt } from '../content/at-path.ts'
import type { Problem } from '../content/problem.ts'
import { type Change, type Path, withoutValue, withValue } from './changes.ts'
import type { Left } from './draft.ts'

const PICTOGRAPHS = /(?:\p{RGI_Emoji}|\p{Extended_Pictographic})\ufe0f?\s?/gv
const MEANT_AS_SIGNS = /^[\p{ASCII}©®™↔→←✓]/v

/**
 * Takes out of changes what a whole content file was refused for, such as a letter that no font
 * has. A text that is fine without its pictographs only loses those.
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
    const plain = typeof value === 'string' ? withoutPictographs(value) : ''
    const isMended = plain !== '' && plain !== value
    left.push({ what: path.join('.'), why: reasonFor(problem, value, isMended) })
    if (isMended) return all.with(at, { ...change, value: withValue(change.value, inner, plain) })
    // What is missing was taken out a round ago: its entry cannot do without.
    const gone = value === undefined ? inner.slice(0, -1) : inner
    if (gone.length === 0) return all.toSpliced(at, 1)
    return all.with(at, { ...change, value: withoutValue(change.value, gone) })
  }, changes)
  return left.length > 0 ? { changes: changed, left } : undefined
}

function reasonFor(problem: Problem | undefined, value: unknown, isMended: boolean): string {
  if (value === undefined) return 'its entry cannot be without it, and went as well'
  const reason = `it has ${problem?.found}; the portfolio allows ${problem?.allowed}`
  return isMended ? `it came along without its pictographs: ${reason}` : reason
}

function readPath(field: string): Path {
  return field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function withoutPictographs(text: string): string {
  return text.replace(PICTOGRAPHS, (sign) => (MEANT_AS_SIGNS.test(sign) ? sign : '')).trim()
}

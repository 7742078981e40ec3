import { parseDocument } from 'yaml'
import { type Diagnostic, formatExpected, formatReceived } from '../content/diagnostic.ts'
import { isCovered, tidyText } from '../content/resume-fonts.ts'
import { portfolioSchema } from '../content/schema.ts'
import { getIn, isWithin } from '../content/values.ts'
import { type Change, deleteIn, type Path, setIn } from './changes.ts'
import type { Skipped } from './draft.ts'
import { editYaml } from './edit-yaml.ts'

const MAX_ROUNDS = 25

/** Validates the text of a content file. */
export type Validate = (text: string) => Diagnostic[]

/** An invalid value. `maxItems` is the limit of a list that is too long. */
type Problem = { path: Path; why: string; maxItems?: number }

/**
 * Applies changes to the text of a content file. Removes invalid values, field by field, and an
 * entry only if it lacks a required field. Errors outside of the changes are left to the owner.
 */
export function applyChanges(
  text: string,
  changes: Change[],
  validate: Validate,
): { text: string; changes: Change[]; skipped: Skipped[] } {
  const skipped: Skipped[] = []
  let content = changes.reduce<unknown>(
    (whole, { path, value }) => setIn(whole, path, value),
    parseDocument(text).toJS(),
  )
  let valid = changes
  let edited = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isOurs = ({ path }: Problem) => valid.some((change) => isWithin(path, change.path))
    let problems = schemaProblems(content).filter(isOurs)
    if (problems.length === 0) {
      valid = remaining(changes, content)
      edited = editYaml(text, valid)
      problems = validate(edited).map(toProblem).filter(isOurs)
    }
    if (problems.length === 0) break
    content = removeInvalid(content, problems, skipped)
  }
  return { text: edited, changes: valid, skipped }
}

function schemaProblems(content: unknown): Problem[] {
  const { error } = portfolioSchema.safeParse(content, { reportInput: true })
  return (error?.issues ?? []).map((issue) => {
    const path = issue.path as Path
    const expected = formatExpected(issue)
    if (issue.code === 'too_big' && issue.origin === 'array') {
      return { path, why: expected, maxItems: Number(issue.maximum) }
    }
    const isTooLong = issue.code === 'too_big' && typeof issue.input === 'string'
    const why = isTooLong
      ? `it has ${String(issue.input).length} characters; ${expected} fit`
      : `${formatReceived(issue.input)} is not ${expected}`
    return { path, why }
  })
}

function toProblem({ field, found, expected }: Diagnostic): Problem {
  const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  return { path, why: `it is left out, because it has ${found}; the portfolio allows ${expected}` }
}

function removeInvalid(content: unknown, problems: Problem[], skipped: Skipped[]): unknown {
  let valid = content
  let done: Path | undefined
  // Both validators report in file order; from last to first, the other indexes stay right.
  for (const { path, why, maxItems } of problems.toReversed()) {
    if (done && isWithin(path, done)) continue
    const value = getIn(valid, path)
    const isMissing = value === undefined
    done = isMissing ? path.slice(0, -1) : path
    const what = nameOf(valid, done)
    const text = typeof value === 'string' ? printablePart(value) : undefined
    if (maxItems !== undefined && Array.isArray(value)) {
      const surplus = value.slice(maxItems).map((item) => titleOf(item) ?? formatReceived(item))
      skipped.push({ what, why: `${why} fit; these are left out: ${surplus.join(', ')}` })
      valid = setIn(valid, path, value.slice(0, maxItems))
    } else if (text) {
      skipped.push({
        what,
        why: 'symbols that the resume PDF cannot print, such as emoji, are removed',
      })
      valid = setIn(valid, path, text)
    } else {
      const field = String(path.at(-1))
      skipped.push({ what, why: isMissing ? `it has no "${field}", which is required` : why })
      valid = deleteIn(valid, done)
    }
  }
  return valid
}

/** The changes whose values are still there, and the frames that they need. */
function remaining(changes: Change[], content: unknown): Change[] {
  const valid = changes
    .map((change) => ({ ...change, value: getIn(content, change.path) }))
    .filter(
      ({ value, isFrame }, index) => isFrame || !isGone(value) || isGone(changes[index]?.value),
    )
  const leaves = valid.filter(({ isFrame }) => !isFrame)
  return valid.filter(
    ({ path, isFrame }) =>
      !isFrame || leaves.some((leaf) => isWithin(leaf.path, path.slice(0, -1))),
  )
}

/** A text without symbols that the resume PDF cannot print. Undefined if no readable text is left. */
function printablePart(text: string): string | undefined {
  const printable = text
    .replace(/[\p{RGI_Emoji}\p{Extended_Pictographic}\p{S}]\ufe0f?\u200d?/gv, (symbol) =>
      [...tidyText(symbol)].every(isCovered) ? symbol : '\0',
    )
    .replace(/[([][ \t]*\0[\0 \t]*[)\]]/g, '\0')
    .replace(/[ \t]*\0[\0 \t]*/g, ' ')
    .replace(/(?<=[([“]) | (?=[.,;:!?)\]”])/g, '')
    .replace(/([|·•–,]) *(?=[|·•–,])/g, '')
    .replace(/^[ ,;:|·•–-]+|[ ,;:|·•–-]+$/g, '')
    .replace(/^ +| +$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
  const isComplete = /[\p{L}\p{N}]/u.test(printable) && [...tidyText(printable)].every(isCovered)
  return isComplete && printable !== text ? printable : undefined
}

/** A path, with the title of the entry that it belongs to. */
function nameOf(content: unknown, path: Path): string {
  const index = path.findIndex((step) => typeof step === 'number')
  const title = index < 0 ? undefined : titleOf(getIn(content, path.slice(0, index + 1)))
  return title ? `${path.join('.')} of "${title}"` : path.join('.')
}

function titleOf(entry: unknown): string | undefined {
  const names = ['title', 'course', 'school', 'name'].map((name) => getIn(entry, [name]))
  return names.find((name) => typeof name === 'string')
}

/** Whether a value is missing, or has lost all its entries or fields. */
function isGone(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined
  return Object.keys(value).length === 0
}

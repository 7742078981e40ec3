import { diffArrays } from 'diff'

/** Lines of a text that another version of it replaces. `end` is exclusive; without lines, `start` equals it. */
type Change = { start: number; end: number; lines: string[] }

/**
 * Applies the changes of two versions of a text to it. Undefined if both have changed the same or adjacent
 * lines in different ways.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  const lines = linesOf(base)
  const changes = [mine, theirs]
    .flatMap((text) => changesOf(lines, linesOf(text)))
    .sort((one, other) => one.start - other.start || one.end - other.end)
  const merged: string[] = []
  let position = 0
  let last: Change | undefined
  for (const change of changes) {
    if (last && isSame(last, change)) continue
    if (last && change.start <= last.end) return undefined
    merged.push(...lines.slice(position, change.start), ...change.lines)
    position = change.end
    last = change
  }
  return [...merged, ...lines.slice(position)].join('\n')
}

function linesOf(text: string): string[] {
  return text.split('\n')
}

function changesOf(base: string[], other: string[]): Change[] {
  const changes: Change[] = []
  let position = 0
  let open: Change | undefined
  for (const { added, removed, value } of diffArrays(base, other)) {
    if (!added && !removed) {
      position += value.length
      open = undefined
      continue
    }
    if (!open) {
      open = { start: position, end: position, lines: [] }
      changes.push(open)
    }
    if (added) open.lines.push(...value)
    else {
      position += value.length
      open.end = position
    }
  }
  return changes
}

function isSame(one: Change, other: Change): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.lines.join('\n') === other.lines.join('\n')
  )
}

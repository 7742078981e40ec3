/** One line of a file as YAML sees it: places are columns from 0. */
export type Line = {
  /** Its number from 1. */
  number: number
  text: string
  /** Where it begins. */
  indent: number
  hasDash: boolean
  /** Where its field or text begins, behind the dashes. */
  start: number
  key: string | undefined
  /** What stands behind the key, or the whole text; without a comment. */
  value: string
}

const PARTS = /^([ \t]*)((?:-(?:[ \t]+|$))*)(?:([\w-]+)[ \t]*:(?=\s|$)[ \t]*)?(.*)$/
const COMMENT = /(^|\s)#.*$/

export function readLines(text: string): Line[] {
  return text.split(/\r?\n/).map((line, index) => {
    const [, space = '', dashes = '', key, rest = ''] = PARTS.exec(line) ?? []
    return {
      number: index + 1,
      text: line,
      indent: space.length,
      hasDash: dashes !== '',
      start: space.length + dashes.length,
      key,
      value: rest.replace(COMMENT, '').trim(),
    }
  })
}

/** Whether there is anything on the line but a comment. */
export function isWritten({ key, value, hasDash }: Line): boolean {
  return key !== undefined || value !== '' || hasDash
}

/** The line of the same list or the same section before or behind, if nothing further out lies between. */
export function findSibling(lines: Line[], line: Line, step: 1 | -1): Line | undefined {
  for (let at = line.number - 1 + step; lines[at]; at += step) {
    const other = lines[at] as Line
    if (!isWritten(other) || other.indent > line.indent) continue
    return other.indent === line.indent ? other : undefined
  }
}

/**
 * The line that another should have begun below: a field whose text is complete and yet has something
 * further in behind it, or of those that are open where the line begins, the nearest to it.
 */
export function findMisplaced(lines: Line[], line: Line): [line: Line, above: Line] | undefined {
  const above = nextWritten(lines, line, -1)
  const below = nextWritten(lines, line, 1)
  if (below && isDeeperThanText(line, below)) return [below, line]
  if (above && isDeeperThanText(above, line)) return [line, above]
  const open = openAt(lines, line)
  const places = open.flatMap((other) => [other.indent, other.start])
  if (open.length === 0 || places.includes(line.indent)) return undefined
  const nearest = open.reduce((best, other) =>
    distance(other, line) < distance(best, line) ? other : best,
  )
  return [line, nearest]
}

function isDeeperThanText({ key, value, start }: Line, below: Line): boolean {
  return (
    key !== undefined && /^[^|>&]/.test(value) && below.key !== undefined && below.indent > start
  )
}

/** The lines above that hold something open, from the innermost. */
function openAt(lines: Line[], line: Line): Line[] {
  const open: Line[] = []
  for (let at = line.number - 2; at >= 0; at--) {
    const other = lines[at]
    if (other && isWritten(other) && other.indent < (open.at(-1)?.indent ?? Infinity)) {
      open.push(other)
    }
  }
  return open
}

function distance(other: Line, line: Line): number {
  return Math.min(Math.abs(other.indent - line.indent), Math.abs(other.start - line.indent))
}

function nextWritten(lines: Line[], line: Line, step: 1 | -1): Line | undefined {
  for (let at = line.number - 1 + step; lines[at]; at += step) {
    if (isWritten(lines[at] as Line)) return lines[at]
  }
}

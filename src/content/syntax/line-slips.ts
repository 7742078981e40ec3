import type { Finding, Look, Rule } from './finding.ts'
import { findMisplaced, findSibling, type Line } from './lines.ts'

const FIELD = 'the name of a field, a colon, a space and its text'

/** Slips before any text is read. */
export const LINE_SLIPS: Rule[] = [findMergeMark, findTab, findRepeated, findSecondFile]

/** Slips of how lines stand to each other, once none of them has one of its own. */
export const ORDER_SLIPS: Rule[] = [findDashWithoutSpace, findMixedList, findNoColon, findStep]

function findMergeMark({ line }: Look): Finding | undefined {
  if (!/^(<{7}|={7}|>{7})/.test(line.text)) return undefined
  return {
    line,
    column: 0,
    found: 'a mark of git, where two versions of the file meet',
    allowed: 'one of the two versions: delete the other and the three lines with marks',
    misleads: true,
  }
}

function findTab({ line }: Look): Finding | undefined {
  if (!/^ *\t/.test(line.text)) return undefined
  return {
    line,
    column: line.text.indexOf('\t'),
    found: 'a tab before the text',
    allowed: 'spaces, two for each step inwards',
    misleads: true,
  }
}

function findRepeated({ code, line, lines }: Look): Finding | undefined {
  if (code !== 'DUPLICATE_KEY' || line.key === undefined) return undefined
  const first = lines.findLast(
    ({ number, key, start }) => number < line.number && key === line.key && start === line.start,
  )
  return {
    line,
    column: line.start,
    found: `"${line.key}" a second time${first ? `; the first is in line ${first.number}` : ''}`,
    allowed: 'each field once: delete one of the two, or make them one',
  }
}

function findSecondFile({ code, line, lines }: Look): Finding | undefined {
  if (code !== 'MULTIPLE_DOCS') return undefined
  const mark = lines
    .slice(0, line.number)
    .findLast(({ text, number }) => /^(---|\.\.\.)/.test(text) && number > 1)
  return {
    line: mark ?? line,
    column: 0,
    found: 'a line that ends the file before its end',
    allowed: 'one content to the end of the file: delete the line',
    misleads: true,
  }
}

function findDashWithoutSpace({ line }: Look): Finding | undefined {
  if (!/^\s*-[^-\s]/.test(line.text)) return undefined
  return {
    line,
    column: line.indent,
    found: 'a dash without a space behind it',
    allowed: '"- " before each entry of a list',
    suggestion: line.text.trim().replace('-', '- '),
    misleads: true,
  }
}

function findMixedList({ line, lines }: Look): Finding | undefined {
  const siblings = [findSibling(lines, line, -1), findSibling(lines, line, 1)]
  const other = siblings.find((sibling) => sibling && sibling.hasDash !== line.hasDash)
  if (!other) return undefined
  const [dashed, plain] = line.hasDash ? [line, other] : [other, line]
  return {
    line,
    column: line.indent,
    found: `a dash before ${nameOf(dashed)} in line ${dashed.number}, and none before ${nameOf(plain)} in line ${plain.number}`,
    allowed: 'a dash before every entry of a list, and before no field of a section',
    misleads: true,
  }
}

function findNoColon({ line }: Look): Finding | undefined {
  if (line.key !== undefined || !/^[\w-]+/.test(line.value)) return undefined
  const [, name = '', colon, rest = ''] = /^([\w-]+)(:?)\s*[=;]?\s*(.*)$/.exec(line.value) ?? []
  return {
    line,
    column: line.start,
    found: colon ? `no space behind "${name}:"` : `no colon behind "${name}"`,
    allowed: FIELD,
    suggestion: `${line.hasDash ? '- ' : ''}${name}: ${rest}`.trim(),
    misleads: true,
  }
}

function findStep({ line, lines }: Look): Finding | undefined {
  const [misplaced, above] = findMisplaced(lines, line) ?? []
  if (!misplaced || !above) return undefined
  const [own, others] = [misplaced.indent, above.hasDash ? above.start : above.indent]
  return {
    line: misplaced,
    column: own,
    found: `${spaces(own)} before ${nameOf(misplaced)}, and ${others} before ${nameOf(above)} in line ${above.number}`,
    allowed:
      'as many spaces before each field of a section, and two more before what belongs to it',
    misleads: true,
  }
}

function spaces(count: number): string {
  return count === 0 ? 'no space' : count === 1 ? 'one space' : `${count} spaces`
}

function nameOf({ key, value }: Line): string {
  const name = key ?? value.split(/\s+/).slice(0, 3).join(' ')
  return name ? `"${name}"` : 'nothing'
}

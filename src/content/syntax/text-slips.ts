import { type Finding, type Look, quoted, type Rule, withValue } from './finding.ts'
import type { Line } from './lines.ts'

/** Signs that mean something else than themselves where a text begins. */
const MARK = /^(?:[@`%*&!,\]}[{]|[|>](?=\S*\s+\S)|[-?](?=\s))/
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/
const ENDS: Record<string, string> = { '"': '"', "'": "'", '[': ']', '{': '}' }

/** Slips in what stands behind a key or a dash. */
export const TEXT_SLIPS: Rule[] = [
  findForeignEscape,
  findUnclosed,
  findBehindQuotes,
  findMark,
  findSecondColon,
]

function findForeignEscape({ code, message, line }: Look): Finding | undefined {
  if (code !== 'BAD_DQ_ESCAPE') return undefined
  const foreign = message.slice(message.lastIndexOf('\\'))
  const text = QUOTED.exec(line.value)?.[0].slice(1, -1)
  return {
    line,
    column: Math.max(0, line.text.indexOf(foreign)),
    found: `${foreign} between double quotes, where \\ begins a sign of its own`,
    allowed: 'single quotes around a text with \\ in it',
    suggestion: text && withValue(line, `'${text}'`),
  }
}

/** The parser notices it only further down, where the text should have ended. */
function findUnclosed({ message, line, lines }: Look): Finding | undefined {
  const end = /^Missing closing (["'])|end with a ([\]}])|to end with ([\]}])/.exec(message)
  const missing = end?.slice(1).find(Boolean)
  if (!missing) return undefined
  const begins = lines
    .slice(0, line.number)
    .findLast(({ value }) => ENDS[value[0] ?? ''] === missing && !isClosed(value))
  if (!begins) return undefined
  const [opening = ''] = begins.value
  const isQuote = opening === missing
  return {
    line: begins,
    column: columnOf(begins),
    found: `a text that begins with ${opening} and has no ${missing} at its end`,
    allowed: isQuote
      ? `the same ${missing} again at the end, or no quotes at all`
      : `${missing} at the end of a list of YAML; any other text that begins with ${opening} in quotes`,
    suggestion: withValue(begins, isQuote ? begins.value + missing : quoted(begins.value)),
    misleads: true,
  }
}

function isClosed(value: string): boolean {
  return QUOTED.test(value) || value.endsWith(ENDS[value[0] ?? ''] ?? '')
}

function findBehindQuotes({ line }: Look): Finding | undefined {
  const [text] = QUOTED.exec(line.value) ?? []
  const rest = text && line.value.slice(text.length).trim()
  if (!text || !rest) return undefined
  const whole = line.value.startsWith("'") ? line.value.replace(/^'|'$/g, '') : line.value
  return {
    line,
    column: line.text.indexOf(rest, columnOf(line) + text.length),
    found: `${JSON.stringify(rest)} behind the closing quote`,
    allowed: 'the whole text between one pair of quotes, of the kind that it does not use itself',
    suggestion: withValue(line, rest === ',' ? text : quoted(whole)),
  }
}

function findMark({ line }: Look): Finding | undefined {
  const [mark] = MARK.exec(line.value) ?? []
  if (!mark) return undefined
  return {
    line,
    column: columnOf(line),
    found: `a text that begins with ${mark}, which has a meaning of its own in YAML`,
    allowed: 'such a text in quotes',
    suggestion: withValue(line, quoted(line.value)),
  }
}

function findSecondColon({ line }: Look): Finding | undefined {
  const place = line.value.search(/:(\s|$)/)
  if (place < 0 || line.key === undefined) return undefined
  return {
    line,
    column: columnOf(line) + place,
    found: 'a second colon with a space behind it',
    allowed: 'a text with ": " in it in quotes',
    suggestion: withValue(line, quoted(line.value)),
  }
}

function columnOf({ text, value, start }: Line): number {
  return text.indexOf(value, start)
}

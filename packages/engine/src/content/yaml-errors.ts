import { visit, type YAMLError } from 'yaml'
import type { Diagnostic } from './diagnostic.ts'
import { placeAt, type Source } from './source.ts'

export const EXPECTED_YAML =
  'YAML: "key: value" lines, indented by two spaces; quote text with ": ", "#" or "*"'

/** What is wrong and how to fix it: the texts of a diagnostic. */
type Hint = { found: string; expected: string; suggestion?: string }

type SyntaxError = Pick<YAMLError, 'code' | 'message'> & { at: number }

/** Errors within one value, after which the rest of the file is parsed as intended. */
const IN_ONE_VALUE = [
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'DUPLICATE_KEY',
  'TAG_RESOLVE_FAILED',
]

/** YAML indicators: characters with a special meaning at the start of a value. */
const INDICATOR = /^(?:[@`%*&![\]{}]|[|>](?=\s*\S)|[-?](?=\s))/

/** Hints for errors that the code of the parser identifies. */
const HINTS: Record<string, Hint> = {
  DUPLICATE_KEY: hint('duplicate field', 'each field once; delete one, or merge them'),
  MULTIPLE_DOCS: hint('a document separator', 'a single document; delete the line'),
  BAD_DQ_ESCAPE: hint(
    'an invalid escape in double quotes',
    'single quotes around text that contains \\',
  ),
}
const WRONG_INDENT = hint(
  'indentation that differs from the lines around it',
  'equal indentation for all fields of a section, and two more spaces for nested fields',
)

/**
 * Reports YAML syntax errors, one a line, with a hint for the common ones. Stops at an error that
 * changes how the rest is parsed, because the parser's later errors follow from it.
 */
export function findYamlErrors(source: Source): Diagnostic[] {
  const lines = source.text.split(/\r?\n/)
  const byLine = new Map<number, Diagnostic>()
  for (const { code, message, at } of collectErrors(source)) {
    const place = placeAt(source, at)
    const line = lines[place.line - 1] ?? ''
    if (!byLine.has(place.line)) {
      const [reason = ''] = message.split(/ at line \d+|\n/)
      byLine.set(place.line, { ...place, ...describe(code, reason, line) })
    }
    if (!IN_ONE_VALUE.includes(code) && !hasSecondColon(line)) break
  }
  return [...byLine.values()]
}

/** Errors in file order, including unresolved tags and aliases, which the parser lets pass. */
function collectErrors({ document }: Source): SyntaxError[] {
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
  const errors: SyntaxError[] = [...document.errors, ...tags].map(({ code, message, pos }) => ({
    code,
    message,
    at: pos[0],
  }))
  if (document.errors.length === 0) {
    visit(document, {
      Alias: (_, alias, ancestors) => {
        const target = alias.resolve(document)
        // An alias of a node that contains it never ends.
        if (target && !ancestors.includes(target)) return
        const message = `No anchor "&${alias.source}" before it`
        errors.push({ code: 'BAD_ALIAS', message, at: alias.range?.[0] ?? 0 })
      },
    })
  }
  return errors.sort((a, b) => a.at - b.at)
}

function describe(code: string, message: string, line: string): Hint {
  const known = HINTS[code] ?? describeLine(line)
  if (known) return known
  const isMisplaced = code === 'BLOCK_AS_IMPLICIT_KEY' || /same column/.test(message)
  return isMisplaced ? WRONG_INDENT : hint(message, EXPECTED_YAML)
}

/** Hints for errors that the text of the line shows better than the parser's message. */
function describeLine(line: string): Hint | undefined {
  if (/^(<{7}|={7}|>{7})/.test(line)) {
    const expected = 'one of the two versions; delete the other one and the three marker lines'
    return hint('a Git conflict marker', expected)
  }
  if (/^ *\t/.test(line)) return hint('a tab in the indentation', 'two spaces for each level')
  if (/^\s*-[^-\s]/.test(line)) {
    const suggestion = line.trim().replace('-', '- ')
    return hint('a dash without a space after it', '"- " before each entry', suggestion)
  }
  const { dash, key, value } = splitLine(line)
  const inQuotes = `${dash}${key === undefined ? '' : `${key}: `}${quoted(value)}`
  if (/^["']/.test(value)) {
    const expected = 'one pair of quotes around the whole text, of a kind that it does not contain'
    return hint('quotes that do not enclose the whole text', expected)
  }
  const [indicator] = INDICATOR.exec(value) ?? []
  if (indicator) {
    const found = `text that starts with ${indicator}, a special character in YAML`
    return hint(found, 'quotes around the text', inQuotes)
  }
  if (hasSecondColon(line)) {
    const found = 'a second colon followed by a space'
    return hint(found, 'quotes around text that contains ": "', inQuotes)
  }
  const [, name, colon, rest = ''] = /^([\w-]+)(:?)\s*(.*)$/s.exec(value) ?? []
  if (key !== undefined || name === undefined) return undefined
  const found = colon ? `no space after "${name}:"` : `no colon after "${name}"`
  const suggestion = `${dash}${name}: ${rest}`.trim()
  return hint(found, 'a field name, a colon, a space and a value', suggestion)
}

function hasSecondColon(line: string): boolean {
  const { key, value } = splitLine(line)
  return key !== undefined && /^[^"'].*:(\s|$)/s.test(value)
}

/**
 * The dashes, the key and the value of a line, without its comment. Splits step by step: one pattern
 * for all of it backtracks for minutes on a long line with an unusual line break.
 */
function splitLine(line: string): { dash: string; key: string | undefined; value: string } {
  const text = line.trim()
  const [dash = ''] = /^(?:-\s+)*/.exec(text) ?? []
  const entry = text.slice(dash.length)
  const [, key] = /^([\w-]+):(?=\s|$)/.exec(entry) ?? []
  const rest = key === undefined ? entry : entry.slice(key.length + 1)
  const comment = rest.search(/\s#/)
  return { dash, key, value: (comment < 0 ? rest : rest.slice(0, comment)).trim() }
}

/** Quotes a value with the quotes that need the least escaping. */
export function quoted(value: string): string {
  return /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`
}

function hint(found: string, expected: string, suggestion?: string): Hint {
  return { found, expected, ...(suggestion !== undefined && { suggestion }) }
}

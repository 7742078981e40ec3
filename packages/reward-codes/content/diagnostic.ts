import type { z } from 'zod'
import type { Place } from './source.ts'
import type { Path } from './values.ts'

/** An error at a path, before its line and column are looked up. */
export type ContentError = {
  path: Path
  found: string
  expected: string
  suggestion?: string | undefined
}

/** An error with its file, line, column and field, as reported to the owner. */
export type Diagnostic = Place & Omit<ContentError, 'path'>

const MAX_RECEIVED_LENGTH = 60

const TYPES: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list with "- " before each entry',
  object: 'fields, one per line, indented',
  boolean: 'true or false',
}

/** String formats for which the schema sets no error message. */
const FORMATS: Record<string, string> = {
  email: 'an email address such as name@example.com',
}

const UNITS: Record<string, string> = { string: 'characters', array: 'entries' }

export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, field, found, expected, suggestion } = diagnostic
  const lines = [
    `${file}:${line}:${column}  ${field}`,
    `    found         ${found}`,
    `    expected      ${expected}`,
  ]
  if (suggestion) lines.push(`    did you mean  ${suggestion}`)
  return lines.join('\n')
}

export function formatDiagnostics(diagnostics: Diagnostic[]): string {
  const count = diagnostics.length === 1 ? '1 error' : `${diagnostics.length} errors`
  const isCode = diagnostics.some(({ file }) => /\.[jt]sx?$/.test(file))
  const subject = isCode ? 'The site' : 'The content'
  return `${subject} has ${count}:\n\n${diagnostics.map(formatDiagnostic).join('\n\n')}\n`
}

export function formatReceived(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return `a list of length ${value.length}`
  if (typeof value === 'object') return 'fields'
  if (typeof value === 'boolean') return `${value} (unquoted)`
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is not finite'
  if (typeof value !== 'string') return `the number ${value}`
  const text = JSON.stringify(value)
  return text.length > MAX_RECEIVED_LENGTH ? `${text.slice(0, MAX_RECEIVED_LENGTH)}..."` : text
}

/** What a schema issue expects, in plain language. Zod's default messages are never shown. */
export function formatExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input)
    case 'too_small':
      return describeMinimum(issue.minimum, issue.origin)
    case 'too_big':
      return describeMaximum(issue.maximum, issue.origin)
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message
    case 'invalid_value':
      return describeChoice(issue.values)
    case 'invalid_union':
      return 'options' in issue ? describeChoice(issue.options as unknown[]) : issue.message
    default:
      return issue.message
  }
}

function describeType(expected: string, input: unknown): string {
  const type = TYPES[expected] ?? expected
  if (expected !== 'string') return type
  // YAML's .nan and .inf are numbers, but not finite.
  if (Number.isFinite(input) || typeof input === 'boolean') return `${type}; quote it: "${input}"`
  return isUnquotedText(input)
    ? `${type}; quote it if it starts with { or [ or contains ": "`
    : type
}

/** Whether YAML parsed unquoted text, such as {name}, [draft] or "Note: this", as a collection. */
function isUnquotedText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inside = Object.values(value)
  return inside.length > 0 && inside.every((item) => item === null || typeof item === 'string')
}

function describeMinimum(limit: number | bigint, origin: string): string {
  if (origin === 'string' && limit === 1) return 'non-empty text'
  if (origin === 'array' && limit === 1) return 'at least one entry'
  return `at least ${limit}${unitOf(origin)}`
}

function describeMaximum(limit: number | bigint, origin: string): string {
  return limit === Number.MAX_SAFE_INTEGER
    ? 'a smaller number'
    : `at most ${limit}${unitOf(origin)}`
}

function unitOf(origin: string): string {
  return UNITS[origin] ? ` ${UNITS[origin]}` : ''
}

function describeChoice(values: readonly unknown[]): string {
  // British English: no comma before "or".
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values.map(String))
}

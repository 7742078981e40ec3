import { resolve } from 'node:path'
import type { z } from 'zod'
import { UserError } from '../user-error.ts'
import type { ContentError } from './values.ts'

/** The location of a value: line and column for editors, the field path for people. */
export type Place = { file: string; line: number; column: number; field: string }

/** An error with its file, line, column and field, as reported to the owner. */
export type Diagnostic = Place & Omit<ContentError, 'path'>

const MAX_RECEIVED_LENGTH = 60

const TYPES: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list with "- " before each entry',
  object: 'fields, one per line, indented',
  boolean: 'true or false, without quotes',
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

/** Astro's overlay shows the place and the hint of the first error, the terminal all of them. */
export function contentError(diagnostics: Diagnostic[]): Error {
  // The content in each language has the errors of the main file: each is shown once.
  const [first, ...others] = new Map(
    diagnostics.map((each) => [formatDiagnostic(each), each]),
  ).values()
  if (!first) return new Error('The content has errors.')
  const { file, line, column, field, suggestion } = first
  const text = formatDiagnostics([{ ...first, suggestion: undefined }, ...others]).trim()
  return Object.assign(new UserError(text), {
    name: 'ContentError',
    loc: { file: resolve(file), line, column },
    hint: suggestion && `${field}: did you mean ${suggestion}?`,
  })
}

/** A value as it stands in the file: `written` is the text of a number there. */
export function formatReceived(value: unknown, written = String(value)): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return `a list of length ${value.length}`
  if (typeof value === 'object') return 'fields'
  if (typeof value === 'boolean') return `${value} (unquoted)`
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is not finite'
  if (typeof value !== 'string') return `the number ${written}`
  const text = JSON.stringify(value)
  return text.length > MAX_RECEIVED_LENGTH ? `${text.slice(0, MAX_RECEIVED_LENGTH)}..."` : text
}

/** What a schema issue expects, in plain language. Zod's default messages are never shown. */
export function formatExpected(issue: z.core.$ZodIssue, written?: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input, written)
    case 'too_small':
      return describeMinimum(issue.minimum, issue.origin)
    case 'too_big': {
      const size = typeof issue.input === 'string' ? `; it has ${issue.input.length}` : ''
      return `at most ${issue.maximum}${unitOf(issue.origin)}${size}`
    }
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

function describeType(expected: string, input: unknown, written?: string): string {
  const type = TYPES[expected] ?? expected
  if (expected !== 'string') return type
  // YAML's .nan and .inf are numbers, but not finite.
  if (Number.isFinite(input) || typeof input === 'boolean') {
    return `${type}; quote it: "${written ?? String(input)}"`
  }
  // Unquoted text such as {name}, [draft] or "Note: this".
  return input instanceof Object
    ? `${type}; quote it if it starts with { or [ or contains ": "`
    : type
}

function describeMinimum(limit: number | bigint, origin: string): string {
  if (origin === 'string' && limit === 1) return 'non-empty text'
  if (origin === 'array' && limit === 1) return 'at least one entry'
  return `at least ${limit}${unitOf(origin)}`
}

function unitOf(origin: string): string {
  return UNITS[origin] ? ` ${UNITS[origin]}` : ''
}

function describeChoice(values: readonly unknown[]): string {
  // British English: no comma before "or".
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values.map(String))
}

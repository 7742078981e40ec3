import type { z } from 'zod'

/** A fault in the content, told so that an owner can mend it. */
export type Problem = {
  file: string
  line: number
  column: number
  field: string
  found: string
  allowed: string
  suggestion?: string
}

const LONGEST_FOUND = 60

const TYPES: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list, each entry on a line that begins with "- "',
  object: 'named fields, indented below',
}

const FORMATS: Record<string, string> = {
  url: 'a full address such as https://example.com',
  email: 'a mail address such as name@example.com',
}

const UNITS: Record<string, string> = { string: 'characters', array: 'entries' }

export function formatProblem(problem: Problem): string {
  const { file, line, column, field, found, allowed, suggestion } = problem
  const lines = [
    `${file}:${line}:${column}  ${field}`,
    `    found    ${found}`,
    `    allowed  ${allowed}`,
  ]
  if (suggestion) lines.push(`    perhaps  ${suggestion}`)
  return lines.join('\n')
}

export function formatProblems(problems: Problem[]): string {
  const count = problems.length === 1 ? 'one fault' : `${problems.length} faults`
  return `The content has ${count}:\n\n${problems.map(formatProblem).join('\n\n')}\n`
}

export function describeFound(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'named fields'
  const text = JSON.stringify(value)
  const short = text.length > LONGEST_FOUND ? `${text.slice(0, LONGEST_FOUND)}..."` : text
  return typeof value === 'string' ? short : `the ${typeof value} ${short}`
}

/** What a schema issue allows, in an owner's words. */
export function describeAllowed(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input)
    case 'too_small':
      return describeLimit('at least', issue.minimum, issue.origin)
    case 'too_big':
      return describeLimit('at most', issue.maximum, issue.origin)
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message
    default:
      return issue.message
  }
}

function describeType(expected: string, input: unknown): string {
  const type = TYPES[expected] ?? expected
  const needsQuotes = expected === 'string' && ['number', 'boolean'].includes(typeof input)
  return needsQuotes ? `${type}; put it in quotes: "${input}"` : type
}

function describeLimit(bound: string, limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  return unit ? `${bound} ${limit} ${unit}` : `${bound} ${limit}`
}

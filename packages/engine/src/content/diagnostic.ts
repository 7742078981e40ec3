import type { z } from 'zod'
import type { Path, Place } from './source.ts'

/** What is wrong with a value of the content, before its place in the file is looked up. */
export type Fault = {
  path: Path
  found: string
  allowed: string
  suggestion?: string | undefined
}

/** A fault in the content, told so that an owner can mend it. */
export type Problem = Place & {
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
  boolean: 'true or false',
}

/** Formats that the schema gives no words of its own. */
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
  if (typeof value === 'boolean') return `${value}, without quotes`
  if (typeof value !== 'string') return `the number ${isAmount(value) ? value : 'that is none'}`
  const text = JSON.stringify(value)
  return text.length > LONGEST_FOUND ? `${text.slice(0, LONGEST_FOUND)}..."` : text
}

/** What a schema issue allows, in an owner's words; a text of the schema library never shows. */
export function describeAllowed(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input)
    case 'too_small':
      return describeLeast(issue.minimum, issue.origin)
    case 'too_big':
      return describeMost(issue.maximum, issue.origin)
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message
    case 'invalid_value':
      return describeChoice(issue.values)
    case 'invalid_union':
      return describeChoice('options' in issue ? (issue.options as unknown[]) : [])
    default:
      return issue.message
  }
}

function describeType(expected: string, input: unknown): string {
  const type = TYPES[expected] ?? expected
  if (expected !== 'string') return type
  if (isAmount(input) || typeof input === 'boolean') {
    return `${type}; put it in quotes: "${input}"`
  }
  return isTextMisread(input)
    ? `${type}; in quotes if it begins with { or [ or has ": " in it`
    : type
}

/** What YAML makes of {name}, [draft] and "Note: this" where they are not in quotes. */
function isTextMisread(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inside = Object.values(value)
  return inside.length > 0 && inside.every((item) => item === null || typeof item === 'string')
}

/** YAML has numbers that are none: .nan and .inf. */
function isAmount(value: unknown): boolean {
  return Number.isFinite(value)
}

function describeLeast(limit: number | bigint, origin: string): string {
  if (origin === 'string' && limit === 1) return 'a text that is not empty'
  if (origin === 'array' && limit === 1) return 'at least one entry'
  return `at least ${limit}${unitOf(origin)}`
}

function describeMost(limit: number | bigint, origin: string): string {
  return limit === Number.MAX_SAFE_INTEGER
    ? 'a smaller number'
    : `at most ${limit}${unitOf(origin)}`
}

function unitOf(origin: string): string {
  return UNITS[origin] ? ` ${UNITS[origin]}` : ''
}

function describeChoice(values: readonly unknown[]): string {
  const words = values.map(String)
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

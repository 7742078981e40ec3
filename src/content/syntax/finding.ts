import type { YAMLError } from 'yaml'
import type { Line } from './lines.ts'

/** What the parser says of a line, and the whole file around it. */
export type Look = Pick<YAMLError, 'code' | 'message'> & { line: Line; lines: Line[] }

/** A slip as its owner made it. */
export type Finding = {
  line: Line
  column: number
  found: string
  allowed: string
  suggestion?: string | undefined
  /** What stands behind it is read otherwise than it was meant. */
  misleads?: boolean
}

/** Knows one slip, and nothing of the others. */
export type Rule = (look: Look) => Finding | undefined

/** The line as it should be. */
export function withValue({ key, hasDash }: Line, value: string): string {
  return `${hasDash ? '- ' : ''}${key === undefined ? '' : `${key}: `}${value}`
}

/** In the quotes that need the fewest other changes. */
export function quoted(value: string): string {
  return /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`
}

import { nearest } from '../../content/nearest.ts'
import { harmlessLine } from './harmless.ts'

/** What is wrong with an option; only what the parser itself has found is the caller's fault. */
export function explainOption(error: unknown, known: string[]): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (!code.startsWith('ERR_PARSE_ARGS')) throw error
  const [, option] = /Unknown option '-*([^'=]+)/.exec(message) ?? []
  if (!option) return harmlessLine(message)
  const near = nearest(option, known)
  return `There is no option --${harmlessLine(option)}.${near ? ` Did you mean --${near}?` : ''}`
}

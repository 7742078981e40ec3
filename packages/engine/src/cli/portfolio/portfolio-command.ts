import { join, relative } from 'node:path'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import type { Diagnostic } from '../../content/diagnostic.ts'
import { CONTENT_FILE, checkPortfolio } from '../../content/load.ts'

/** The path of a folder's portfolio, relative to the working directory if inside it. */
export function portfolioName(folder: string): string {
  return join(shortPath(folder), CONTENT_FILE)
}

export function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path.startsWith('..') ? folder : path
}

/** Returns a function that validates a text as the portfolio of a folder. */
export function validatorFor(folder: string): (text: string) => Diagnostic[] {
  return (text) => {
    const checked = checkPortfolio(text, folder)
    return checked.ok ? [] : checked.diagnostics
  }
}

export function isYes(answer: string): boolean {
  return ['y', 'yes'].includes(answer.trim().toLowerCase())
}

/** Prints the final text, on stderr if the command failed, and returns the exit code. */
export function end(screen: Screen, exitCode: number, text: string): number {
  const stream = exitCode === 0 ? screen.output : screen.errors
  stream.write(`${text}\n`)
  return exitCode
}

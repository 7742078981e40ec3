import { join, relative } from 'node:path'
import { CONTENT_FILE, checkPortfolio } from '../../content/load.ts'
import type { Problem } from '../../content/problem.ts'
import type { Screen } from '../terminal/screen.ts'

/** The portfolio of a folder, as its owner would name it. */
export function portfolioName(folder: string): string {
  return join(shortPath(folder), CONTENT_FILE)
}

export function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path.startsWith('..') ? folder : path
}

/** Tells what a text would be refused for as the portfolio of a folder. */
export function judgeIn(folder: string): (text: string) => Problem[] {
  return (text) => {
    const checked = checkPortfolio(text, folder)
    return checked.ok ? [] : checked.problems
  }
}

export function isYes(answer: string): boolean {
  return ['y', 'yes'].includes(answer.trim().toLowerCase())
}

/** The last words of a command, and its exit code. */
export function end(screen: Screen, exitCode: number, text: string): number {
  const stream = exitCode === 0 ? screen.output : screen.errors
  stream.write(`${text}\n`)
  return exitCode
}

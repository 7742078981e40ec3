import { cpSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { CONTENT_FILE } from '../content/load.ts'
import { contentSchemaText, SCHEMA_FILE } from '../content/schema.ts'
import { SAMPLE_FOLDER } from '../folders.ts'

/** Adds the images and the theme of the sample to a folder without a portfolio, and the schema for editors. */
export function addSampleFiles(folder: string): void {
  const isAdded = (file: string) => basename(file) !== CONTENT_FILE
  cpSync(SAMPLE_FOLDER, folder, { recursive: true, force: false, filter: isAdded })
  writeFileSync(join(folder, SCHEMA_FILE), contentSchemaText())
}

/** The path of a folder's portfolio, relative to the working directory if inside it. */
export function portfolioName(folder: string): string {
  return join(shortPath(folder), CONTENT_FILE)
}

export function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path.startsWith('..') ? folder : path
}

/** Prints the final text, on stderr if the command failed, and returns the exit code. */
export function end(screen: Screen, exitCode: number, text: string): number {
  const stream = exitCode === 0 ? screen.output : screen.errors
  stream.write(`${text}\n`)
  return exitCode
}

/** Runs a command and reports an error of the file system in one sentence. */
export async function runWithFiles(
  program: CommandLine,
  args: string[],
  screen: Screen,
): Promise<number> {
  try {
    return await runCommandLine(program, args)
  } catch (error) {
    const { message, path, syscall } = error as NodeJS.ErrnoException
    if (!syscall) throw error
    const what = path ? sanitizeLine(path) : 'a file'
    return end(screen, 1, `Cannot read or write ${what}: ${sanitizeLine(message)}`)
  }
}

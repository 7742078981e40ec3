import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadSite } from 'reward-codes-gateway/own-site'
import { type Program, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine, sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { type Diagnostic, formatDiagnostics } from '../content/diagnostic.ts'
import { contentSchemaText, SCHEMA_FILE } from '../content/json-schema.ts'
import { CONTENT_FILE, type LoadOptions } from '../content/load.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { readOwnSite } from '../gateway/own-site.ts'

export const CONTENT_FOLDER = join(OWNER_FOLDER, 'content')
/** The content as an owner calls it. */
export const CONTENT_NAME = join('content', CONTENT_FILE)

/** The errors of the content, sanitized for a terminal. */
export function errorText(diagnostics: Diagnostic[]): string {
  return sanitizeText(formatDiagnostics(diagnostics))
}

/** Reads the site from the content, which may be newer than the last build. With assets and sections, finds all errors of a build. */
export async function readSite(options: LoadOptions = {}): Promise<ReadSite> {
  const read = await readOwnSite(CONTENT_FOLDER, false, options)
  if (read.ok) return read
  return { ok: false, fault: errorText(read.diagnostics), errors: read.diagnostics }
}

const THEME = `/* Each token of the look can be set here, such as --radius. The hue of all colours is site.hue in portfolio.yaml. */
`

/** Adds the theme and the folder for images to a folder without a portfolio, and the schema for editors. */
export function addFilesBeside(folder: string): void {
  mkdirSync(join(folder, 'images'), { recursive: true })
  const theme = join(folder, 'theme.css')
  if (!existsSync(theme)) writeFileSync(theme, THEME)
  writeFileSync(join(folder, SCHEMA_FILE), contentSchemaText())
}

/** Prints the final text, on stderr if the command failed, and returns the exit code. */
export function end(screen: Screen, exitCode: number, text: string): number {
  const stream = exitCode === 0 ? screen.output : screen.errors
  stream.write(`${text}\n`)
  return exitCode
}

/** Runs a command and reports an error of the file system in one sentence. */
export async function runWithFiles(
  program: Program,
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

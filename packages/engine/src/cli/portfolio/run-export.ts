import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTarget, writeTextAtomic } from 'reward-codes-gateway/cli/messages/output-file'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine, sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { formatDiagnostics } from '../../content/diagnostic.ts'
import { loadPortfolio } from '../../content/load.ts'
import type { Portfolio } from '../../content/schema.ts'
import { makeJsonResume } from '../../exports/json-resume.ts'
import { makeResumeMarkdown } from '../../exports/resume-markdown.ts'
import { contentFolder } from '../content-folder.ts'
import { end } from './portfolio-command.ts'
import { withSystemErrors } from './system-error.ts'

type Format = { file: string; make: (portfolio: Portfolio) => string }

const JSON_RESUME: Format = {
  file: 'resume.json',
  make: (portfolio) => `${JSON.stringify(makeJsonResume(portfolio), null, 2)}\n`,
}
const MARKDOWN: Format = { file: 'resume.md', make: makeResumeMarkdown }

const FORMATS: Record<string, Format[]> = {
  json: [JSON_RESUME],
  markdown: [MARKDOWN],
  both: [JSON_RESUME, MARKDOWN],
}
const OUT = 'export'

type ExportOptions = { out?: string; content?: string; force?: boolean }

/** Exports the portfolio in the requested formats and returns the exit code. */
export function runExport(args: string[], screen: Screen): Promise<number> {
  const program = CommandLine.forScreen('npm run export --', screen)
  const format = program
    .createArgument('[FORMAT]', 'The files to write.')
    .choices(Object.keys(FORMATS))
    .default('both')
  program
    .description('Export your portfolio to standard formats.')
    .addArgument(format)
    .option('--out <FOLDER>', 'Write to another folder.', OUT)
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--force', 'Overwrite existing files.')
    .addNotes(
      [
        ['', 'resume.json (JSON Resume 1.2.1) and resume.md'],
        ['both --out ~/Documents --force', 'write to another folder and overwrite'],
      ],
      'The files include your email address and telephone number if the content has them.',
      'Exit codes: 0 success, 1 nothing written, 2 usage error.',
    )
    .action(async (name: string, options: ExportOptions) => {
      program.exitCode = await exportFiles(FORMATS[name] ?? [], options, screen)
    })
  return withSystemErrors(screen, () => runCommandLine(program, args))
}

async function exportFiles(
  formats: Format[],
  options: ExportOptions,
  screen: Screen,
): Promise<number> {
  const loaded = loadPortfolio(contentFolder(options.content))
  if (!loaded.ok) return end(screen, 1, sanitizeText(formatDiagnostics(loaded.diagnostics)))
  const folder = fromCaller(options.out ?? OUT)
  mkdirSync(folder, { recursive: true })
  const targets = formats.map(({ file }) => chooseTarget(join(folder, file), options.force, []))
  const refused = targets.find((target) => !target.ok)
  if (refused && !refused.ok) return end(screen, 1, refused.fault)
  const written: string[] = []
  for (const { file, make } of formats) {
    const path = join(folder, file)
    await writeTextAtomic(path, make(loaded.portfolio))
    written.push(sanitizeLine(path))
  }
  return end(screen, 0, `Wrote ${written.join(' and ')}.`)
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTarget, writeTextAtomic } from 'reward-codes-gateway/cli/messages/output-file'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { loadPortfolio } from '../content/load.ts'
import type { Portfolio } from '../content/schema.ts'
import { makeJsonResume } from '../exports/json-resume.ts'
import { makeResumeMarkdown } from '../exports/resume-markdown.ts'
import { contentFolder, errorText } from './own-site.ts'
import { end, runWithFiles } from './portfolio-file.ts'

const FORMATS = {
  json: {
    file: 'resume.json',
    make: (portfolio: Portfolio) => `${JSON.stringify(makeJsonResume(portfolio), null, 2)}\n`,
  },
  markdown: { file: 'resume.md', make: makeResumeMarkdown },
}

type ExportOptions = { out: string; content?: string; force?: boolean }

/** Exports the portfolio in the requested formats and returns the exit code. */
export function runExport(args: string[], screen: Screen): Promise<number> {
  const program = CommandLine.forScreen('npm run export --', screen)
  const format = program
    .createArgument('[FORMAT]', 'The files to write.')
    .choices([...Object.keys(FORMATS), 'both'])
    .default('both')
  program
    .description('Export your portfolio to standard formats.')
    .addArgument(format)
    .option('--out <FOLDER>', 'Write to another folder.', 'export')
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
    .action(async (name: keyof typeof FORMATS | 'both', options: ExportOptions) => {
      program.exitCode = await exportFiles(name, options, screen)
    })
  return runWithFiles(program, args, screen)
}

async function exportFiles(
  name: keyof typeof FORMATS | 'both',
  { content, out, force }: ExportOptions,
  screen: Screen,
): Promise<number> {
  const loaded = loadPortfolio(contentFolder(content))
  if (!loaded.ok) return end(screen, 1, errorText(loaded.diagnostics))
  const folder = fromCaller(out)
  mkdirSync(folder, { recursive: true })
  const formats = name === 'both' ? Object.values(FORMATS) : [FORMATS[name]]
  for (const { file } of formats) {
    const target = chooseTarget(join(folder, file), force, [])
    if (!target.ok) return end(screen, 1, target.fault)
  }
  for (const { file, make } of formats) {
    await writeTextAtomic(join(folder, file), make(loaded.portfolio))
  }
  const written = formats.map(({ file }) => sanitizeLine(join(folder, file)))
  return end(screen, 0, `Wrote ${written.join(' and ')}.`)
}

import { join } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { parse } from 'yaml'
import { formatDiagnostics } from '../../content/diagnostic.ts'
import { checkPortfolio } from '../../content/load.ts'
import type { Imported } from '../../import/draft.ts'
import { prepareImport } from '../../import/prepare.ts'
import { readImport } from '../../import/read-import.ts'
import { contentFolder } from '../content-folder.ts'
import { leftoversIn } from '../sample.ts'
import { formatImport } from './format-import.ts'
import { end, isYes, portfolioName, shortPath, validatorFor } from './portfolio-command.ts'
import {
  nextBackup,
  readPortfolioText,
  readSampleText,
  replacePortfolio,
} from './portfolio-file.ts'
import { QUESTIONS } from './questions.ts'
import { settleLanguage, settlePhone } from './settle-import.ts'
import { showDiff } from './show-diff.ts'
import { withSystemErrors } from './system-error.ts'

type ImportOptions = {
  content?: string
  yes?: boolean
  dryRun?: boolean
  phone?: boolean
  language?: string | undefined
}

type Call = ImportOptions & { file: string; folder: string; screen: Screen }

/** Imports a file into the portfolio and returns the exit code. */
export function runImport(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npm run import --', screen)
  program
    .description(
      'Import a resume or contact card into content/portfolio.yaml: show the diff, ask, then ' +
        'write. Other fields and comments are preserved.',
    )
    .argument(
      '<FILE>',
      'A JSON Resume (JSON or YAML), a LinkedIn data export (zip or folder) or a vCard; the ' +
        'format is detected from its content.',
    )
    .option('--dry-run', 'Show the diff only.')
    .option('--yes', 'Do not ask.')
    .option('--phone', 'Import the telephone number, which the site then publishes.')
    .option('--language <CODE>', 'Set the language of the page instead of detecting it.')
    .option('--content <FOLDER>', 'Use another content folder.')
    .addNotes(
      [],
      'An imported list replaces yours as a whole. A backup of portfolio.yaml is saved beside it.',
      'Exit codes: 0 success, 1 nothing written, 2 usage error.',
    )
    .action(async (name: string, options: ImportOptions) => {
      const { language: given } = options
      const language = given === undefined ? undefined : QUESTIONS.language.read(given)
      if (language?.ok === false) program.error(`--language ${given}: ${language.error}`)
      const folder = contentFolder(options.content)
      const call = { ...options, language: language?.value, file: fromCaller(name), folder, screen }
      program.exitCode = await importFile(call)
    })
  return withSystemErrors(screen, () => runCommandLine(program, args))
}

async function importFile(call: Call): Promise<number> {
  const { file, folder, screen } = call
  const before = readPortfolioText(folder)
  const name = portfolioName(folder)
  if (before === undefined) {
    return end(screen, 1, `${name} not found. Create it with: npm run init -- --import FILE`)
  }
  const present = checkPortfolio(before, folder)
  if (!present.ok) {
    const why = `${name} has errors. Fix them, then import again.`
    return end(screen, 1, `${sanitizeText(formatDiagnostics(present.diagnostics))}\n${why}`)
  }
  const read = readImport(file)
  if (!read.ok) return end(screen, 1, sanitizeText(read.error))
  const sampleText = readSampleText()
  const imported = await resolveChoices(call, read, before, sampleText)
  const prepared = prepareImport(imported, before, sampleText, validatorFor(folder))
  if (prepared.taken.length === 0) {
    return end(
      screen,
      1,
      `${formatImport({ kind: imported.kind, ...prepared, leftovers: [] }, screen.columns)}\n\nNothing to import: the file has no fields of a portfolio.`,
    )
  }
  const after = checkPortfolio(prepared.text, folder)
  if (!after.ok) {
    const why = `The import would make ${name} invalid. Nothing was written.`
    return end(screen, 1, `${sanitizeText(formatDiagnostics(after.diagnostics))}\n${why}`)
  }
  const leftovers = leftoversIn(after.written).left
  const report = formatImport({ kind: imported.kind, ...prepared, leftovers }, screen.columns)
  return confirmAndWrite(call, { before, text: prepared.text, report })
}

/** Decides the language and whether to import the phone number, before the diff is printed. */
async function resolveChoices(call: Call, imported: Imported, before: string, sampleText: string) {
  const { screen, phone = false, language } = call
  const ask = screen.canAsk && !call.yes && !call.dryRun ? screen.ask : undefined
  const [content, sample]: unknown[] = [parse(before), parse(sampleText)]
  const settled = await settleLanguage(imported, { given: language, content, sample }, ask)
  return settlePhone(settled, content, phone, ask)
}

type Proposal = { before: string; text: string; report: string }

/** Prints the diff, and writes it after confirmation. */
async function confirmAndWrite(call: Call, { before, text, report }: Proposal): Promise<number> {
  const { folder, screen, yes: isSure, dryRun: isDry } = call
  const name = portfolioName(folder)
  if (text === before) {
    return end(screen, 0, `${name} is up to date. Nothing was written.`)
  }
  const diff = showDiff(name, before, text, screen.isTerminal)
  screen.output.write(`${diff}\n\n${report}\n\n`)
  if (isDry) return end(screen, 0, 'Nothing was written: dry run.')
  if (!isSure && !screen.canAsk) {
    return end(
      screen,
      2,
      'Nothing was written: confirmation needs a terminal. In a script, add --yes.',
    )
  }
  const question = `Write ${name}? The current file is saved as ${nextBackup(folder)}. Type yes: `
  if (!isSure && !isYes(await screen.ask(question))) return end(screen, 1, 'Nothing was written.')
  if (readPortfolioText(folder) !== before) {
    return end(
      screen,
      1,
      `${name} was changed during the import. Nothing was written. Import again.`,
    )
  }
  const backup = await replacePortfolio(folder, text)
  screen.output.write(`Wrote ${name}. Backup: ${join(shortPath(folder), backup)}.\n`)
  screen.output.write('To see the page, run: npm run dev\n')
  return 0
}

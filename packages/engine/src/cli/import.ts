import { join } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine, sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { checkPortfolio } from '../content/load.ts'
import { plainValue } from '../content/source.ts'
import { getIn } from '../content/values.ts'
import type { Imported } from '../import/draft.ts'
import { languageOf } from '../import/language.ts'
import { mergeImport } from '../import/merge.ts'
import { readImport } from '../import/read-import.ts'
import { readSample, sampleDataIn } from './advice.ts'
import { formatDiff, formatImport } from './import-report.ts'
import { contentFolder, errorText } from './own-site.ts'
import {
  end,
  isYes,
  nextBackup,
  portfolioName,
  readPortfolioText,
  replacePortfolio,
  runWithFiles,
  shortPath,
} from './portfolio-file.ts'
import { QUESTIONS } from './questions.ts'

type ImportOptions = {
  content?: string
  yes?: boolean
  dryRun?: boolean
  phone?: boolean
  language?: string | undefined
}

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
    .action(async (file: string, options: ImportOptions) => {
      const { language: given } = options
      const language = given === undefined ? undefined : QUESTIONS.language.read(given)
      if (language?.ok === false) program.error(`--language ${given}: ${language.error}`)
      program.exitCode = await importFile(file, { ...options, language: language?.value }, screen)
    })
  return runWithFiles(program, args, screen)
}

async function importFile(file: string, options: ImportOptions, screen: Screen): Promise<number> {
  const { phone = false, language, yes: isSure = false, dryRun: isDry = false } = options
  const folder = contentFolder(options.content)
  const name = portfolioName(folder)
  const before = readPortfolioText(folder)
  if (before === undefined) {
    return end(screen, 1, `${name} not found. Create it with: npm run init -- --import FILE`)
  }
  const present = checkPortfolio(before, folder)
  if (!present.ok) {
    const why = `${name} has errors. Fix them, then import again.`
    return end(screen, 1, `${errorText(present.diagnostics)}\n${why}`)
  }
  const read = readImport(fromCaller(file))
  if (!read.ok) return end(screen, 1, sanitizeText(read.error))

  const ask = screen.canAsk && !isSure && !isDry ? screen.ask : undefined
  const sampleSource = readSample().source
  const [content, sample] = [present.written.source, sampleSource].map(plainValue)
  const settled = await settleLanguage(read, { given: language, content, sample }, ask)
  const imported = await settlePhone(settled, content, phone, ask)
  const { text, ...merged } = mergeImport(imported, before, sampleSource.text)
  const report = { kind: read.kind, ...merged, leftovers: [] }
  if (merged.taken.length === 0) {
    const why = 'Nothing to import: the file has no fields of a portfolio.'
    return end(screen, 1, `${formatImport(report, screen.columns)}\n\n${why}`)
  }
  const after = checkPortfolio(text, folder)
  if (!after.ok) {
    const why = `The import would make ${name} invalid. Nothing was written.`
    return end(screen, 1, `${errorText(after.diagnostics)}\n${why}`)
  }
  if (text === before) return end(screen, 0, `${name} is up to date. Nothing was written.`)

  const diff = formatDiff(name, before, text, screen.isTerminal)
  const leftovers = sampleDataIn(after.written)
  const summary = formatImport({ ...report, leftovers }, screen.columns)
  screen.output.write(`${diff}\n\n${summary}\n\n`)
  if (isDry) return end(screen, 0, 'Nothing was written: dry run.')
  if (!isSure && !screen.canAsk) {
    const why = 'Nothing was written: confirmation needs a terminal. In a script, add --yes.'
    return end(screen, 2, why)
  }
  const question = `Write ${name}? The current file is saved as ${nextBackup(folder)}. Type yes: `
  if (!isSure && !isYes(await screen.ask(question))) return end(screen, 1, 'Nothing was written.')
  if (readPortfolioText(folder) !== before) {
    const why = `${name} was changed during the import. Nothing was written. Import again.`
    return end(screen, 1, why)
  }
  const backup = await replacePortfolio(folder, text)
  const written = `Wrote ${name}. Backup: ${join(shortPath(folder), backup)}.`
  return end(screen, 0, `${written}\nTo see the page, run: npm run dev`)
}

/** Asks the user; resolves to undefined if the user ends the input. */
type Ask = (question: string) => Promise<string | undefined>

const NOT_ASKED =
  'omitted, because the resume PDF and the contact card are public; add --phone to import it, or ' +
  'set person.phone'

/**
 * Removes the phone number of the import, which would become public, unless the owner agrees: by an
 * option, by an answer, or because the portfolio has the number already.
 */
export async function settlePhone(
  imported: Imported,
  content: unknown,
  isWanted: boolean,
  ask: Ask | undefined,
): Promise<Imported> {
  const { phone, ...person } = imported.draft.person ?? {}
  if (phone === undefined || isWanted || phone === getIn(content, ['person', 'phone'])) {
    return imported
  }
  const question =
    `The import has the telephone number ${sanitizeLine(phone)}. Publish it in the resume PDF and ` +
    'the contact card? yes or no [no]: '
  if (ask && isYes((await ask(question)) ?? '')) return imported
  const why = ask ? 'omitted, as you chose; set person.phone to add it' : NOT_ASKED
  return {
    ...imported,
    draft: { ...imported.draft, person },
    skipped: [...imported.skipped, { what: `telephone number ${phone}`, why }],
  }
}

type Languages = {
  /** From the --language option. */
  given: string | undefined
  content: unknown
  sample: unknown
}

/**
 * Sets the language of the import to that of its text. A language that the owner has set stays. If
 * the text does not determine it, asks while the portfolio has the sample's name.
 */
async function settleLanguage(
  imported: Imported,
  { given, content, sample }: Languages,
  ask: Ask | undefined,
): Promise<Imported> {
  const { draft } = imported
  const isSample = (...path: string[]) => getIn(content, path) === getIn(sample, path)
  const withLanguage = (language: string) => ({
    ...imported,
    draft: { ...draft, site: { ...draft.site, language } },
  })
  const withoutLanguage = (why: string) => ({
    ...imported,
    skipped: [...imported.skipped, { what: 'site.language', why }],
  })
  const present = String(getIn(content, ['site', 'language']))
  const language = given ?? languageOf(draft)
  if (language && language === present.split('-')[0]) return imported
  if (language && (given || isSample('site', 'language'))) return withLanguage(language)
  if (language) {
    return withoutLanguage(
      `the text is in ${nameOf(language)}, but the page stays in ${nameOf(present)}; ` +
        `add --language ${language} to change it`,
    )
  }
  if (!isSample('person', 'name')) return imported
  if (!ask) return withoutLanguage(whyUnknown(present))
  const likely = isSample('site', 'language') ? languageOf(draft, false) : undefined
  const { question, read } = QUESTIONS.language
  const typed = (await ask(`${question} [${likely ?? present}]: `))?.trim()
  const answer = read(typed || (likely ?? ''))
  return answer.ok ? withLanguage(answer.value) : withoutLanguage(whyUnknown(present))
}

/** The report on a language that is neither detected nor given. */
export function whyUnknown(present: string): string {
  return `language not detected, so the page is in ${nameOf(present)}; add --language, or set site.language`
}

function nameOf(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

import { styleText } from 'node:util'
import { readOwnConfiguration } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeJson } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { type Advice, lintContent, missingForPublishing, needsMailServer } from '../content/lint.ts'
import type { ContentDocument } from '../content/load.ts'
import { findUntranslated } from '../content/sample-data.ts'
import { countOf, formatAdvice, readSample, sampleDataIn } from './advice.ts'
import { contentFolder, errorText } from './own-site.ts'
import { end } from './portfolio-file.ts'

const MAIL_SERVER_MISSING: Advice = {
  file: '.env',
  line: 1,
  column: 1,
  field: 'SMTP_URL',
  found: 'nothing',
  meaning: 'No mail server is configured, so messages are only written to files on the server.',
  action:
    'Set SMTP_URL, MAIL_FROM and MAIL_TO in .env on the server (see .env.example), and run this command there.',
}

type Verdict = { left: Advice[]; missing: Advice[]; advice: Advice[] }

/** Checks the content for publishing and returns the exit code. */
export function runPreflight(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npm run preflight --', screen)
  program
    .description(
      'Check the content before you publish: sample data, placeholders and missing settings. ' +
        'Changes nothing.',
    )
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--json', 'Print JSON instead of text.')
    .addNotes(
      [],
      '--json prints { ready, left, missing, advice }.',
      'Exit codes: 0 ready, 1 not ready or content errors, 2 usage error.',
    )
    .action(async ({ content, json }) => {
      // Imported lazily, so that the help needs no build tools.
      const { loadContent } = await import('../build/load-content.ts')
      const loaded = await loadContent(contentFolder(content))
      program.exitCode = loaded.ok
        ? printVerdict(loaded.written, Boolean(json), screen)
        : end(screen, 1, errorText(loaded.diagnostics))
    })
  return runCommandLine(program, args)
}

function printVerdict(written: ContentDocument, isJson: boolean, screen: Screen): number {
  const verdict = judge(written)
  const ready = verdict.left.length + verdict.missing.length === 0
  const text = isJson
    ? sanitizeJson({ ready, ...verdict })
    : formatVerdict(verdict, written, screen.columns)
  screen.output.write(`${text}\n`)
  return ready ? 0 : 1
}

function judge(written: ContentDocument): Verdict {
  const missing = missingForPublishing(written)
  if (needsMailServer(written.content) && !hasMailServer()) missing.push(MAIL_SERVER_MISSING)
  const left = sampleDataIn(written)
  const untranslated = findUntranslated(written, readSample())
  const advice = [...lintContent(written, { now: new Date() }), ...untranslated]
  const listed = [...left, ...missing].map(({ field }) => field)
  const isListed = (field: string) => listed.some((other) => `${field}.`.startsWith(`${other}.`))
  return { left, missing, advice: advice.filter(({ field }) => !isListed(field)) }
}

function hasMailServer(): boolean {
  const read = readOwnConfiguration()
  // npm start and npm run doctor report invalid settings.
  return !read.ok || read.configuration.SMTP_URL !== undefined
}

function formatVerdict(
  { left, missing, advice }: Verdict,
  { content }: ContentDocument,
  columns: number,
): string {
  const section = (title: string, remarks: Advice[], colour: 'red' | 'yellow') =>
    remarks.length > 0 ? [styleText('bold', title), formatAdvice(remarks, columns, colour)] : []
  const reasons = [
    ...(left.length > 0 ? [`${countOf(left)} to replace`] : []),
    ...missing.map(({ field }) => `${field} missing`),
  ]
  const summary =
    reasons.length > 0
      ? `Not ready: ${reasons.join(', ')}.`
      : `Ready to publish at ${content.site.url}`
  const sections = [
    ...section('Replace:', left, 'red'),
    ...section('Missing:', missing, 'red'),
    ...section('Advice (optional):', advice, 'yellow'),
    styleText('bold', summary),
  ]
  return `\n${sections.join('\n\n')}`
}

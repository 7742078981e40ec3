import { styleText } from 'node:util'
import { readOwnConfiguration } from 'reward-codes-gateway/cli/configuration-or-exit'
import { CommandLine, optionsOrExit } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeJson } from 'reward-codes-gateway/terminal/sanitize'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import type { Advice } from '../content/lint.ts'
import { lintContent, missingForPublishing, needsMailServer } from '../content/lint.ts'
import type { ContentDocument } from '../content/load.ts'
import { contentFolder } from './content-folder.ts'
import { goodOrExit } from './load-or-exit.ts'
import { countOf, type Leftovers, leftoversIn } from './sample.ts'
import { formatAdvice } from './terminal/format-advice.ts'

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

type Verdict = Pick<Leftovers, 'left'> & { missing: Advice[]; advice: Advice[] }

const options = await optionsOrExit<{ content?: string; json?: boolean }>(
  CommandLine.forScreen('npm run preflight --', terminalScreen())
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
    ),
)
// Imported lazily, so that the help needs no build tools.
const { loadContent } = await import('../build/load-content.ts')
const { written } = goodOrExit(await loadContent(contentFolder(options.content)))
const verdict = judge(written)
const isReady = verdict.left.length + verdict.missing.length === 0
console.log(
  options.json ? sanitizeJson({ ready: isReady, ...verdict }) : formatVerdict(verdict, written),
)
process.exitCode = isReady ? 0 : 1

function judge(written: ContentDocument): Verdict {
  const missing = missingForPublishing(written)
  if (needsMailServer(written.content) && !hasMailServer()) missing.push(MAIL_SERVER_MISSING)
  const { left, untranslated } = leftoversIn(written)
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

function formatVerdict({ left, missing, advice }: Verdict, written: ContentDocument): string {
  const { columns } = terminalScreen()
  const section = (title: string, remarks: Advice[], colour: 'red' | 'yellow') =>
    remarks.length > 0 ? [styleText('bold', title), formatAdvice(remarks, columns, colour)] : []
  const sections = [
    ...section('Replace:', left, 'red'),
    ...section('Missing:', missing, 'red'),
    ...section('Advice (optional):', advice, 'yellow'),
    styleText('bold', summaryOf(left, missing, written)),
  ]
  return `\n${sections.join('\n\n')}`
}

function summaryOf(left: Advice[], missing: Advice[], { content }: ContentDocument): string {
  if (left.length + missing.length === 0) return `Ready to publish at ${content.site.url}`
  const reasons = [
    ...(left.length > 0 ? [`${countOf(left)} to replace`] : []),
    ...missing.map(({ field }) => `${field} missing`),
  ]
  return `Not ready: ${reasons.join(', ')}.`
}

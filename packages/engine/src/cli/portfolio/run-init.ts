import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import type { Asker } from 'reward-codes-gateway/terminal/asker'
import { runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { parse } from 'yaml'
import { formatDiagnostics } from '../../content/diagnostic.ts'
import { MAX_HUE, readHue, writeHue } from '../../content/hue.ts'
import { checkPortfolio } from '../../content/load.ts'
import type { Imported, Skipped } from '../../import/draft.ts'
import { languageOf, likelyLanguageOf } from '../../import/language.ts'
import { prepareImport } from '../../import/prepare.ts'
import { readImport } from '../../import/read-import.ts'
import { leftoversIn } from '../sample.ts'
import { askRest } from './ask-rest.ts'
import { beginText, knownAnswers, withAnswers } from './beginning.ts'
import { formatImport } from './format-import.ts'
import { type InitCall, initCommand } from './init-call.ts'
import { end, isYes, portfolioName, shortPath, validatorFor } from './portfolio-command.ts'
import {
  addSampleFiles,
  nextBackup,
  readPortfolioText,
  readSampleText,
  replacePortfolio,
} from './portfolio-file.ts'
import type { Answers } from './questions.ts'
import { settlePhone, whyUnknown } from './settle-import.ts'
import { withSystemErrors } from './system-error.ts'

const ENDED = 'Nothing was changed.'
const MISSING_NAME =
  'Nothing was changed: --name is required without a terminal. See: npm run init -- --help'
const NO_SERVICES = {
  what: 'services',
  why: 'omitted, because no service was given; add --services, or edit the portfolio',
}

/** Creates a portfolio from the sample and returns the exit code. */
export function runInit(args: string[], screen: Screen, openAsker: () => Asker): Promise<number> {
  const program = initCommand(screen, (call) => initPortfolio(call, screen, openAsker))
  return withSystemErrors(screen, () => runCommandLine(program, args))
}

async function initPortfolio(
  call: InitCall,
  screen: Screen,
  openAsker: () => Asker,
): Promise<number> {
  const imported = call.file === undefined ? undefined : readImport(fromCaller(call.file))
  if (imported && !imported.ok) return end(screen, 1, sanitizeText(imported.error))
  const asker = screen.canAsk && !call.isSure ? openAsker() : undefined
  try {
    return await begin({ call, screen, asker, imported })
  } finally {
    asker?.close()
  }
}

type InitContext = {
  call: InitCall
  screen: Screen
  asker: Asker | undefined
  imported: Imported | undefined
}

async function begin({ call, screen, asker, imported }: InitContext): Promise<number> {
  const { folder, given } = call
  const sampleText = readSampleText()
  const present = readPortfolioText(folder)
  const isOwn = present !== undefined && !isSame(present, sampleText)
  const hue = hueOf(folder)
  if (isOwn && !call.isReset) {
    const refused = await confirmReset(folder, screen, asker)
    if (refused !== undefined) return refused
  }
  const existing = isOwn && isYaml(present) ? present : undefined
  const known = { ...(hue && { hue }), ...knownAnswers(imported?.draft, existing, sampleText) }
  const detected = imported && languageOf(imported.draft)
  const likely = imported && !existing ? likelyLanguageOf(imported.draft) : undefined
  const offered = { ...known, ...(likely && { language: likely }) }
  const answers = asker
    ? await askRest(asker, screen, { ...(detected && { language: detected }), ...given }, offered)
    : { ...known, ...given }
  if (!answers) return end(screen, 1, `\n${ENDED}`)
  const isNamed = given.name ?? imported?.draft.person?.name ?? (isOwn || asker)
  if (!isNamed) return end(screen, 2, MISSING_NAME)
  const ask = asker && ((question: string) => asker.ask(question))
  const settled = imported && (await settlePhone(imported, {}, call.isPhoneWanted, ask))
  const isUnknown = imported && !asker && !detected && !given.language
  const skipped = isUnknown
    ? [{ what: 'site.language', why: whyUnknown(answers.language ?? 'en') }]
    : []
  return write({ call, screen, imported: settled, answers, skipped, sampleText, isOwn, hue })
}

/** Asks before the portfolio is replaced. Returns undefined if confirmed, else the exit code. */
async function confirmReset(
  folder: string,
  screen: Screen,
  asker: Asker | undefined,
): Promise<number | undefined> {
  const what =
    `${portfolioName(folder)} exists. A reset replaces it with the sample and saves a backup as ` +
    `${nextBackup(folder)}.`
  if (!asker) return end(screen, 2, `${what} To confirm, add --reset.`)
  const answer = await asker.ask(`${what} Reset? Type yes: `)
  return isYes(answer ?? '') ? undefined : end(screen, 1, ENDED)
}

type WriteContext = Omit<InitContext, 'asker'> & {
  answers: Answers
  /** What the import does not determine. */
  skipped: Skipped[]
  sampleText: string
  isOwn: boolean
  hue: string | undefined
}

async function write(context: WriteContext): Promise<number> {
  const { call, screen, imported, answers, sampleText, isOwn, hue } = context
  const { folder } = call
  const draft = withAnswers(imported?.draft ?? {}, answers, sampleText)
  const skipped = [...(imported?.skipped ?? []), ...context.skipped]
  if (readPortfolioText(folder) === undefined) addSampleFiles(folder)
  if (!answers.services) skipped.push(NO_SERVICES)
  const prepared = prepareImport(
    { draft, skipped },
    beginText(sampleText, answers),
    sampleText,
    validatorFor(folder),
  )
  const checked = checkPortfolio(prepared.text, folder)
  if (!checked.ok) {
    return end(screen, 1, `${sanitizeText(formatDiagnostics(checked.diagnostics))}\n${ENDED}`)
  }
  const backup = await replacePortfolio(folder, prepared.text, isOwn)
  const colour = setHue(call, hue, answers.hue)
  const backupNote = isOwn ? ` Backup: ${backup}.` : ''
  const leftovers = leftoversIn(checked.written).left
  const kind = imported ? `your answers and ${imported.kind}` : 'your answers'
  const report = formatImport({ kind, ...prepared, leftovers }, screen.columns)
  return end(
    screen,
    0,
    `${report}\n\nWrote ${portfolioName(folder)}.${backupNote}\n${colour}${nextSteps(folder)}`,
  )
}

/** The hue of the theme in the format of an answer. */
function hueOf(folder: string): string | undefined {
  const hue = readHue(folder)
  return hue === undefined ? undefined : String(Math.round(hue) % MAX_HUE)
}

/** Writes the hue into the theme. Returns the line that reports the result. */
function setHue(
  { folder, given }: InitCall,
  present: string | undefined,
  answer: string | undefined,
): string {
  if (answer === undefined || (answer === present && given.hue === undefined)) return ''
  const theme = join(shortPath(folder), 'theme.css')
  if (answer === present || writeHue(folder, answer)) {
    return `Set --hue to ${answer} in ${theme}.\n`
  }
  return `The hue was not changed: ${theme} has no --hue. Add --hue: ${answer}; to its :root rule.\n`
}

function nextSteps(folder: string): string {
  const steps = [
    ['npm run dev', 'serves your page and reloads it on changes'],
    [portfolioName(folder), 'contains all content; replace what is left of the sample'],
    ['npm run preflight', 'lists what is left of the sample before you publish'],
  ]
  const width = Math.max(...steps.map(([step = '']) => step.length))
  return steps.map(([step = '', what]) => `  ${step.padEnd(width)}  ${what}`).join('\n')
}

/** Whether two YAML texts have equal values; comments may differ. */
function isSame(one: string, other: string): boolean {
  return isYaml(one) && isYaml(other) && isDeepStrictEqual(parse(one), parse(other))
}

function isYaml(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

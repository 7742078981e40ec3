import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { readHue, writeHue } from '../../content/hue.ts'
import { checkPortfolio } from '../../content/load.ts'
import { formatProblems } from '../../content/problem.ts'
import type { Imported } from '../../import/draft.ts'
import { prepareImport } from '../../import/prepare.ts'
import { readImport } from '../../import/read-import.ts'
import { fromCaller } from '../content-folder.ts'
import { leftoversIn } from '../sample.ts'
import type { Asker } from '../terminal/asker.ts'
import { harmlessText } from '../terminal/harmless.ts'
import type { Screen } from '../terminal/screen.ts'
import { askRest } from './ask-rest.ts'
import { beginText, knownAnswers, withAnswers } from './beginning.ts'
import { HELP, type InitCall, readInitCall } from './init-call.ts'
import { end, isYes, judgeIn, portfolioName, shortPath } from './portfolio-command.ts'
import {
  nextBackup,
  readPortfolioText,
  readSampleText,
  replacePortfolio,
} from './portfolio-file.ts'
import { type Answers, isNeeded, QUESTION_NAMES } from './questions.ts'
import { withSystemFaults } from './system-fault.ts'
import { tellImport } from './tell-import.ts'

const ENDED = 'Nothing was changed.'

/** Makes a portfolio of one's own from the sample and gives the exit code. */
export function runInit(args: string[], screen: Screen, openAsker: () => Asker): Promise<number> {
  return withSystemFaults(screen, () => initPortfolio(args, screen, openAsker))
}

async function initPortfolio(
  args: string[],
  screen: Screen,
  openAsker: () => Asker,
): Promise<number> {
  const read = readInitCall(args)
  if (!read.ok) return end(screen, 2, `${read.fault} See: npm run init -- --help`)
  const { call } = read
  if (call.isHelp) return end(screen, 0, HELP)
  const imported = call.file === undefined ? undefined : readImport(fromCaller(call.file))
  if (imported && !imported.ok) return end(screen, 1, harmlessText(imported.fault))
  const asker = screen.canAsk && !call.isSure ? openAsker() : undefined
  try {
    return await begin({ call, screen, asker, imported })
  } finally {
    asker?.close()
  }
}

type Surroundings = {
  call: InitCall
  screen: Screen
  asker: Asker | undefined
  imported: Imported | undefined
}

async function begin({ call, screen, asker, imported }: Surroundings): Promise<number> {
  const { folder, given } = call
  const sampleText = readSampleText(folder)
  const present = readPortfolioText(folder)
  const isOwn = present !== undefined && !isSame(present, sampleText)
  const hue = hueOf(folder)
  if (isOwn && !call.isAnew) {
    const refused = await refuseAnew(folder, screen, asker)
    if (refused !== undefined) return refused
  }
  const readable = isOwn && isYaml(present) ? present : undefined
  const known = { ...(hue && { hue }), ...knownAnswers(imported?.draft, readable) }
  const answers = asker ? await askRest(asker, screen, given, known) : { ...known, ...given }
  if (!answers) return end(screen, 1, `\n${ENDED}`)
  const missing = QUESTION_NAMES.filter((name) => isNeeded(name) && answers[name] === undefined)
  if (missing.length > 0) return end(screen, 2, tellMissing(missing))
  return write({ call, screen, imported, answers, sampleText, isOwn, hue })
}

/** The exit code, unless it is wanted that the sample stands in the place of what is there. */
async function refuseAnew(
  folder: string,
  screen: Screen,
  asker: Asker | undefined,
): Promise<number | undefined> {
  const what =
    `${portfolioName(folder)} is your own already. Beginning anew puts the sample in its place; ` +
    `what is there is kept as ${nextBackup(folder)}.`
  if (!asker) return end(screen, 2, `${what} To do so without being asked, add --anew.`)
  const answer = await asker.ask(`${what} Begin anew? Type yes: `)
  return isYes(answer ?? '') ? undefined : end(screen, 1, ENDED)
}

type Beginning = Omit<Surroundings, 'asker'> & {
  answers: Answers
  sampleText: string
  isOwn: boolean
  hue: string | undefined
}

function write({ call, screen, imported, answers, sampleText, isOwn, hue }: Beginning): number {
  const { folder } = call
  const draft = withAnswers(imported?.draft ?? {}, answers)
  const left = imported?.left ?? []
  const prepared = prepareImport(
    { draft, left },
    beginText(sampleText),
    sampleText,
    judgeIn(folder),
  )
  const checked = checkPortfolio(prepared.text, folder)
  if (!checked.ok) {
    return end(screen, 1, `${harmlessText(formatProblems(checked.problems))}\n${ENDED}`)
  }
  const backup = replacePortfolio(folder, prepared.text, isOwn)
  const colour = setHue(call, hue, answers.hue)
  const kept = isOwn ? ` What it was is kept as ${backup}.` : ''
  const leftovers = leftoversIn(checked.written).left
  const kind = imported ? `your answers and ${imported.kind}` : 'your answers'
  const told = tellImport({ kind, ...prepared, leftovers }, screen.columns)
  return end(
    screen,
    0,
    `${told}\n\nWrote ${portfolioName(folder)}.${kept}\n${colour}${nextSteps(folder)}`,
  )
}

/** The colour of the page as an answer would give it. */
function hueOf(folder: string): string | undefined {
  const hue = readHue(folder)
  return hue === undefined ? undefined : String(((Math.round(hue) % 360) + 360) % 360)
}

/** Puts the colour into the theme, and says what it is now, or that this cannot be done. */
function setHue(
  { folder, given }: InitCall,
  present: string | undefined,
  wanted: string | undefined,
): string {
  if (wanted === undefined || (wanted === present && given.hue === undefined)) return ''
  const theme = join(shortPath(folder), 'theme.css')
  if (wanted === present || writeHue(folder, wanted)) {
    return `The colour of the page is ${wanted}, which is --hue in ${theme}.\n`
  }
  return `The colour stays as it was: ${theme} has no number to replace. Write --hue: ${wanted}; there, within :root.\n`
}

function nextSteps(folder: string): string {
  const steps = [
    ['npm run dev', 'shows your page, and follows what you write'],
    [portfolioName(folder), 'has the rest: write over what is of the sample'],
    ['npm run publish-check', 'lists what still is, before the page goes online'],
  ]
  const width = Math.max(...steps.map(([step = '']) => step.length))
  return steps.map(([step = '', what]) => `  ${step.padEnd(width)}  ${what}`).join('\n')
}

function tellMissing(missing: string[]): string {
  const options = missing.map((name) => `--${name}`).join(', ')
  return `Nothing was changed: without a terminal to ask on, ${options} must be given. See: npm run init -- --help`
}

/** Whether two files say the same, comments aside. */
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

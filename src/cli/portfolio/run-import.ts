import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPortfolio } from '../../content/load.ts'
import { formatProblems } from '../../content/problem.ts'
import { prepareImport } from '../../import/prepare.ts'
import { readImport } from '../../import/read-import.ts'
import { contentFolder, fromCaller } from '../content-folder.ts'
import { leftoversIn } from '../sample.ts'
import { explainOption } from '../terminal/explain-option.ts'
import { harmlessLine, harmlessText } from '../terminal/harmless.ts'
import type { Screen } from '../terminal/screen.ts'
import { end, isYes, judgeIn, portfolioName, shortPath } from './portfolio-command.ts'
import {
  nextBackup,
  readPortfolioText,
  readSampleText,
  replacePortfolio,
} from './portfolio-file.ts'
import { showDiff } from './show-diff.ts'
import { withSystemFaults } from './system-fault.ts'
import { tellImport } from './tell-import.ts'

const HELP = `Brings what you have elsewhere into content/portfolio.yaml; comments and everything else stay.

  npm run import -- FILE              show what would change, ask, then write
  npm run import -- FILE --dry-run    only show
  npm run import -- FILE --yes        do not ask
  npm run import -- FILE --content DIR   another content folder

FILE is a JSON Resume (JSON or YAML), a LinkedIn data export (its zip or its folder) or a vCard.
What it is, is told from what is in it. A list that the import has replaces yours whole; the file
as it was is kept beside it.

Exit codes: 0 done, 1 nothing was written, 2 wrongly used.`

const OPTIONS = {
  content: { type: 'string' },
  yes: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Call = { place: string; folder: string; isSure: boolean; isDry: boolean; screen: Screen }

/** Imports a file into the portfolio and gives the exit code. */
export function runImport(args: string[], screen: Screen): Promise<number> {
  return withSystemFaults(screen, () => importFile(args, screen))
}

async function importFile(args: string[], screen: Screen): Promise<number> {
  const call = readCall(args, screen)
  if (typeof call === 'number') return call
  const { place, folder } = call
  const before = readPortfolioText(folder)
  const name = portfolioName(folder)
  if (before === undefined) {
    return end(screen, 1, `There is no ${name}. Begin with: npm run init -- --import FILE`)
  }
  const present = checkPortfolio(before, folder)
  if (!present.ok) {
    const why = `${name} has faults already; mend them first, then import.`
    return end(screen, 1, `${harmlessText(formatProblems(present.problems))}\n${why}`)
  }
  const imported = readImport(place)
  if (!imported.ok) return end(screen, 1, harmlessText(imported.fault))
  const prepared = prepareImport(imported, before, readSampleText(folder), judgeIn(folder))
  if (prepared.taken.length === 0) {
    return end(
      screen,
      1,
      `${tellImport({ kind: imported.kind, ...prepared, leftovers: [] }, screen.columns)}\n\nNothing in it belongs into a portfolio.`,
    )
  }
  const after = checkPortfolio(prepared.text, folder)
  if (!after.ok) {
    const why = `With this import ${name} would have faults, so nothing was written.`
    return end(screen, 1, `${harmlessText(formatProblems(after.problems))}\n${why}`)
  }
  const leftovers = leftoversIn(after.written).left
  const told = tellImport({ kind: imported.kind, ...prepared, leftovers }, screen.columns)
  return settle(call, { before, text: prepared.text, told })
}

type Offer = { before: string; text: string; told: string }

/** Shows what would change, and writes it if it is wanted. */
async function settle(call: Call, { before, text, told }: Offer): Promise<number> {
  const { folder, screen, isSure, isDry } = call
  const name = portfolioName(folder)
  if (text === before) {
    return end(screen, 0, `${name} says all of this already; nothing was written.`)
  }
  const diff = showDiff(name, before, text, screen.isTerminal)
  screen.output.write(`${diff}\n\n${told}\n\n`)
  if (isDry) return end(screen, 0, 'Nothing was written: this was a dry run.')
  if (!isSure && !screen.canAsk) {
    return end(screen, 2, 'Nothing was written: this asks on a terminal; in a script, add --yes.')
  }
  const question = `Write ${name}? The present one is kept as ${nextBackup(folder)}. Type yes: `
  if (!isSure && !isYes(await screen.ask(question))) return end(screen, 1, 'Nothing was written.')
  if (readPortfolioText(folder) !== before) {
    return end(screen, 1, `${name} was changed meanwhile, so nothing was written. Import again.`)
  }
  const backup = replacePortfolio(folder, text)
  screen.output.write(`Wrote ${name}; as it was, it is ${join(shortPath(folder), backup)}.\n`)
  screen.output.write('See the page with: npm run dev\n')
  return 0
}

function readCall(args: string[], screen: Screen): Call | number {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    if (values.help) {
      screen.output.write(`${HELP}\n`)
      return 0
    }
    const [place, surplus] = positionals
    if (!place) return end(screen, 2, `Which file? ${TRY_HELP}`)
    if (surplus) {
      return end(
        screen,
        2,
        `One file at a time; "${harmlessLine(surplus)}" is a second. ${TRY_HELP}`,
      )
    }
    return {
      place: fromCaller(place),
      folder: contentFolder(values.content),
      isSure: Boolean(values.yes),
      isDry: Boolean(values['dry-run']),
      screen,
    }
  } catch (error) {
    return end(screen, 2, `${explainOption(error, Object.keys(OPTIONS))} ${TRY_HELP}`)
  }
}

const TRY_HELP = 'See: npm run import -- --help'

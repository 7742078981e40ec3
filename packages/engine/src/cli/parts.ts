import { type Finding, warning } from 'reward-codes-gateway/cli/doctor/finding'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { pad, widthOf } from 'reward-codes-gateway/terminal/width'
import { OWNER_FOLDER } from '../folders.ts'
import {
  type Copy,
  findOutdatedCopies,
  isOutdated,
  isOwn,
  mergeCopy,
  outdatedNotice,
  readCopies,
  recordOrigins,
  writePart,
} from '../parts/copies.ts'
import { listParts } from '../parts/list-parts.ts'
import { unknownPart } from './eject.ts'
import { formatDiff } from './import-report.ts'
import { end, isYes, runWithFiles } from './portfolio-file.ts'

/** A check of `doctor`. */
export async function checkCopies(): Promise<Finding[]> {
  const outdated = await findOutdatedCopies(OWNER_FOLDER)
  return outdated ? [warning('parts', outdated.found, outdated.advice)] : []
}

type AcceptOptions = { merge?: boolean; keep?: boolean }

/** Lists the owner's parts, and compares copies with their originals. Returns the exit code. */
export function runParts(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npx reward-codes parts', screen)
  program
    .description('List your parts, and say which originals have changed since you copied them.')
    .helpCommand(false)
    .addNotes([], 'Exit codes: 0 success, 1 nothing written, 2 usage error.')
    .action(async () => {
      program.exitCode = await list(screen)
    })
  program
    .command('diff')
    .description('Print what changed in the original since you copied it, and what you changed.')
    .argument('<NAME>', 'The name of the part, such as About.')
    .action(async (name: string) => {
      program.exitCode = await onCopies(name, screen, (copies) => diff(name, copies, screen))
    })
  program
    .command('accept')
    .description(
      'Take the changes of the original over into your copy, if you agree and both did not change ' +
        'the same lines. Or keep your copy: you are not told of these changes again.',
    )
    .summary('Take over what changed in the original, or keep your copy as it is')
    .argument('<NAME>', 'The name of the part, such as About.')
    .option('--merge', 'Take the changes over without asking.')
    .option('--keep', 'Keep your copy as it is.')
    .action(async (name: string, options: AcceptOptions) => {
      program.exitCode = await onCopies(name, screen, (copies) =>
        accept(name, copies, options, screen),
      )
    })
  return runWithFiles(program, args, screen)
}

/** Calls a function with the files of a copied part, or says which parts are copies. */
async function onCopies(
  name: string,
  screen: Screen,
  call: (copies: Copy[]) => number | Promise<number>,
): Promise<number> {
  const copies = await readCopies(OWNER_FOLDER)
  const names = [...new Set(copies.map(({ part }) => part))]
  if (names.includes(name)) return call(copies.filter(({ part }) => part === name))
  if (names.length > 0) return end(screen, 2, unknownPart(name, names, screen))
  return end(screen, 2, 'No file in parts/ is a copy. To make one: npx reward-codes eject NAME')
}

function diff(name: string, copies: Copy[], screen: Screen): number {
  const format = ({ path, base = '' }: Copy, after: string) =>
    formatDiff(path, base, after, screen.isTerminal)
  const theirs = copies.filter(isOutdated).map((copy) => format(copy, copy.original ?? ''))
  const mine = copies.filter(isOwn).map((copy) => format(copy, copy.own ?? ''))
  const since = copies.find(({ version }) => version)?.version
  const parts = [
    theirs.length > 0
      ? [`Changed in the original since ${since}:`, ...theirs, `To take it over: ${ACCEPT} ${name}`]
      : [`The original has not changed since ${since}.`],
    mine.length > 0 ? ['Changed by you:', ...mine] : ['You have not changed the copy.'],
  ]
  return end(screen, 0, parts.flat().join('\n\n'))
}

const ACCEPT = 'npx reward-codes parts accept'
const NOTHING = 'Nothing was written.'

async function accept(
  name: string,
  copies: Copy[],
  { merge, keep }: AcceptOptions,
  screen: Screen,
): Promise<number> {
  const outdated = copies.filter(isOutdated)
  if (outdated.length === 0) {
    return end(screen, 0, `The original of ${name} has not changed. ${NOTHING}`)
  }
  const taken = outdated.map((copy) => ({ ...copy, merged: mergeCopy(copy) }))
  const conflicts = taken.filter(({ merged }) => merged === undefined)
  if (keep) {
    recordOrigins(OWNER_FOLDER, copies)
    return end(screen, 0, `Kept your ${name}. The original of this version counts as known.`)
  }
  if (conflicts.length > 0) {
    const paths = conflicts.map(({ path }) => path).join(', ')
    const why =
      `You and the original have changed the same lines of ${paths}. See: npx reward-codes parts diff ${name}\n` +
      `Change your copy by hand, then: ${ACCEPT} ${name} --keep`
    return end(screen, 1, `${why}\n${NOTHING}`)
  }
  const changed = taken.flatMap(({ path, own = '', merged = '' }) =>
    own === merged ? [] : [{ path, own, merged }],
  )
  for (const { path, own, merged } of changed) {
    screen.output.write(`${formatDiff(path, own, merged, screen.isTerminal)}\n\n`)
  }
  const paths = changed.map(({ path }) => path).join(', ')
  if (changed.length > 0 && !merge) {
    if (!screen.canAsk) {
      return end(screen, 2, `${NOTHING} In a script, add --merge or --keep.`)
    }
    if (!isYes(await screen.ask(`Write ${paths}? Type yes: `))) {
      return end(screen, 1, `${NOTHING} To keep your copy as it is: ${ACCEPT} ${name} --keep`)
    }
  }
  for (const { path, merged } of changed) writePart(OWNER_FOLDER, path, merged)
  recordOrigins(OWNER_FOLDER, copies)
  return end(
    screen,
    0,
    changed.length > 0 ? `Wrote ${paths}.` : 'Your copy has these changes already.',
  )
}

async function list(screen: Screen): Promise<number> {
  const parts = await listParts(OWNER_FOLDER)
  if (parts.length === 0) {
    return end(screen, 0, 'You have no parts of your own. To copy one: npx reward-codes eject')
  }
  const width = Math.max(...parts.map(({ path }) => widthOf(path)))
  const lines = parts.map(({ path, what }) => `${pad(sanitizeLine(path), width)}  ${what}`)
  const notice = await outdatedNotice(OWNER_FOLDER)
  return end(screen, 0, [...lines, ...(notice ? ['', notice] : [])].join('\n'))
}

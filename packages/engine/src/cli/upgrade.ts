import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { DEPLOY_PATHS } from '../deploy/files.ts'
import { isVercelUnchanged } from '../deploy/write-files.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { OWN_PARTS } from '../parts/copies.ts'
import { compareSites, type Difference } from '../upgrade/compare-sites.ts'
import { readDatabaseVersion, undoDatabase } from '../upgrade/own-database.ts'
import { compareScreens, findChromium } from '../upgrade/screenshots.ts'
import {
  changesOf,
  createTrial,
  type Ended,
  install,
  installedVersion,
  isStale,
  requireVersion,
  run,
  runEngine,
  type Trial,
} from '../upgrade/trial.ts'
import {
  changedSince,
  makeTrialFolder,
  readUndo,
  replaceWithUndo,
  restore,
  trialFolder,
  UPGRADE_FOLDER,
  undoFolder,
} from '../upgrade/undo.ts'
import { formatDiff } from './import-report.ts'
import { formatMigrations } from './migrate.ts'
import { end, isYes, runWithFiles } from './portfolio-file.ts'

const FOLDER = join(OWNER_FOLDER, UPGRADE_FOLDER)
const TRIAL = trialFolder(OWNER_FOLDER)
const NEXT = join(TRIAL, 'next')
const BEFORE = join(TRIAL, 'before')
const AFTER = join(TRIAL, 'after')
/** Changes that say nothing to an owner. */
const GENERATED = /schema\.json$|^\.env\.example$|^package\.json$|lock/
const SCREENS = join(FOLDER, 'screens')
const UNDO = 'npx reward-codes upgrade --undo'
const NOTHING = 'Nothing was changed.'
const OWN_BACKUP =
  'Or restore your own backup of the database from before, and undo again: it then stays as it is.'

type UpgradeOptions = { to?: string; yes?: boolean; dryRun?: boolean; undo?: boolean }

/** Installs a new version, after a trial that shows what it changes. Returns the exit code. */
export function runUpgrade(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npx reward-codes upgrade', screen)
  program
    .description(
      'Try a new version in a copy of this folder: install it, migrate the content, build the site ' +
        'with both versions and show what a visitor would see changed. Then ask, and keep it.',
    )
    .option('--to <VERSION>', 'A version, or the .tgz file of one. Default: the newest version.')
    .option('--dry-run', 'Show what would change only.')
    .option('--yes', 'Do not ask.')
    .option(
      '--undo',
      'Restore the files, packages and database of before the last upgrade or migration.',
    )
    .addNotes(
      [
        ['', 'upgrade to the newest version'],
        ['--undo', 'restore what was there before'],
      ],
      `The files of before are in ${UPGRADE_FOLDER}/, which Git ignores. You can delete it.`,
      'Exit codes: 0 success, 1 nothing changed, 2 usage error.',
    )
    .action(async ({ undo, ...options }: UpgradeOptions) => {
      program.exitCode = undo ? await undoUpgrade(screen) : await upgrade(options, screen)
    })
  return runWithFiles(program, args, screen)
}

async function upgrade(options: UpgradeOptions, screen: Screen): Promise<number> {
  const from = installedVersion(OWNER_FOLDER)
  if (!from) {
    const why =
      'reward-codes is not installed in this folder. Run this command in the folder of your site, ' +
      'after npm install.'
    return end(screen, 1, `${why} ${NOTHING}`)
  }
  const wanted = await findVersion(options.to)
  if (!wanted.ok) return end(screen, 1, `${sanitizeText(wanted.fault)}\n${NOTHING}`)
  if (wanted.version === from && !options.to) {
    return end(screen, 0, `reward-codes ${from} is the newest version. ${NOTHING}`)
  }
  if (!options.yes && !options.dryRun && !screen.canAsk) {
    const how = 'Confirmation needs a terminal. In a script, add --yes or --dry-run.'
    return end(screen, 2, `${NOTHING} ${how}`)
  }
  makeTrialFolder(OWNER_FOLDER)
  try {
    return await tryVersion(from, wanted.version, options, screen)
  } finally {
    rmSync(TRIAL, { recursive: true, force: true })
  }
}

type Wanted = { ok: true; version: string } | { ok: false; fault: string }

/** What package.json shall require: a version, or a file. */
async function findVersion(to: string | undefined): Promise<Wanted> {
  const file = to?.endsWith('.tgz') ? fromCaller(to) : undefined
  if (file) {
    if (existsSync(file)) return { ok: true, version: `file:${file}` }
    return { ok: false, fault: `${file} not found.` }
  }
  const name = `reward-codes@${to ?? 'latest'}`
  const { exitCode, output } = await run('npm', ['view', name, 'version', '--json'], OWNER_FOLDER)
  const version = exitCode === 0 ? readVersion(output) : undefined
  if (version) return { ok: true, version }
  return {
    ok: false,
    fault: `The registry has no ${name}, or cannot be reached.\n${output.trim()}`,
  }
}

/** npm prints a text, or a list if several versions match. */
function readVersion(output: string): string | undefined {
  try {
    const versions = [JSON.parse(output)].flat()
    return typeof versions.at(-1) === 'string' ? versions.at(-1) : undefined
  } catch {
    return undefined
  }
}

async function tryVersion(
  from: string,
  version: string,
  { yes, dryRun }: UpgradeOptions,
  screen: Screen,
): Promise<number> {
  const report = (step: string) => screen.errors.write(`Upgrade: ${step} ...\n`)
  const trial = createTrial(OWNER_FOLDER, NEXT)
  const manifest = join(trial.folder, 'package.json')
  writeFileSync(manifest, requireVersion(readFileSync(manifest, 'utf8'), version))

  let deployment = ''
  const steps: [string, () => ReturnType<typeof run>, fault: string][] = [
    [
      `build with ${from}`,
      () => runEngine(OWNER_FOLDER, ['build', '--out', BEFORE, '--allow-sample']),
      'The present version cannot build the site. Fix that first; if fields have their old names, ' +
        'run: npx reward-codes migrate.',
    ],
    [
      `install ${version}`,
      () => install(trial, OWNER_FOLDER),
      'The new version cannot be installed.',
    ],
    [
      'migrate the content',
      () => runEngine(NEXT, ['migrate', '--yes']),
      'The content cannot be migrated.',
    ],
    [
      `build with ${version}`,
      () => runEngine(NEXT, ['build', '--out', AFTER, '--allow-sample']),
      'The new version cannot build the site.',
    ],
    [
      'update the deployment files',
      async () => {
        const ended = await updateDeployment()
        deployment = ended.output.trim()
        return ended
      },
      'The deployment files cannot be updated.',
    ],
  ]
  for (const [step, start, fault] of steps) {
    report(step)
    const { exitCode, output } = await start()
    if (exitCode !== 0) {
      return end(screen, 1, `${sanitizeText(output.trim())}\n\n${fault} ${NOTHING}`)
    }
  }

  const to = installedVersion(NEXT) ?? version
  const files = changesOf(trial)
  screen.output.write(`${formatReport(trial, screen)}\n\n`)
  const isDeployed = DEPLOY_PATHS.some((path) => existsSync(join(NEXT, path)))
  if (isDeployed) screen.output.write(`${sanitizeText(deployment)}\n\n`)
  await reportParts(screen)
  await reportScreens(screen)
  if (dryRun) return end(screen, 0, `${to} builds your site. Dry run. ${NOTHING}`)
  if (!yes && !isYes(await screen.ask(`Keep ${to}? Type yes: `))) return end(screen, 1, NOTHING)
  if (isStale(OWNER_FOLDER, trial)) {
    return end(screen, 1, `Files were changed during the upgrade. ${NOTHING} Upgrade again.`)
  }
  const databaseVersion = await readDatabaseVersion(OWNER_FOLDER)
  replaceWithUndo(OWNER_FOLDER, { files, modulesFrom: NEXT, from, to, databaseVersion })
  const names = Object.keys(files).join(', ')
  return end(screen, 0, `Upgraded from ${from} to ${to}. Wrote ${names}.\nTo undo: ${UNDO}`)
}

/** Updates the deployment files of the trial, and says which ones are kept. */
async function updateDeployment(): Promise<Ended> {
  // vercel.json has no first line that says who wrote it, but this version knows its own.
  if (isVercelUnchanged(OWNER_FOLDER)) {
    const ended = await runEngine(NEXT, ['deploy', 'vercel', '--force'])
    if (ended.exitCode !== 0) return ended
  }
  return runEngine(NEXT, ['deploy', '--update'])
}

function formatReport(trial: Trial, screen: Screen): string {
  const own = Object.entries(changesOf(trial))
    .filter(([path]) => !GENERATED.test(path))
    .map(([path, after]) => {
      return { path, before: String(trial.inputs[path] ?? ''), after: String(after) }
    })
  const seen = compareSites(BEFORE, AFTER)
  return [
    own.length > 0
      ? `Changes of your files:\n\n${formatMigrations(own, screen)}`
      : 'Your files stay as they are.',
    seen.length > 0
      ? `What a visitor would see changed:\n\n${formatSeen(seen, screen)}`
      : 'A visitor would read the same texts, on the page and in the resume.',
  ].join('\n\n')
}

/** What the new version says of the owner's parts. */
async function reportParts(screen: Screen): Promise<void> {
  if (!existsSync(join(NEXT, OWN_PARTS))) return
  const { output } = await runEngine(NEXT, ['parts'])
  screen.output.write(`${sanitizeText(output.trim())}\n\n`)
}

/** Pictures are an aid: without a browser, or with one that fails, the upgrade goes on. */
async function reportScreens(screen: Screen): Promise<void> {
  rmSync(SCREENS, { recursive: true, force: true })
  const chromium = findChromium()
  if (!chromium) return
  const made = compareScreens({ before: BEFORE, after: AFTER }, chromium, SCREENS)
  const line = await made.then(
    (file) => `Both pages side by side: ${relative(process.cwd(), file)}`,
    (error: Error) => `${chromium} made no pictures: ${error.message.split('\n')[0]}`,
  )
  screen.output.write(`${sanitizeText(line)}\n\n`)
}

function formatSeen(seen: Difference[], { isTerminal }: Screen): string {
  return seen
    .map(({ path, before, after }) => formatDiff(path, `${before}\n`, `${after}\n`, isTerminal))
    .join('\n\n')
}

async function undoUpgrade(screen: Screen): Promise<number> {
  const state = readUndo(OWNER_FOLDER)
  if (!state) return end(screen, 1, `There is no upgrade to undo. ${NOTHING}`)
  const changed = changedSince(OWNER_FOLDER, state)
  if (changed.length > 0) {
    const place = relative(process.cwd(), undoFolder(OWNER_FOLDER))
    const why =
      `You have changed ${changed.join(', ')} since the upgrade, and undoing it would lose that. ` +
      `The files of before are in ${place}.`
    return end(screen, 1, `${why} ${NOTHING}`)
  }
  const database = await undoDatabase(OWNER_FOLDER, state.databaseVersion)
  if (!database.ok) {
    return end(screen, 1, `${sanitizeText(database.fault)} ${NOTHING}\n${OWN_BACKUP}`)
  }
  restore(OWNER_FOLDER, state)
  const names = state.files.map(({ path }) => path)
  if (database.isRestored) names.push(`the database (version ${state.databaseVersion})`)
  const packages = state.from === state.to ? 'stay as they are' : `are those of ${state.from} again`
  const earlier = readUndo(OWNER_FOLDER)
  const more = earlier ? ` To undo what was before it, too: ${UNDO}` : ''
  return end(screen, 0, `Restored ${names.join(', ')}. The packages ${packages}.${more}`)
}

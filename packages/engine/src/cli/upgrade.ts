import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fromCaller, readOwnConfiguration } from 'reward-codes-gateway/cli/owner-folder'
import { readVersion as readDatabaseVersion } from 'reward-codes-gateway/store'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { undoMigration } from 'reward-codes-gateway/undo-migration'
import { OWNER_FOLDER } from '../folders.ts'
import { OWN_PARTS } from '../parts/copies.ts'
import { compareSites, type Difference } from '../upgrade/compare-sites.ts'
import { compareScreens, findChromium } from '../upgrade/screenshots.ts'
import {
  changesOf,
  createTrial,
  install,
  installedVersion,
  isStale,
  run,
  runEngine,
  type Trial,
} from '../upgrade/trial.ts'
import {
  changedSince,
  readUndo,
  replaceWithUndo,
  restore,
  UPGRADE_FOLDER,
  undoFolder,
} from '../upgrade/undo.ts'
import { formatDiff } from './import-report.ts'
import { formatMigrations } from './migrate.ts'
import { end, isYes, runWithFiles } from './portfolio-file.ts'

const FOLDER = join(OWNER_FOLDER, UPGRADE_FOLDER)
const NEXT = join(FOLDER, 'next')
const BEFORE = join(FOLDER, 'before')
const AFTER = join(FOLDER, 'after')
/** Changes that say nothing to an owner. */
const GENERATED = /schema\.json$|^\.env\.example$|^package\.json$|lock/
const SCREENS = join(FOLDER, 'screens')
const UNDO = 'npx reward-codes upgrade --undo'
const NOTHING = 'Nothing was changed.'

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
    .option('--undo', 'Restore the files and packages of before the last upgrade.')
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
  try {
    return await tryVersion(from, wanted.version, options, screen)
  } finally {
    for (const folder of [NEXT, BEFORE, AFTER]) rmSync(folder, { recursive: true, force: true })
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

  const steps: [string, () => ReturnType<typeof run>, fault: string][] = [
    [
      `build with ${from}`,
      () => runEngine(OWNER_FOLDER, ['build', '--out', BEFORE, '--allow-sample']),
      'The present version cannot build the site. Fix that first; if fields have their old names, ' +
        'run: npx reward-codes migrate.',
    ],
    [`install ${version}`, () => install(trial), 'The new version cannot be installed.'],
    [
      'migrate the content',
      () => runEngine(NEXT, ['migrate', '--yes']),
      'The content cannot be migrated.',
    ],
    [
      'update the deployment files',
      () => runEngine(NEXT, ['deploy', '--update']),
      'The deployment files cannot be updated.',
    ],
    [
      `build with ${version}`,
      () => runEngine(NEXT, ['build', '--out', AFTER, '--allow-sample']),
      'The new version cannot build the site.',
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
  await reportParts(screen)
  await reportScreens(screen)
  if (dryRun) return end(screen, 0, `${from} to ${to}: ${NOTHING} Dry run.`)
  if (!yes && !screen.canAsk) {
    return end(screen, 2, `${NOTHING} Confirmation needs a terminal. In a script, add --yes.`)
  }
  if (!yes && !isYes(await screen.ask(`Keep ${to}? Type yes: `))) return end(screen, 1, NOTHING)
  if (isStale(OWNER_FOLDER, trial)) {
    return end(screen, 1, `Files were changed during the upgrade. ${NOTHING} Upgrade again.`)
  }
  const databaseVersion = await databaseVersionOf(databaseLocation())
  replaceWithUndo(OWNER_FOLDER, {
    files,
    modulesFrom: NEXT,
    from,
    to,
    ...(databaseVersion && { databaseVersion }),
  })
  const names = Object.keys(files).join(', ')
  return end(screen, 0, `Upgraded from ${from} to ${to}. Wrote ${names}.\nTo undo: ${UNDO}`)
}

/** The manifest with another version. Every other character stays, and so does a ^ or ~. */
function requireVersion(manifest: string, version: string): string {
  return manifest.replace(/("reward-codes"\s*:\s*")([\^~]?)[^"]*/, (_, start, range) =>
    version.startsWith('file:') ? start + version : start + range + version,
  )
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
  const { exitCode, output } = await runEngine(NEXT, ['parts'])
  if (exitCode === 0) screen.output.write(`${sanitizeText(output.trim())}\n\n`)
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

type Location = { databaseUrl: string | undefined; dataFolder: string }

/** Where the gateway stores messages, if its settings are valid. */
function databaseLocation(): Location | undefined {
  const read = readOwnConfiguration()
  if (!read.ok) return undefined
  const { DATABASE_URL: databaseUrl, DATA_DIR } = read.configuration
  return { databaseUrl, dataFolder: resolve(OWNER_FOLDER, DATA_DIR) }
}

/** Undefined if there is no database, or none that can be reached from here. */
async function databaseVersionOf(location: Location | undefined): Promise<number | undefined> {
  return location && (await readDatabaseVersion(location).catch(() => undefined))
}

/** The database of before the upgrade, if the gateway has migrated it. Returns why that cannot be. */
async function undoDatabase(version: number | undefined): Promise<string | undefined> {
  const location = databaseLocation()
  const present = await databaseVersionOf(location)
  if (!location || !version || !present || present <= version) return undefined
  const undone = await undoMigration(location, version)
  return undone.ok ? undefined : undone.fault
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
  const obstacle = await undoDatabase(state.databaseVersion)
  if (obstacle) return end(screen, 1, `${obstacle} ${NOTHING}`)
  restore(OWNER_FOLDER, state)
  const names = state.files.map(({ path }) => path).join(', ')
  return end(screen, 0, `Restored ${state.from}: ${names}.`)
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { wrap } from 'reward-codes-gateway/terminal/width'
import { loadPortfolio } from '../content/load.ts'
import { findInstaller, type SiteFacts, TARGET_NAMES, type Target } from '../deploy/files.ts'
import { stepsFor } from '../deploy/steps.ts'
import { compareDeployFiles, type DeployFile, findOutdatedFiles } from '../deploy/write-files.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { UserError } from '../user-error.ts'
import { formatDiff } from './import-report.ts'
import { CONTENT_FOLDER, errorText } from './own-site.ts'
import { end, runWithFiles } from './portfolio-file.ts'

const MAX_WIDTH = 100
const NO_DOMAIN = 'www.example.com'

type DeployOptions = { update?: boolean; force?: boolean; dryRun?: boolean }

/** Writes the files with which a host publishes the site, and returns the exit code. */
export function runDeploy(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npx reward-codes deploy', screen)
  const target = program
    .createArgument('[TARGET]', 'Where to publish.')
    .choices(TARGET_NAMES)
    .argOptional()
  program
    .description(
      'Write or update the files with which a host publishes the site, and print the steps that are ' +
        'left. A file that you have changed is kept, and the difference is printed.',
    )
    .addArgument(target)
    .option('--update', 'Update the files of all targets that are here, and write no new ones.')
    .option('--force', 'Replace files that you have changed, too.')
    .option('--dry-run', 'Write nothing.')
    .addNotes(
      [
        ['pages', 'GitHub Pages'],
        ['server', 'a systemd unit and a Caddyfile'],
      ],
      'Once the site is online, check it: npm run doctor -- --site https://www.example.com',
      'Exit codes: 0 success, 1 a file that you have changed is not up to date, 2 usage error.',
    )
    .action((name: Target | undefined, options: DeployOptions) => {
      if (!name && !options.update) program.error('a TARGET or --update is required')
      program.exitCode = deploy(name, options, screen)
    })
  return runWithFiles(program, args, screen)
}

function deploy(
  target: Target | undefined,
  { force = false, dryRun = false }: DeployOptions,
  screen: Screen,
): number {
  const loaded = loadPortfolio(CONTENT_FOLDER, 'schema')
  // Without its content, the files would name the domain of an example.
  if (!loaded.ok) return end(screen, 1, `${errorText(loaded.diagnostics)}\nNothing was written.`)
  const { url } = loaded.portfolio.site
  const facts = readFacts(url)
  const files = target
    ? compareDeployFiles(OWNER_FOLDER, target, facts)
    : findOutdatedFiles(OWNER_FOLDER, facts)
  const isKept = ({ state }: DeployFile) => state === 'kept' && !force
  const lines = files.map((file) => {
    if (file.state === 'current') return `${file.path} is up to date.`
    if (isKept(file)) return target ? formatKept(file, screen) : formatKeptLine(file)
    if (!dryRun) write(file)
    const done = file.state === 'new' ? 'Wrote' : 'Updated'
    return dryRun ? `${file.path} would be written: dry run.` : `${done} ${file.path}.`
  })
  if (files.length === 0) lines.push('No deployment file is out of date.')
  if (target)
    lines.push('', 'Next:', ...formatSteps(target, facts, url ?? `https://${NO_DOMAIN}`, screen))
  return end(screen, target && files.some(isKept) ? 1 : 0, lines.join('\n'))
}

function write({ path, after }: DeployFile): void {
  const file = join(OWNER_FOLDER, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, after)
}

function formatKept({ path, before = '', after }: DeployFile, { isTerminal }: Screen): string {
  const diff = formatDiff(path, before, after, isTerminal)
  return (
    `Kept ${path}, which you have changed. These lines differ from the file of this version:\n\n${diff}\n\n` +
    'Take over what you want, or replace it with --force.'
  )
}

function formatKeptLine({ path, target }: DeployFile): string {
  const compare = `npx reward-codes deploy ${target} --dry-run`
  return `Kept ${path}, which you have changed. Compare it with that of this version: ${compare}`
}

function formatSteps(target: Target, facts: SiteFacts, url: string, { columns }: Screen): string[] {
  const isUnset = facts.domain === NO_DOMAIN
  const steps = [
    ...(isUnset ? ['Set site.url in content/portfolio.yaml, and run this command again.'] : []),
    ...stepsFor(target, facts),
    `Check it from here: npm run doctor -- --site ${url}`,
  ]
  const width = Math.min(columns, MAX_WIDTH) - '  1. '.length
  return steps.map((step, index) => `  ${index + 1}. ${wrap(step, width).join('\n     ')}`)
}

/** What the files say of the site: its domain, and a name for hosts that need one. */
function readFacts(url: string | undefined): SiteFacts {
  const manifest = join(OWNER_FOLDER, 'package.json')
  const { name = 'portfolio' } = existsSync(manifest) ? readManifest(manifest) : {}
  const domain = url ? new URL(url).host : NO_DOMAIN
  return { name, domain, installer: findInstaller(OWNER_FOLDER) }
}

function readManifest(file: string): { name?: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UserError('package.json is not valid JSON. Correct it, then run this command again.')
  }
}

import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { FORMAT } from '../content/format.ts'
import { checkPortfolio } from '../content/load.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { formatOf } from '../upgrade/migrations.ts'
import { readDatabaseVersion } from '../upgrade/own-database.ts'
import { type ChangedFile, findMigrations } from '../upgrade/own-files.ts'
import { replaceWithUndo } from '../upgrade/undo.ts'
import { ENGINE_VERSION } from '../version.ts'
import { formatDiff } from './import-report.ts'
import { CONTENT_FOLDER, errorText } from './own-site.ts'
import { end, isYes, portfolioName, readPortfolioText, runWithFiles } from './portfolio-file.ts'

type MigrateOptions = { dryRun?: boolean; yes?: boolean }

/** Brings the owner's files to the format of this version and returns the exit code. */
export function runMigrate(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npx reward-codes migrate', screen)
  program
    .description(
      'Bring content/portfolio.yaml, content/theme.css and .env to the format of this version: show ' +
        'the diff, ask, then write. Everything else in them is preserved. "upgrade" runs it too.',
    )
    .option('--dry-run', 'Show the diff only.')
    .option('--yes', 'Do not ask.')
    .addNotes(
      [],
      'To undo it, run: npx reward-codes upgrade --undo',
      'Exit codes: 0 success or nothing to migrate, 1 nothing written, 2 usage error.',
    )
    .action(async (options: MigrateOptions) => {
      program.exitCode = await migrateFolder(options, screen)
    })
  return runWithFiles(program, args, screen)
}

async function migrateFolder({ dryRun, yes }: MigrateOptions, screen: Screen): Promise<number> {
  const name = portfolioName(CONTENT_FOLDER)
  const text = readPortfolioText(CONTENT_FOLDER)
  if (text === undefined) return end(screen, 1, `${name} not found.`)
  const format = formatOf(text)
  if (format !== undefined && format > FORMAT) {
    const why = `${name} has format ${format}, and this version knows ${FORMAT}. Install a newer one.`
    return end(screen, 1, why)
  }
  const { own, generated } = findMigrations(OWNER_FOLDER)
  const files = [...own, ...generated]
  if (files.length === 0) return end(screen, 0, `${name} has format ${FORMAT}. Nothing to migrate.`)
  const portfolio = own.find(({ path }) => path.endsWith('.yaml'))
  const checked = checkPortfolio(portfolio?.after ?? text, CONTENT_FOLDER)
  if (!checked.ok) {
    const why = `Fix these errors of ${name}, then migrate again. Nothing was written.`
    return end(screen, 1, `${errorText(checked.diagnostics)}\n${why}`)
  }
  if (own.length > 0) screen.output.write(`${formatMigrations(own, screen)}\n\n`)
  if (dryRun) return end(screen, 0, 'Nothing was written: dry run.')
  if (!yes && !screen.canAsk) {
    return end(
      screen,
      2,
      'Nothing was written: confirmation needs a terminal. In a script, add --yes.',
    )
  }
  const paths = files.map(({ path }) => path).join(', ')
  const question = `Write ${paths}? Type yes: `
  if (!yes && !isYes(await screen.ask(question))) return end(screen, 1, 'Nothing was written.')
  const environment = own.find(({ path }) => path === '.env')?.after
  replaceWithUndo(OWNER_FOLDER, {
    databaseVersion: await readDatabaseVersion(OWNER_FOLDER, environment),
    files: Object.fromEntries(files.map(({ path, after }) => [path, after])),
    from: ENGINE_VERSION,
    to: ENGINE_VERSION,
  })
  return end(screen, 0, `Wrote ${paths}. To undo: npx reward-codes upgrade --undo`)
}

/** The diffs of the migrated files. Of .env only the names of the variables: it contains passwords. */
export function formatMigrations(files: ChangedFile[], { isTerminal }: Screen): string {
  return files
    .map(({ path, before, after }) =>
      path === '.env'
        ? `${path}: ${renamedVariables(before, after).join(', ')}`
        : formatDiff(path, before, after, isTerminal),
    )
    .join('\n\n')
}

function renamedVariables(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) =>
    text.split('\n').map((line) => /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]),
  )
  return (old ?? []).flatMap((name, line) => {
    const other = now?.[line]
    return name && other && name !== other ? [`${name} is now ${other}`] : []
  })
}

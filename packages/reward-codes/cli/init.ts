import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { ownCommand, scriptCallWithOptions } from 'reward-codes-gateway/own-command'
import { createProgram, type Program } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import { openAsker, type Screen } from 'reward-codes-gateway/terminal/screen'
import { CONTENT_FILE, load } from '../content/load.ts'
import { findTodos, YOURS } from '../content/public-site.ts'
import { contentAssets } from '../images/content-assets.ts'
import { readImport } from '../import/read-import.ts'
import { resumeErrors, resumePackages } from '../resume/resume-pdf.ts'
import { describeImport, knownAnswers, makePortfolio } from './import.ts'
import { installPackages } from './install-packages.ts'
import {
  addFilesBeside,
  CONTENT_FOLDER,
  CONTENT_NAME,
  end,
  errorText,
  runWithFiles,
} from './portfolio-file.ts'
import { type Answers, askRest, QUESTION_NAMES, QUESTIONS, withDefaults } from './questions.ts'

const NO_NAME = `Nothing was written: --name is required without a terminal. See: ${ownCommand('init', '--help')}`

const GUIDE =
  'Messages reach your mailbox after a few steps: see "Your evening" in node_modules/reward-codes/docs/owner.md.'

const SURROUNDINGS = { folder: CONTENT_FOLDER, open: openAsker, install: installPackages }

/** Creates a portfolio and returns the exit code. Each question is an option too. A test has other surroundings. */
export async function runInit(
  args: string[],
  screen: Screen,
  surroundings = SURROUNDINGS,
): Promise<number> {
  let exitCode = 0
  const program: Program = createProgram(scriptCallWithOptions('init'), screen).description(
    'Create your content/portfolio.yaml from a few questions.',
  )
  for (const name of QUESTION_NAMES) {
    program.option(`--${name} <TEXT>`, helpOf(QUESTIONS[name]))
  }
  program
    .option(
      '--import <FILE>',
      'Take the content of a JSON Resume or a LinkedIn export. What the page has no field for is named.',
    )
    .option('--yes', 'Do not ask; use the options, then the import, and omit the rest.')
    .addHelpText('after', '\nExit codes: 0 success, 1 nothing written, 2 usage error.')
    .action(async ({ import: file, yes, ...texts }) => {
      const given: Answers = {}
      for (const name of QUESTION_NAMES) {
        if (texts[name] === undefined) continue
        const read = QUESTIONS[name].read(texts[name])
        if (!read.ok) program.error(`--${name} ${texts[name]}: ${read.error}`)
        given[name] = read.value
      }
      const isAsking = screen.canAsk && !yes
      exitCode = await create({ ...surroundings, given, file, screen, isAsking })
    })
  return (await runWithFiles(program, args, screen)) || exitCode
}

type Call = typeof SURROUNDINGS & {
  given: Answers
  file: string | undefined
  screen: Screen
  isAsking: boolean
}

async function create(call: Call): Promise<number> {
  const { folder, open, install, given, file, screen, isAsking } = call
  if (existsSync(join(folder, CONTENT_FILE))) {
    return end(screen, 2, `${CONTENT_NAME} exists. To start again, delete or rename it.`)
  }
  const read = file === undefined ? undefined : readImport(fromCaller(file))
  if (read && !read.ok) return end(screen, 1, sanitizeText(read.error))
  const known = read ? knownAnswers(read) : {}
  const asker = isAsking ? open() : undefined
  const answers = asker
    ? await askRest(asker, screen, given, known).finally(asker.close)
    : withDefaults({ ...known, ...given })
  if (!answers) return end(screen, 1, '\nNothing was written.')
  if (!answers.name) return end(screen, 2, NO_NAME)

  addFilesBeside(folder)
  const made = await makePortfolio(read, answers)
  if (!made.ok) return end(screen, 1, `Nothing was written. ${errorText(made.diagnostics)}`)
  writeFileSync(join(folder, CONTENT_FILE), made.text, { flag: 'wx' })
  const checked = await load(folder, { assets: contentAssets })
  const packages = checked.ok ? resumePackages(checked.portfolio) : []
  const isInstalled = packages.length > 0 && install(packages, screen)
  const lines = [
    `Wrote ${CONTENT_NAME}. ${YOURS}: ${findTodos(made.text).length}, each with the comment "# TODO".`,
    ...(checked.ok && !isInstalled ? resumeErrors(checked.portfolio) : []).map(
      ({ expected }) => `The resume PDF needs ${expected}`,
    ),
    ...(checked.ok ? [] : ['', errorText(checked.diagnostics)]),
    ...(read && checked.ok ? describeImport(read, made.lost, checked.portfolio) : []),
    ...(answers.messages === 'address' ? [] : [GUIDE]),
    `To see the page, run: ${ownCommand('dev')}`,
  ]
  return end(screen, 0, lines.join('\n'))
}

function helpOf({ question, choices }: { question: string; choices?: object }): string {
  return choices ? `${question}: ${Object.keys(choices).join(', ')}.` : `${question}.`
}

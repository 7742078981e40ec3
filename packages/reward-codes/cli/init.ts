import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTextAtomic } from 'reward-codes-gateway/cli/messages/output-file'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import { type Asker, openAsker, type Screen } from 'reward-codes-gateway/terminal/screen'
import { parse } from 'yaml'
import { writeHue } from '../content/hue.ts'
import { CONTENT_FILE, checkPortfolio } from '../content/load.ts'
import { findSampleTexts } from '../content/public-site.ts'
import type { PortfolioInput } from '../content/schema.ts'
import { omitEmpty } from '../content/values.ts'
import { SAMPLE_FOLDER } from '../folders.ts'
import type { Draft } from '../import/json-resume.ts'
import { readImport } from '../import/read-import.ts'
import { resumeErrors } from '../resume/resume-pdf.ts'
import { newPortfolio } from './new-portfolio.ts'
import {
  addSampleFiles,
  contentFolder,
  end,
  errorText,
  portfolioName,
  runWithFiles,
  shortPath,
} from './portfolio-file.ts'
import { type Answers, askRest, QUESTION_NAMES, QUESTIONS } from './questions.ts'

const GITHUB = 'https://github.com/'
const NO_NAME =
  'Nothing was written: --name is required without a terminal. See: npm run init -- --help'

/** Creates a portfolio from the sample and returns the exit code. Each question is an option too. */
export function runInit(args: string[], screen: Screen, open = openAsker): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npm run init --', screen).description(
    'Create your content/portfolio.yaml from the sample and a few questions.',
  )
  for (const name of QUESTION_NAMES) {
    program.option(`--${name} <TEXT>`, `${QUESTIONS[name].question}.`)
  }
  program
    .option(
      '--import <FILE>',
      'Take the content of a JSON Resume or a LinkedIn export. The telephone number is left out, ' +
        'because the resume PDF and the contact card are public.',
    )
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--yes', 'Do not ask; use the options, then the import, and omit the rest.')
    .addNotes(
      [
        ['', 'ask each question'],
        [
          '--name "Anna Nowak" --headline "Web Developer" --place "Gdynia, Poland" --yes',
          'answer them in a script',
        ],
      ],
      'Exit codes: 0 success, 1 nothing written, 2 usage error.',
    )
    .action(async ({ content, import: file, yes, ...texts }) => {
      const given: Answers = {}
      for (const name of QUESTION_NAMES) {
        if (texts[name] === undefined) continue
        const read = QUESTIONS[name].read(texts[name])
        if (!read.ok) program.error(`--${name} ${texts[name]}: ${read.error}`)
        given[name] = read.value
      }
      const asker = screen.canAsk && !yes ? open() : undefined
      try {
        program.exitCode = await create(contentFolder(content), given, file, screen, asker)
      } finally {
        asker?.close()
      }
    })
  return runWithFiles(program, args, screen)
}

async function create(
  folder: string,
  given: Answers,
  file: string | undefined,
  screen: Screen,
  asker: Asker | undefined,
): Promise<number> {
  const name = portfolioName(folder)
  if (existsSync(join(folder, CONTENT_FILE))) {
    return end(screen, 2, `${name} exists. To start again, delete or rename it.`)
  }
  const read = file === undefined ? undefined : readImport(fromCaller(file))
  if (read && !read.ok) return end(screen, 1, sanitizeText(read.error))
  const draft = read?.draft ?? {}
  const known = knownAnswers(draft)
  const answers = asker ? await askRest(asker, screen, given, known) : { ...known, ...given }
  if (!answers) return end(screen, 1, '\nNothing was written.')
  if (!answers.name) return end(screen, 2, NO_NAME)

  addSampleFiles(folder)
  const sample: PortfolioInput = parse(readFileSync(join(SAMPLE_FOLDER, CONTENT_FILE), 'utf8'))
  const text = newPortfolio(sample, draft, answers)
  await writeTextAtomic(join(folder, CONTENT_FILE), text)
  const left = findSampleTexts(text).length
  const checked = checkPortfolio(text, folder)
  const lines = [
    `Wrote ${name}. ${left} texts are left from the sample, each with the comment "# sample".`,
    'Replace the text and delete the comment before you publish.',
    ...(answers.hue === undefined ? [] : [setHue(folder, answers.hue)]),
    ...(checked.ok ? resumeErrors(checked.portfolio) : []).map(
      ({ expected }) => `The resume PDF needs ${expected}`,
    ),
    ...(checked.ok ? [] : ['', errorText(checked.diagnostics)]),
    'To see the page, run: npm run dev',
  ]
  return end(screen, 0, lines.join('\n'))
}

/** The answers that an import has. */
function knownAnswers({ person = {}, hero, site }: Draft): Answers {
  const { name, headline, email, profiles = [] } = person
  const github = profiles.find(({ url }) => url?.startsWith(GITHUB))?.url
  return omitEmpty<Answers>({
    name,
    headline,
    place: hero?.place,
    email,
    github: github?.slice(GITHUB.length).replace(/\/.*$/, ''),
    url: site?.url,
  })
}

/** Writes the hue into the theme. Returns the line that reports the result. */
function setHue(folder: string, hue: string): string {
  const theme = join(shortPath(folder), 'theme.css')
  return writeHue(folder, hue)
    ? `Set --hue to ${hue} in ${theme}.`
    : `The hue was not changed: ${theme} has no --hue. Add --hue: ${hue}; to its :root rule.`
}

import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { contentFolder } from '../content-folder.ts'
import { type Answers, QUESTION_NAMES, QUESTIONS } from './questions.ts'

/** The parsed command line of `npm run init`. */
export type InitCall = {
  folder: string
  given: Answers
  file: string | undefined
  isSure: boolean
  isReset: boolean
  isPhoneWanted: boolean
}

/** Defines the command line of `npm run init`: each question is an option as well. */
export function initCommand(screen: Screen, run: (call: InitCall) => Promise<number>): CommandLine {
  const program: CommandLine = CommandLine.forScreen('npm run init --', screen).description(
    'Create your content/portfolio.yaml from the sample and a few questions.',
  )
  for (const name of QUESTION_NAMES) program.option(`--${name} <TEXT>`, QUESTIONS[name].help)
  return program
    .option('--import <FILE>', 'A JSON Resume, LinkedIn export or vCard to import.')
    .option('--phone', 'Import the telephone number, which the site then publishes.')
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--yes', 'Do not ask; use the options, then the import, and omit the rest.')
    .option(
      '--reset',
      'Replace an existing portfolio with the sample; a backup is saved beside it.',
    )
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
    .action(async ({ content, import: file, yes, reset, phone, ...texts }) => {
      const given: Answers = {}
      for (const name of QUESTION_NAMES) {
        const text: string | undefined = texts[name]
        if (text === undefined) continue
        const read = QUESTIONS[name].read(text)
        if (!read.ok) program.error(`--${name} ${text}: ${read.error}`)
        given[name] = read.value
      }
      const folder = contentFolder(content)
      program.exitCode = await run({
        folder,
        given,
        file,
        isSure: Boolean(yes),
        isReset: Boolean(reset),
        isPhoneWanted: Boolean(phone),
      })
    })
}

import { parseArgs } from 'node:util'
import { contentFolder } from '../content-folder.ts'
import { explainOption } from '../terminal/explain-option.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { type Answers, QUESTION_NAMES, QUESTIONS } from './questions.ts'

/** How `npm run init` was called. */
export type InitCall = {
  folder: string
  given: Answers
  file: string | undefined
  isSure: boolean
  isAnew: boolean
  isHelp: boolean
}

export const HELP = `Makes content/portfolio.yaml your own: asks a handful of questions and begins from the sample.

  npm run init
  npm run init -- --import FILE   with your JSON Resume, LinkedIn export or vCard
  npm run init -- --name "Anna Nowak" --headline "Web Developer" --place "Gdynia, Poland" --yes

Each question is an option as well:
${QUESTION_NAMES.map((name) => `  --${name.padEnd(9)} ${QUESTIONS[name].help}`).join('\n')}
  --import    A file that knows you already.
  --content   Another content folder.
  --yes       Do not ask: what is not given is taken from the import or left out.

  --anew      Begin from the sample again, though the portfolio is your own already; it is kept
              beside the new one.

Exit codes: 0 done, 1 nothing was written, 2 wrongly used.`

const OPTIONS = {
  ...(Object.fromEntries(QUESTION_NAMES.map((name) => [name, { type: 'string' }])) as Record<
    keyof typeof QUESTIONS,
    { type: 'string' }
  >),
  import: { type: 'string' },
  content: { type: 'string' },
  yes: { type: 'boolean' },
  anew: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type ReadCall = { ok: true; call: InitCall } | { ok: false; fault: string }

export function readInitCall(args: string[]): ReadCall {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    const given: Answers = {}
    for (const name of QUESTION_NAMES) {
      const text = values[name]
      if (text === undefined) continue
      const read = QUESTIONS[name].read(text)
      if (!read.ok) return { ok: false, fault: `--${name} ${harmlessLine(text)}: ${read.fault}` }
      given[name] = read.value
    }
    const call = {
      folder: contentFolder(values.content),
      given,
      file: values.import,
      isSure: Boolean(values.yes),
      isAnew: Boolean(values.anew),
      isHelp: Boolean(values.help),
    }
    return { ok: true, call }
  } catch (error) {
    return { ok: false, fault: explainOption(error, Object.keys(OPTIONS)) }
  }
}

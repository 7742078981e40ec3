import type { Asker } from '../terminal/asker.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import type { Screen } from '../terminal/screen.ts'
import {
  type Answers,
  isNeeded,
  QUESTION_NAMES,
  QUESTIONS,
  type QuestionName,
} from './questions.ts'

const NONE = '-'
const INTRODUCTION = `A few questions, and the page is yours. Enter takes what stands in brackets, "${NONE}" means none;
Ctrl+C ends it, and nothing is changed.
`

/** Asks what was not given yet; nothing if whoever is asked has had enough. */
export async function askRest(
  asker: Asker,
  screen: Screen,
  given: Answers,
  known: Answers,
): Promise<Answers | undefined> {
  const answers: Answers = { ...given }
  const open = QUESTION_NAMES.filter((name) => given[name] === undefined)
  if (open.length > 0) screen.errors.write(`${INTRODUCTION}\n`)
  for (const name of open) {
    const answer = await askOne(asker, screen, name, known[name])
    if (answer === undefined) return undefined
    if (answer !== NONE) answers[name] = answer
  }
  return answers
}

async function askOne(
  asker: Asker,
  screen: Screen,
  name: QuestionName,
  known: string | undefined,
): Promise<string | undefined> {
  const { question, read } = QUESTIONS[name]
  const standard = known ?? (isNeeded(name) ? undefined : NONE)
  for (;;) {
    const offer = standard === undefined ? '' : ` [${harmlessLine(standard)}]`
    const typed = (await asker.ask(`${question}${offer}: `))?.trim()
    if (typed === undefined) return undefined
    const answer = typed || standard
    if (answer === NONE && !isNeeded(name)) return NONE
    const told = read(answer ?? '')
    if (told.ok) return told.value
    screen.errors.write(`  ${told.fault}\n`)
  }
}

import type { Asker } from 'reward-codes-gateway/terminal/asker'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import {
  type Answers,
  isNeeded,
  QUESTION_NAMES,
  QUESTIONS,
  type QuestionName,
} from './questions.ts'

const NONE = '-'
const INTRODUCTION = `Press Enter to accept the default in brackets; type "${NONE}" for none.
Ctrl+C cancels without changes.
`

/** Asks the questions that have no answer yet. Returns undefined if the user ends the input. */
export async function askRest(
  asker: Asker,
  screen: Screen,
  given: Answers,
  known: Answers,
): Promise<Answers | undefined> {
  const answers: Answers = { ...given }
  const unanswered = QUESTION_NAMES.filter((name) => given[name] === undefined)
  if (unanswered.length > 0) screen.errors.write(`${INTRODUCTION}\n`)
  for (const name of unanswered) {
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
  const fallback = known ?? (isNeeded(name) ? undefined : NONE)
  for (;;) {
    const offer = fallback === undefined ? '' : ` [${sanitizeLine(fallback)}]`
    const typed = (await asker.ask(`${question}${offer}: `))?.trim()
    if (typed === undefined) return undefined
    const answer = typed || fallback
    if (answer === NONE && !isNeeded(name)) return NONE
    const result = read(answer ?? '')
    if (result.ok) return result.value
    screen.errors.write(`  ${result.error}\n`)
  }
}

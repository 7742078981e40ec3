import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Asker, Screen } from 'reward-codes-gateway/terminal/screen'
import type { z } from 'zod'
import { formatExpected } from '../content/diagnostic.ts'
import { portfolioSchema } from '../content/portfolio-schema.ts'
import { languageCode } from '../content/schema/fields.ts'
import { LOOKS } from '../content/schema/looks.ts'

const PERSON = portfolioSchema.shape.person.shape

type Read = { ok: true; value: string } | { ok: false; error: string }

type Question = {
  question: string
  /** The answers to choose from, each with what it means. */
  choices?: Record<string, string>
  read: (text: string) => Read
  /** The default. */
  suggested?: string
}

const LOOK_CHOICES = {
  index: 'a grotesque, ruled like a timetable',
  editorial: 'a serif and larger pictures',
  terminal: 'a monospaced font, dark until a visitor chooses',
} satisfies Record<(typeof LOOKS)[number], string>

const MESSAGE_CHOICES = {
  gateway: 'a form that sends to your own server',
  emailjs: 'a form that sends by the service EmailJS, for hosts that only serve files',
  address: 'no form, only your email address',
  later: 'decide before you publish',
}

/** The questions of `npm run init`, in this order. Each is also an option of the same name. */
export const QUESTIONS = {
  name: { question: 'Your name', read: (text) => check(PERSON.name, text) },
  headline: {
    question: 'Headline, such as Full-Stack Web Developer',
    read: (text) => check(PERSON.headline.unwrap(), text),
  },
  language: {
    question: 'Language of the page, such as en, de or ja',
    read: (text) => check(languageCode, text),
    suggested: 'en',
  },
  place: {
    question: 'City and country, such as Kraków, Poland',
    read: (text) => check(PERSON.name, text),
  },
  look: choice('Look', LOOK_CHOICES, LOOKS[0]),
  messages: choice('How messages arrive', MESSAGE_CHOICES, 'later'),
  email: {
    question: 'Your email address',
    read: (text) => check(PERSON.email.unwrap(), text),
  },
} satisfies Record<string, Question>

export type QuestionName = keyof typeof QUESTIONS
export type Answers = Partial<Record<QuestionName, string>>
export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]

function check(schema: z.ZodType<string>, text: string): Read {
  const { data, error } = schema.safeParse(text.trim(), { reportInput: true })
  if (data !== undefined) return { ok: true, value: data }
  const [issue] = error?.issues ?? []
  return { ok: false, error: `Expected ${issue ? formatExpected(issue) : 'text'}.` }
}

function choice(question: string, choices: Record<string, string>, suggested: string): Question {
  return { question, choices, suggested, read: (text) => choose(choices, text) }
}

/** A choice by its name or its number. */
function choose(choices: Record<string, string>, text: string): Read {
  const names = Object.keys(choices)
  const value = names.find((name) => name === text.trim().toLowerCase()) ?? names[Number(text) - 1]
  if (value) return { ok: true, value }
  return {
    ok: false,
    error: `Expected ${names.join(', ')}, or a number from 1 to ${names.length}.`,
  }
}

const NONE = '-'
const INTRODUCTION = `Press Enter to accept the default in brackets; type "${NONE}" for none.
Ctrl+C cancels without changes.
`

/**
 * Asks the questions that have no answer yet, with the known values as defaults. Only the name is
 * required. Returns undefined if the user ends the input.
 */
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
    const { question, choices, read, suggested }: Question = QUESTIONS[name]
    if (name === 'email' && answers.messages !== 'address') {
      if (known.email) answers.email = known.email
      continue
    }
    const isRequired = name === 'name' || name === 'email'
    const fallback = known[name] ?? suggested ?? (isRequired ? undefined : NONE)
    const offer = fallback === undefined ? '' : ` [${sanitizeLine(fallback)}]`
    if (choices) screen.errors.write(listed(choices))
    for (;;) {
      const typed = (await asker.ask(`${question}${offer}: `))?.trim()
      if (typed === undefined) return undefined
      const answer = typed || (fallback ?? '')
      if (answer === NONE && !isRequired) break
      const answered = read(answer)
      if (answered.ok) {
        answers[name] = answered.value
        break
      }
      screen.errors.write(`  ${answered.error}\n`)
    }
  }
  return answers
}

function listed(choices: Record<string, string>): string {
  return Object.entries(choices)
    .map(([name, meaning], index) => `  ${index + 1}  ${name.padEnd(11)}${meaning}\n`)
    .join('')
}

/** The answers, and the defaults of the other questions. */
export function withDefaults(answers: Answers): Answers {
  const questions = Object.entries<Question>(QUESTIONS)
  const suggested = questions.map(([name, question]) => [name, question.suggested])
  return { ...Object.fromEntries(suggested), ...answers }
}

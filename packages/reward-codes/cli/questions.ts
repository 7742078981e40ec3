import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Asker, Screen } from 'reward-codes-gateway/terminal/screen'
import type { z } from 'zod'
import { formatExpected } from '../content/diagnostic.ts'
import { languageCode, siteAddress } from '../content/fields.ts'
import { MAX_HUE } from '../content/hue.ts'
import { portfolioSchema } from '../content/schema.ts'

const PERSON = portfolioSchema.shape.person.shape

type Read = { ok: true; value: string } | { ok: false; error: string }

type Question = { question: string; read: (text: string) => Read }

/** The questions of `npm run init`, in this order. Each is also an option of the same name. */
export const QUESTIONS = {
  name: { question: 'Your name', read: (text) => check(PERSON.name, text) },
  headline: {
    question: 'Headline, such as Full-Stack Web Developer',
    read: (text) => check(PERSON.headline.unwrap(), text),
  },
  place: {
    question: 'City and country, such as Kraków, Poland',
    read: (text) => check(PERSON.name, text),
  },
  email: {
    question: 'Email address for the resume and the contact card',
    read: (text) => check(PERSON.email.unwrap(), text),
  },
  github: { question: 'GitHub username', read: readUserName },
  url: {
    question: 'URL of the site, such as https://name.github.io/portfolio/',
    read: (text) => check(siteAddress, text),
  },
  language: {
    question: 'Language of the page, such as en or de',
    read: (text) => check(languageCode, text),
  },
  services: { question: 'Services, such as Web Development, Accessibility', read: readServices },
  hue: { question: 'Hue of the theme: 165 green, 250 blue, 300 violet, 30 red', read: readHue },
} satisfies Record<string, Question>

type QuestionName = keyof typeof QUESTIONS
export type Answers = Partial<Record<QuestionName, string>>

export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]

const USER_NAME = /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/)?@?([a-z\d](?:[a-z\d-]{0,38}))\/?$/i

function check(schema: z.ZodType<string>, text: string): Read {
  const { data, error } = schema.safeParse(text.trim(), { reportInput: true })
  if (data !== undefined) return { ok: true, value: data }
  const [issue] = error?.issues ?? []
  return { ok: false, error: `Expected ${issue ? formatExpected(issue) : 'text'}.` }
}

/** Checks each service as one line. Empty items between commas are skipped. */
function readServices(text: string): Read {
  const names = servicesIn(text).map((name) => check(PERSON.name, name))
  const invalid = names.find((name) => !name.ok)
  return invalid ?? { ok: true, value: servicesIn(text).join(', ') }
}

/** Splits an answer at commas into services. */
export function servicesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

function readUserName(text: string): Read {
  const [, value] = USER_NAME.exec(text.trim()) ?? []
  if (value) return { ok: true, value }
  return { ok: false, error: 'Expected a GitHub username such as octocat, without spaces.' }
}

function readHue(text: string): Read {
  const isHue = /^\d{1,3}$/.test(text.trim()) && Number(text) <= MAX_HUE
  if (isHue) return { ok: true, value: String(Number(text)) }
  return { ok: false, error: `Expected a number from 0 to ${MAX_HUE}.` }
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
    const isRequired = name === 'name'
    const fallback = known[name] ?? (isRequired ? undefined : NONE)
    const offer = fallback === undefined ? '' : ` [${sanitizeLine(fallback)}]`
    for (;;) {
      const typed = (await asker.ask(`${QUESTIONS[name].question}${offer}: `))?.trim()
      if (typed === undefined) return undefined
      const answer = typed || (fallback ?? '')
      if (answer === NONE && !isRequired) break
      const read: Read = QUESTIONS[name].read(answer)
      if (read.ok) {
        answers[name] = read.value
        break
      }
      screen.errors.write(`  ${read.error}\n`)
    }
  }
  return answers
}

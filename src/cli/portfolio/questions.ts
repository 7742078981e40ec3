import type { z } from 'zod'
import { siteAddress } from '../../content/fields.ts'
import { person } from '../../content/person.ts'
import { describeAllowed } from '../../content/problem.ts'
import { portfolioSchema } from '../../content/schema.ts'
import { cleanAddress } from '../../import/clean-text.ts'
import { basedIn } from '../../import/page-lines.ts'

/** What `npm run init` asks, in this order; each may also come as an option of the same name. */
export const QUESTIONS = {
  name: {
    question: 'Your name',
    help: 'Your name.',
    isNeeded: true,
    read: (text) => check(person.shape.name, text),
  },
  headline: {
    question: 'What you are, such as Full-Stack Web Developer',
    help: 'What you are, such as "Full-Stack Web Developer".',
    isNeeded: true,
    read: (text) => check(person.shape.headline.unwrap(), text),
  },
  place: {
    question: 'Where you are, such as Kraków, Poland',
    help: 'Where you are; the page says "based in ...".',
    isNeeded: true,
    read: readPlace,
  },
  email: {
    question: 'Mail address for the resume and the contact card',
    help: 'Your mail address, for the resume and the contact card.',
    read: (text) => check(person.shape.email.unwrap(), text),
  },
  github: {
    question: 'User name on GitHub',
    help: 'Your user name on GitHub.',
    read: readUserName,
  },
  url: {
    question: 'Address that the site will have (empty until the sample is replaced)',
    help: 'The address that the site will have.',
    read: (text) => check(siteAddress, cleanAddress(text) ?? ''),
  },
  hue: {
    question: 'Colour of the page: 165 is green, 250 blue, 300 violet, 30 red',
    help: 'The colour of the page, from 0 to 359.',
    read: readHue,
  },
} satisfies Record<string, Question>

export type QuestionName = keyof typeof QUESTIONS
export type Answers = Partial<Record<QuestionName, string>>
export type Read = { ok: true; value: string } | { ok: false; fault: string }

type Question = {
  question: string
  help: string
  isNeeded?: true
  read: (text: string) => Read
}

const HIGHEST_HUE = 359
const USER_NAME = /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/)?@?([a-z\d](?:[a-z\d-]{0,38}))\/?$/i

export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]

export function isNeeded(name: QuestionName): boolean {
  return 'isNeeded' in QUESTIONS[name]
}

function check(schema: z.ZodType<string>, text: string): Read {
  const { data, error } = schema.safeParse(text.trim(), { reportInput: true })
  if (data !== undefined) return { ok: true, value: data }
  const [issue] = error?.issues ?? []
  return { ok: false, fault: `That should be ${issue ? describeAllowed(issue) : 'a text'}.` }
}

/** The words before it belong to the line of the page, and take of its room. */
function readPlace(text: string): Read {
  const place = check(person.shape.name, text)
  const line = check(portfolioSchema.shape.hero.shape.place, basedIn(text))
  return line.ok ? place : { ok: false, fault: `With "based in" before it: ${line.fault}` }
}

function readUserName(text: string): Read {
  const [, value] = USER_NAME.exec(text.trim()) ?? []
  if (value) return { ok: true, value }
  return { ok: false, fault: 'That should be a user name, such as octocat, without spaces.' }
}

function readHue(text: string): Read {
  const isHue = /^\d{1,3}$/.test(text.trim()) && Number(text) <= HIGHEST_HUE
  if (isHue) return { ok: true, value: String(Number(text)) }
  return { ok: false, fault: `That should be a number from 0 to ${HIGHEST_HUE}.` }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Diagnostic } from '../content/diagnostic.ts'
import { CONTENT_FILE, load } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { keepValid } from '../import/keep-valid.ts'
import type { Imported } from '../import/read-import.ts'
import { newPortfolio, portfolioText } from './new-portfolio.ts'
import { type Answers, QUESTIONS, type QuestionName } from './questions.ts'

/** The answers that an import has. One that its question would refuse is left out, and added to `lost`. */
export function knownAnswers({ draft, lost }: Imported): Answers {
  const { person = {}, hero } = draft
  const { name, headline, email } = person
  const found = { name, headline, place: hero?.place, email }
  const known: Answers = {}
  for (const [question, value] of Object.entries(found) as [QuestionName, string?][]) {
    if (!value) continue
    const read = QUESTIONS[question].read(value)
    if (read.ok) known[question] = read.value
    else lost.push(`${question}: ${JSON.stringify(value)} ${read.error}`)
  }
  return known
}

type Made = { ok: true; text: string; lost: string[] } | { ok: false; diagnostics: Diagnostic[] }

/** The text of a new portfolio. That of an import has only what `load` accepts. */
export async function makePortfolio(read: Imported | undefined, answers: Answers): Promise<Made> {
  const made = newPortfolio(read?.draft, answers)
  if (!read) return { ok: true, text: portfolioText(made), lost: [] }
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-'))
  let diagnostics: Diagnostic[] = []
  const check = async (content: Record<string, unknown>) => {
    writeFileSync(join(folder, CONTENT_FILE), portfolioText({ content, asked: [] }))
    const loaded = await load(folder)
    diagnostics = loaded.ok ? [] : loaded.diagnostics
    return diagnostics
  }
  try {
    const kept = await keepValid(made.content, check)
    if (!kept) return { ok: false, diagnostics }
    const { content, lost } = kept
    return { ok: true, lost, text: portfolioText({ content, asked: made.asked }) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What an owner should know of a page from an import. */
export function describeImport(
  { unread, lost }: Imported,
  invalid: string[],
  { person: { phone, portrait } }: Portfolio,
): string[] {
  const left = [...lost, ...invalid].map((line) => `  ${sanitizeLine(line)}`)
  return [
    ...(phone ? [PUBLIC_PHONE] : []),
    ...(portrait ? [OTHER_HOST] : []),
    ...(left.length > 0 ? ['Not imported, or only in part:', ...left] : []),
    ...(unread.length > 0
      ? [`The page has no field for: ${unread.map(sanitizeLine).join(', ')}.`]
      : []),
  ]
}

const PUBLIC_PHONE =
  'person.phone is from the import: the resume PDF and the contact card, which are public, show it. In ' +
  'content/private.yaml, only private resumes do.'

const OTHER_HOST =
  'person.portrait is loaded from another site. Save it to content/images/, and name it there.'

import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import { getIn } from '../content/values.ts'
import type { Imported } from '../import/draft.ts'
import { languageOf } from '../import/language.ts'
import { isYes } from './portfolio-file.ts'
import { QUESTIONS } from './questions.ts'

/** Asks the user; resolves to undefined if the user ends the input. */
type Ask = (question: string) => Promise<string | undefined>

const NOT_ASKED =
  'omitted, because the resume PDF and the contact card are public; add --phone to import it, or ' +
  'set person.phone'

/**
 * Removes the phone number of the import, which would become public, unless the owner agrees: by an
 * option, by an answer, or because the portfolio has the number already.
 */
export async function settlePhone(
  imported: Imported,
  content: unknown,
  isWanted: boolean,
  ask: Ask | undefined,
): Promise<Imported> {
  const { phone, ...person } = imported.draft.person ?? {}
  if (phone === undefined || isWanted || phone === getIn(content, ['person', 'phone'])) {
    return imported
  }
  const question =
    `The import has the telephone number ${sanitizeLine(phone)}. Publish it in the resume PDF and ` +
    'the contact card? yes or no [no]: '
  if (ask && isYes((await ask(question)) ?? '')) return imported
  const why = ask ? 'omitted, as you chose; set person.phone to add it' : NOT_ASKED
  return {
    ...imported,
    draft: { ...imported.draft, person },
    skipped: [...imported.skipped, { what: `telephone number ${phone}`, why }],
  }
}

type Languages = {
  /** From the --language option. */
  given: string | undefined
  content: unknown
  sample: unknown
}

/**
 * Sets the language of the import to that of its text. A language that the owner has set stays. If
 * the text does not determine it, asks while the portfolio has the sample's name.
 */
export async function settleLanguage(
  imported: Imported,
  { given, content, sample }: Languages,
  ask: Ask | undefined,
): Promise<Imported> {
  const { draft } = imported
  const isSample = (...path: string[]) => getIn(content, path) === getIn(sample, path)
  const withLanguage = (language: string) => ({
    ...imported,
    draft: { ...draft, site: { ...draft.site, language } },
  })
  const withoutLanguage = (why: string) => ({
    ...imported,
    skipped: [...imported.skipped, { what: 'site.language', why }],
  })
  const present = String(getIn(content, ['site', 'language']))
  const language = given ?? languageOf(draft)
  if (language && language === present.split('-')[0]) return imported
  if (language && (given || isSample('site', 'language'))) return withLanguage(language)
  if (language) {
    return withoutLanguage(
      `the text is in ${nameOf(language)}, but the page stays in ${nameOf(present)}; ` +
        `add --language ${language} to change it`,
    )
  }
  if (!isSample('person', 'name')) return imported
  if (!ask) return withoutLanguage(whyUnknown(present))
  const likely = isSample('site', 'language') ? languageOf(draft, false) : undefined
  const { question, read } = QUESTIONS.language
  const typed = (await ask(`${question} [${likely ?? present}]: `))?.trim()
  const answer = read(typed || (likely ?? ''))
  return answer.ok ? withLanguage(answer.value) : withoutLanguage(whyUnknown(present))
}

/** The report on a language that is neither detected nor given. */
export function whyUnknown(present: string): string {
  return `language not detected, so the page is in ${nameOf(present)}; add --language, or set site.language`
}

function nameOf(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import { languageCode } from '../content/fields.ts'
import { readLanguage } from '../content/locale.ts'
import { getIn } from '../content/values.ts'
import type { Imported } from '../import/draft.ts'
import { languageOf, likelyLanguageOf } from '../import/language.ts'
import { isYes } from './portfolio-file.ts'

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
  const present = String(getIn(content, ['site', 'language']))
  const language = given ?? languageOf(imported.draft)
  if (language && language === present.split('-')[0]) return imported
  if (language && (given || isSample('site', 'language'))) return withLanguage(imported, language)
  if (language) {
    const why = `the text is in ${nameOf(language)}, but the page stays in ${nameOf(present)}; add --language ${language} to change it`
    return withLeft(imported, why)
  }
  if (!isSample('person', 'name')) return imported
  if (!ask) return withLeft(imported, whyUnknown(present))
  const likely = isSample('site', 'language') ? likelyLanguageOf(imported.draft) : undefined
  const offer = likely ?? present
  const typed = (await ask(`Language of the page, such as en or de [${offer}]: `))?.trim()
  const answer = typed === '' ? likely : typed
  const code = languageCode.safeParse(readLanguage(answer ?? '') ?? answer)
  return code.success ? withLanguage(imported, code.data) : withLeft(imported, whyUnknown(present))

  function isSample(...path: string[]): boolean {
    return getIn(content, path) === getIn(sample, path)
  }
}

/** The report on a language that is neither detected nor given. */
export function whyUnknown(present: string): string {
  return `language not detected, so the page is in ${nameOf(present)}; add --language, or set site.language`
}

function withLanguage(imported: Imported, language: string): Imported {
  const { draft } = imported
  return { ...imported, draft: { ...draft, site: { ...draft.site, language } } }
}

function withLeft(imported: Imported, why: string): Imported {
  return { ...imported, skipped: [...imported.skipped, { what: 'site.language', why }] }
}

function nameOf(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

import { ownCommand } from 'reward-codes-gateway/own-command'
import type { Diagnostic } from './diagnostic.ts'
import type { Portfolio } from './portfolio.ts'
import { en } from './strings/en.ts'
import { stringsIn } from './strings/languages.ts'
import { type ContentError, getIn, leavesOf } from './values.ts'

/** What makes a page less good than it could be: a small picture, a month that is over, or labels in English. */
type ContentWarning = ContentError & { cause: 'small' | 'past' | 'labels' }
export type Warning = Diagnostic & ContentWarning

/** What the owner may want to change in valid content. */
export function findWarnings(
  written: unknown,
  small: ContentError[],
  portfolio: Portfolio,
): ContentWarning[] {
  return [
    ...small.map((one) => ({ ...one, cause: 'small' as const })),
    ...findPast(written),
    ...findEnglish(written, portfolio),
  ]
}

/** One line for each cause: the first of its warnings. */
export function summarizeWarnings(warnings: Warning[]): string[] {
  const causes = [...Map.groupBy(warnings, ({ cause }) => cause).values()]
  return causes.flatMap(([first, ...others]) => {
    if (!first) return []
    const { line, field, found } = first
    const more = others.length > 0 ? `, and ${others.length} more of this kind` : ''
    return [`line ${line}, ${field}: ${found}${more}. ${ownCommand('doctor')} says more.`]
  })
}

/** An availability that was right until a month that is over. */
function findPast(written: unknown): ContentWarning[] {
  const path = ['hero', 'availability', 'until']
  const until = getIn(written, path)
  if (typeof until !== 'string' || until >= new Date().toISOString().slice(0, 7)) return []
  const expected = 'your availability from now on'
  return [{ cause: 'past', path, found: `an availability until ${until}`, expected }]
}

/** The labels that are shown in English, because this package has none in the language of the page. */
function findEnglish(
  written: unknown,
  { site: { language }, contact, legal: pages }: Portfolio,
): ContentWarning[] {
  if (stringsIn(language)) return []
  const { content: _, draft: __, form, legal, ...others } = en
  const shown = { ...others, ...(contact?.form && { form }), ...(pages && { legal }) }
  const names = leavesOf(shown)
    .filter(({ path }) => getIn(written, ['strings', ...path]) === undefined)
    .map(({ path }) => path.join('.'))
  if (names.length === 0) return []
  return [
    {
      cause: 'labels',
      path: ['site', 'language'],
      found: `${names.length} labels in English, because there are none in "${language}"`,
      expected: `yours below strings: ${names.join(', ')}`,
    },
  ]
}

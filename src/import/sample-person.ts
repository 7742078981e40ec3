import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { valueAt } from '../content/at-path.ts'
import type { Draft } from './draft.ts'
import { dropFromYaml } from './drop-from-yaml.ts'

const OPTIONAL = ['headline', 'email', 'phone', 'location']

/**
 * Lets the person of the sample go once somebody else takes the place: a mail address or a profile
 * of the one beside the name of the other would be worse than none.
 */
export function replacePerson(
  draft: Draft,
  text: string,
  sample: unknown,
): { draft: Draft; text: string } {
  const content: unknown = parse(text)
  const name = draft.person?.name
  const isSamples = (...path: string[]) =>
    valueAt(content, path) !== undefined &&
    isDeepStrictEqual(valueAt(content, path), valueAt(sample, path))
  if (!name || !isSamples('person', 'name') || name === valueAt(sample, ['person', 'name'])) {
    return { draft, text }
  }
  const foreign = OPTIONAL.filter((field) => isSamples('person', field))
  const profiles = draft.person?.profiles ?? (isSamples('person', 'profiles') ? [] : undefined)
  return {
    draft: { ...draft, person: { ...draft.person, ...(profiles && { profiles }) } },
    text: foreign.reduce((whole, field) => dropFromYaml(whole, ['person', field]), text),
  }
}

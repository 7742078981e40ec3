import { ownCommand } from 'reward-codes-gateway/own-command'
import type { ContentError, Diagnostic } from './diagnostic.ts'
import { isText, jsonSchema, type SchemaNode, schemaAt, selectVariant } from './json-schema.ts'
import { englishLabels } from './labels.ts'
import type { Merged } from './merge.ts'
import type { Portfolio } from './portfolio.ts'
import { findUnusedTags } from './readers.ts'
import { isImage } from './schema/assets.ts'
import type { OwnSections } from './schema/own-sections.ts'
import type { Parsed } from './schema.ts'
import { getIn, leavesOf, type Path } from './values.ts'

/** What makes a page less good than it could be, with one line at a build. */
const CAUSES = {
  small: ['picture is smaller than its place', 'pictures are smaller than their places'],
  tag: ['tag is not used', 'tags are not used'],
  place: ['list is matched by place', 'lists are matched by place'],
  shorter: ['list of texts is shorter', 'lists of texts are shorter'],
  translation: ['text is not translated', 'texts are not translated'],
  labels: ['label is in English', 'labels are in English'],
} as const

type Cause = keyof typeof CAUSES
type ContentWarning = ContentError & { cause: Cause }
export type Warning = Diagnostic & ContentWarning

/** What the owner may want to change in valid content. */
export function findWarnings(
  written: unknown,
  content: Parsed,
  portfolio: Portfolio,
): ContentWarning[] {
  return [
    ...findSmall(content),
    ...findUnusedTags(written).map((unused) => ({ cause: 'tag' as const, ...unused })),
    ...englishLabels(written, portfolio).map((path) => ({
      cause: 'labels' as const,
      path,
      found: `an English label, because there are none in "${content.site.language}"`,
      expected: 'your translation',
    })),
  ]
}

/** Where the file of a language does not say what it could: texts of the main file, and ids of entries. */
export function findUntranslated(
  { value: merged, originOf, byPlace, shorter }: Merged,
  mainLanguage: string,
  sections: OwnSections,
): ContentWarning[] {
  const schema = jsonSchema(sections)
  const missing = valuesIn(schema, merged).flatMap(({ node, value, path }) => {
    const text = getIn(value, ['text']) ?? value
    const isWritten = originOf(text === value ? path : [...path, 'text']) !== undefined
    const isMissing = isText(node) && typeof text === 'string' && !isWritten
    const hasWords = isMissing && /\p{L}/u.test(text.replaceAll('{name}', ''))
    return hasWords && !isHidden(merged, path) ? [path] : []
  })
  const lists = shorter.filter((path) => isText(schemaAt(schema, merged, path) ?? {}))
  return [
    ...missing.map((path) => ({
      cause: 'translation' as const,
      path,
      found: `a text in "${mainLanguage}"`,
      expected: 'its translation',
    })),
    ...byPlace.map((path) => ({
      cause: 'place' as const,
      path,
      found: 'entries without an id, which translate those at their place',
      expected: 'the same id for both entries, so that their order may change',
    })),
    ...lists.map((path) => ({
      cause: 'shorter' as const,
      path,
      found: `fewer texts than in portfolio.yaml: ${String(getIn(merged, [...path, 'length']))}`,
      expected: 'a text for each one there',
    })),
  ]
}

/** A picture of a project hides its cover. */
function isHidden(merged: unknown, path: Path): boolean {
  const [section, , , field] = path
  const card = path.slice(0, 3)
  const pictures = ['imgSrc', 'pictures'].map((name) => getIn(merged, [...card, name]))
  return section === 'projects' && field === 'cover' && pictures.some(Boolean)
}

/** One line for each cause, with the places of the first ones. `language` is that of a file beside the main one. */
export function summarizeWarnings(warnings: Warning[], language?: string): string[] {
  const names = Object.keys(CAUSES) as Cause[]
  return names.flatMap((name) => {
    const places = warnings.filter(({ cause }) => cause === name)
    const [first] = places
    if (!first) return []
    const where = `, ${places.length > 1 ? 'the first ' : ''}in line ${first.line}`
    const named = NAMED.includes(name) ? `: ${listFields(places)}` : where
    const which = name === 'labels' ? '' : named
    return [
      `${language ? `${language}: ` : ''}${countOf(name, places)}${which}. ${ownCommand('doctor')} says more.`,
    ]
  })
}

/** Causes for which the field says more than the line. */
const NAMED: Cause[] = ['translation', 'place', 'shorter']

/** "3 texts are not translated" */
export function countOf(cause: Cause, { length }: Warning[]): string {
  const [one, several] = CAUSES[cause]
  return length === 1 ? `1 ${one}` : `${length} ${several}`
}

const LISTED = 3

function listFields(places: Warning[]): string {
  const fields = places.slice(0, LISTED).map(({ field }) => field)
  const others = places.length - fields.length
  return [fields.join(', '), ...(others > 0 ? [`and ${others} more`] : [])].join(' ')
}

function findSmall(content: Parsed): ContentWarning[] {
  return leavesOf(content).flatMap(({ path, leaf }) => {
    const small = isImage(leaf) ? leaf.small : undefined
    // The fields of an own section are beside its id.
    return small ? { cause: 'small', path: path.filter((step) => step !== 'own'), ...small } : []
  })
}

type SchemaValue = { node: SchemaNode; value: unknown; path: Path }

/** Every value that the schema knows, at any depth. */
function valuesIn(node: SchemaNode | undefined, value: unknown, path: Path = []): SchemaValue[] {
  const known = node && selectVariant(node, value)
  if (!known) return []
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const inside = entries.flatMap(([key, item]) =>
    Array.isArray(value)
      ? valuesIn(known.items, item, [...path, Number(key)])
      : valuesIn(known.properties?.[key], item, [...path, key]),
  )
  return [{ node: known, value, path }, ...inside]
}

import { ownCommand } from 'reward-codes-gateway/own-command'
import type { ContentError, Diagnostic } from './diagnostic.ts'
import { formatReceived } from './diagnostic.ts'
import { jsonSchema, type SchemaNode, selectVariant } from './json-schema.ts'
import { englishLabels } from './labels.ts'
import type { Merged } from './merge.ts'
import type { Portfolio } from './portfolio.ts'
import { findUnusedTags } from './readers.ts'
import { isImage } from './schema/assets.ts'
import { USUAL_SIZE } from './schema/fields.ts'
import type { OwnSections } from './schema/own-sections.ts'
import type { Parsed } from './schema.ts'
import { getIn, leavesOf, type Path } from './values.ts'

/** What makes a page less good than it could be, with one line at a build. */
const CAUSES = {
  small: ['picture is smaller than its place', 'pictures are smaller than their places'],
  long: ['text or list is longer than usual', 'texts and lists are longer than usual'],
  summary: ['project has no summary', 'projects have no summary'],
  level: ['level has no words', 'levels have no words'],
  tag: ['tag is not used', 'tags are not used'],
  place: ['entry has no id', 'entries have no id'],
  translation: ['text is not translated', 'texts are not translated'],
  labels: ['label is in English', 'labels are in English'],
} as const

type Cause = keyof typeof CAUSES
/** `language` is that of the text, if it is not that of the page. */
type ContentWarning = ContentError & { cause: Cause; language?: string }
/** `shown` is the path of the text in what the page shows, if it shows it. */
export type Warning = Diagnostic & ContentWarning & { shown?: Path }

/** What the owner may want to change in valid content. */
export function findWarnings(
  written: unknown,
  content: Parsed,
  portfolio: Portfolio,
  sections: OwnSections,
): ContentWarning[] {
  return [
    ...findSmall(content),
    ...findLong(jsonSchema(sections), written),
    ...findWordless(content),
    ...findUnusedTags(written).map((unused) => ({ cause: 'tag' as const, ...unused })),
    ...englishLabels(written, portfolio).map((path) => ({
      cause: 'labels' as const,
      path,
      language: 'en',
      found: `an English label, because there are none in "${content.site.language}"`,
      expected: 'your translation',
    })),
  ]
}

/** Where the file of a language does not say what it could: texts of the main file, and entries without an id. */
export function findUntranslated(
  { value: merged, originOf, byPlace }: Merged,
  mainLanguage: string,
  sections: OwnSections,
): ContentWarning[] {
  const missing = valuesIn(jsonSchema(sections), merged).flatMap(({ node, value, path }) => {
    const text = getIn(value, ['text']) ?? value
    const isText = (node.items ?? node)[USUAL_SIZE] !== undefined && typeof text === 'string'
    const isWritten = originOf(text === value ? path : [...path, 'text']) !== undefined
    return isText && !isWritten && /\p{L}/u.test(text.replaceAll('{name}', '')) ? [path] : []
  })
  return [
    ...missing.map((path) => ({
      cause: 'translation' as const,
      path,
      language: mainLanguage,
      found: `a text in "${mainLanguage}"`,
      expected: 'its translation',
    })),
    ...byPlace.map((path) => ({
      cause: 'place' as const,
      path,
      found: 'an entry without an id, which translates the entry at its place',
      expected: 'the same id for both entries, so that their order may change',
    })),
  ]
}

/** One line for each cause, with the places of the first ones. `language` is that of a file beside the main one. */
export function summarizeWarnings(warnings: Warning[], language?: string): string[] {
  const names = Object.keys(CAUSES) as Cause[]
  return names.flatMap((name) => {
    const places = warnings.filter(({ cause }) => cause === name)
    const [first] = places
    if (!first) return []
    const [one, several] = CAUSES[name]
    const subject = places.length === 1 ? `1 ${one}` : `${places.length} ${several}`
    const where = `, ${places.length > 1 ? 'the first ' : ''}in line ${first.line}`
    const which =
      name === 'translation' ? `: ${listFields(places)}` : name === 'labels' ? '' : where
    return [
      `${language ? `${language}: ` : ''}${subject}${which}. ${ownCommand('doctor')} says more.`,
    ]
  })
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

function findLong(schema: SchemaNode, written: unknown): ContentWarning[] {
  return valuesIn(schema, written).flatMap(({ node, value, path }) => {
    const usual = node[USUAL_SIZE]
    const size = Array.isArray(value) || typeof value === 'string' ? value.length : 0
    if (usual === undefined || size <= usual) return []
    const unit = Array.isArray(value) ? 'entries' : 'characters'
    const expected = `usually at most ${usual} ${unit}`
    return [{ cause: 'long' as const, path, found: `${size} ${unit}`, expected }]
  })
}

/** Projects without a summary, and levels without words. */
function findWordless({ projects, resume }: Parsed): ContentWarning[] {
  const cards = (projects?.cards ?? []).flatMap(({ title, summary }, index): ContentWarning[] =>
    summary
      ? []
      : [
          {
            cause: 'summary',
            path: ['projects', 'cards', index],
            found: `${formatReceived(title)} without a summary`,
            expected: 'summary: the purpose and the result in one sentence',
          },
        ],
  )
  const skills = (resume?.skills?.entries ?? []).flatMap((skill, index): ContentWarning[] =>
    skill.level === undefined || skill.description
      ? []
      : [
          {
            cause: 'level',
            path: ['resume', 'skills', 'entries', index],
            found: `${formatReceived(skill.name)} with a level of ${skill.level} and no words`,
            expected: 'description: what the level means, such as "Daily for six years"',
          },
        ],
  )
  return [...cards, ...skills]
}

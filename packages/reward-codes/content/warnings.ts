import { ownCommand } from 'reward-codes-gateway/own-command'
import type { ContentError, Diagnostic } from './diagnostic.ts'
import { formatReceived } from './diagnostic.ts'
import { jsonSchema, type SchemaNode, selectVariant } from './json-schema.ts'
import { englishLabels } from './labels.ts'
import type { Portfolio } from './portfolio.ts'
import { isImage } from './schema/assets.ts'
import { USUAL_SIZE } from './schema/fields.ts'
import type { OwnSections } from './schema/own-sections.ts'
import type { Parsed } from './schema.ts'
import { leavesOf, type Path } from './values.ts'

/** What makes a page less good than it could be, with one line at a build. */
const CAUSES = {
  small: ['picture is smaller than its place', 'pictures are smaller than their places'],
  long: ['text or list is longer than usual', 'texts and lists are longer than usual'],
  summary: ['project has no summary', 'projects have no summary'],
  level: ['level has no words', 'levels have no words'],
  labels: ['label is in English', 'labels are in English'],
} as const

type Cause = keyof typeof CAUSES
export type Warning = Diagnostic & { cause: Cause }
type ContentWarning = ContentError & { cause: Cause }

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
    ...englishLabels(written, portfolio).map((path) => ({
      cause: 'labels' as const,
      path,
      found: `an English label, because there are none in "${content.site.language}"`,
      expected: 'your translation',
    })),
  ]
}

/** The paths of the labels that are in English. */
export function englishIn(warnings: Warning[]): Path[] {
  return warnings.flatMap(({ cause, field }) => (cause === 'labels' ? [field.split('.')] : []))
}

/** One line for each cause, with the places of the first ones. */
export function summarizeWarnings(warnings: Warning[]): string[] {
  const names = Object.keys(CAUSES) as Cause[]
  return names.flatMap((name) => {
    const places = warnings.filter(({ cause }) => cause === name)
    const [first] = places
    if (!first) return []
    const [one, several] = CAUSES[name]
    const subject = places.length === 1 ? `1 ${one}` : `${places.length} ${several}`
    const where =
      name === 'labels' ? '' : `, ${places.length > 1 ? 'the first ' : ''}in line ${first.line}`
    return [`${subject}${where}. ${ownCommand('doctor')} says more.`]
  })
}

function findSmall(content: Parsed): ContentWarning[] {
  return leavesOf(content).flatMap(({ path, leaf }) => {
    const small = isImage(leaf) ? leaf.small : undefined
    // The fields of an own section are beside its id.
    return small ? { cause: 'small', path: path.filter((step) => step !== 'own'), ...small } : []
  })
}

function findLong(node: SchemaNode | undefined, value: unknown, path: Path = []): ContentWarning[] {
  const known = node && selectVariant(node, value)
  const usual = known?.[USUAL_SIZE]
  const size = Array.isArray(value) || typeof value === 'string' ? value.length : 0
  const unit = Array.isArray(value) ? 'entries' : 'characters'
  const isLong = usual !== undefined && size > usual
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) =>
          Array.isArray(value)
            ? findLong(known?.items, item, [...path, Number(key)])
            : findLong(known?.properties?.[key], item, [...path, key]),
        )
      : []
  return [
    ...(isLong
      ? [
          {
            cause: 'long' as const,
            path,
            found: `${size} ${unit}`,
            expected: `usually at most ${usual} ${unit}`,
          },
        ]
      : []),
    ...inside,
  ]
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

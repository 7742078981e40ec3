import { RENAMED_VARIABLES } from 'reward-codes-gateway/configuration'
import { parse } from 'yaml'
import { FORMAT, RENAMED_FIELDS } from '../content/format.ts'
import { getIn, type Path } from '../content/values.ts'
import { type Edit, editYaml, withChanges } from '../import/edit-yaml.ts'

/** The old names of a format and the new ones, beside those of fields. */
type Migration = {
  /** Custom properties of theme.css. */
  properties: Record<string, string>
  /** Variables of .env. */
  variables: Record<string, string>
}

/** The migration to format N is at N - 2. Never change one that was released. */
const MIGRATIONS: Migration[] = [
  {
    properties: { '--display-tracking': '--tracking-display', '--measure': '--prose-width' },
    variables: RENAMED_VARIABLES,
  },
]

/** The texts of the owner's files that a migration may change. */
export type OwnTexts = { portfolio: string; theme?: string; environment?: string }

/** The format of a content file; undefined if it is no YAML or its `format` is no number. */
export function formatOf(portfolio: string): number | undefined {
  try {
    const format = getIn(parse(portfolio), ['format']) ?? 1
    return typeof format === 'number' ? format : undefined
  } catch {
    return undefined
  }
}

/** The owner's files in the current format. A pure function: the same texts give the same texts. */
export function migrate(texts: OwnTexts): OwnTexts {
  const format = formatOf(texts.portfolio)
  if (format === undefined || format < 1 || format >= FORMAT) return texts
  const migrated = MIGRATIONS.slice(format - 1).reduce(
    ({ portfolio, theme, environment }, { properties, variables }, index) => ({
      portfolio: renameFields(portfolio, RENAMED_FIELDS[format - 1 + index] ?? {}),
      ...(theme !== undefined && { theme: renameProperties(theme, properties) }),
      ...(environment !== undefined && { environment: renameVariables(environment, variables) }),
    }),
    texts,
  )
  const portfolio = editYaml(migrated.portfolio, [{ path: ['format'], value: FORMAT }])
  return { ...migrated, portfolio }
}

function renameFields(text: string, fields: Record<string, string>): string {
  let content: unknown = parse(text)
  const edits: Edit[] = []
  for (const [pattern, name] of Object.entries(fields)) {
    for (const path of matches(content, pattern.split('.'))) {
      // Both names: the owner has begun to migrate by hand, and the check of the content reports the old one.
      if (getIn(content, [...path.slice(0, -1), name]) !== undefined) continue
      const edit = { path, name }
      edits.push(edit)
      content = withChanges(content, [edit])
    }
  }
  return edits.length > 0 ? editYaml(text, edits) : text
}

/** The paths in the content that match a pattern. */
function matches(content: unknown, pattern: string[], path: Path = []): Path[] {
  const [step, ...others] = pattern
  if (step === undefined) return getIn(content, path) === undefined ? [] : [path]
  if (step !== '*') return matches(content, others, [...path, step])
  const list = getIn(content, path)
  if (!Array.isArray(list)) return []
  return list.flatMap((_, index) => matches(content, others, [...path, index]))
}

function renameProperties(css: string, properties: Migration['properties']): string {
  return Object.entries(properties).reduce(
    (text, [old, name]) => text.replaceAll(new RegExp(`(?<![\\w-])${old}(?![\\w-])`, 'g'), name),
    css,
  )
}

/** Renames what is set; a comment may mention the old name. */
function renameVariables(text: string, variables: Migration['variables']): string {
  return Object.entries(variables).reduce(
    (edited, [old, name]) =>
      edited.replaceAll(new RegExp(`^(\\s*(?:export\\s+)?)${old}(?=\\s*=)`, 'gm'), `$1${name}`),
    text,
  )
}

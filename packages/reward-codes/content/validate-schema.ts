import { dirname } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { isScalar } from 'yaml'
import type { z } from 'zod'
import { meantBy } from './advice.ts'
import { type ContentError, formatExpected, formatReceived } from './diagnostic.ts'
import { type SchemaNode, schemaAt } from './json-schema.ts'
import { AssetError } from './schema/assets.ts'
import { type Locator, locate, type Source } from './source.ts'
import { getIn, type Path } from './values.ts'

type Issue = z.core.$ZodIssue

/** Converts schema issues, one a mistake: a misspelt field is not also reported as missing. */
export function validateSchema(
  locator: Locator,
  content: unknown,
  issues: Issue[],
  schemaOf: () => SchemaNode,
): ContentError[] {
  if (issues.length === 0) return []
  const schema = schemaOf()
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describeUnknown(schema, content, issue.path, key))
      : [],
  )
  const misspelt = new Set(
    unknown.map(({ path, suggestion }) => String([...path.slice(0, -1), suggestion])),
  )
  const ofWrongType = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => String(path)),
  )
  const others = issues.filter(({ code, path }) => {
    if (code === 'unrecognized_keys') return false
    if (code === 'too_big') return !ofWrongType.has(String(path))
    return !misspelt.has(String(path)) || (getIn(content, path) ?? null) !== null
  })
  return [...unknown, ...others.map((issue) => describeIssue(schema, locator, content, issue))]
}

/** Fields that have another name elsewhere in the content. */
const SYNONYMS = new Map([
  ['image', ['imgSrc', 'portrait']],
  ['picture', ['imgSrc', 'image', 'portrait']],
  ['description', ['summary']],
  ['alt', ['imgAlt', 'imageAlt']],
  ['imageAlt', ['imgAlt']],
  ['imgSrc', ['image']],
  ['imgAlt', ['imageAlt']],
])

function describeUnknown(
  schema: SchemaNode,
  content: unknown,
  parent: Path,
  key: string,
): ContentError {
  const known = Object.keys(schemaAt(schema, content, parent)?.properties ?? {})
  const synonym = SYNONYMS.get(key)?.find((name) => known.includes(name))
  const absent = known.filter((name) => (getIn(content, [...parent, name]) ?? null) === null)
  return {
    path: [...parent, key],
    found: `unknown field "${key}"`,
    expected: known.join(', '),
    suggestion:
      synonym ??
      nearestName(key, absent) ??
      nearestName(key, known) ??
      elsewhere(schema, parent, key),
  }
}

/** Not a name of two letters, to which every short word is near. */
function nearestName(key: string, names: string[]): string | undefined {
  return nearest(
    key,
    names.filter((name) => name.length > 2 || key.length <= 3),
  )
}

/** Where a field of this name is: sectionOrder at the top, phone in person. */
function elsewhere({ properties = {} }: SchemaNode, parent: Path, key: string): string | undefined {
  if (parent.length > 0)
    return Object.hasOwn(properties, key) ? `${key}, without indentation` : undefined
  const places = Object.keys(properties).filter((name) => properties[name]?.properties?.[key])
  return places.length === 1 ? `${places[0]}.${key}` : undefined
}

function describeIssue(
  schema: SchemaNode,
  locator: Locator,
  content: unknown,
  issue: Issue,
): ContentError {
  if (issue.code === 'custom' && issue.params instanceof AssetError) {
    return { path: issue.path, ...issue.params }
  }
  // For rules between fields and for unions, the issue has the parent object instead.
  const isOfParent = issue.code === 'custom' || issue.code === 'invalid_union'
  const input = isOfParent ? getIn(content, issue.path) : issue.input
  const { source, path } = locator(issue.path)
  const written = scalarAt(source, path)
  const limit = issue.code === 'custom' ? issue.params?.limit : undefined
  const expected = formatExpected(issue, written)
  const help = schemaAt(schema, content, issue.path)?.description
  return {
    path: issue.path,
    found:
      input === null && isCommentedOut(source, path)
        ? 'nothing: the text after # is a comment'
        : formatReceived(input, written),
    expected: help ? `${expected}. ${help}` : expected,
    suggestion: meantBy(issue, input, dirname(source.file)),
    ...(typeof limit === 'number' && { limit }),
  }
}

/** The text that stands in the file: 07911 is no number to its owner. */
function scalarAt({ document }: Source, path: Path): string | undefined {
  const node = path.length > 0 ? document.getIn(path, true) : undefined
  return isScalar(node) ? node.source : undefined
}

function isCommentedOut(source: Source, path: Path): boolean {
  const line = source.text.split('\n')[locate(source, path).line - 1]
  return /^[\s-]*([\w-]+:)?\s+#/.test(line ?? '')
}

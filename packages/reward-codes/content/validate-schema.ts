import { nearest } from 'reward-codes-gateway/did-you-mean'
import { isScalar } from 'yaml'
import type { z } from 'zod'
import { type ContentError, formatExpected, formatReceived } from './diagnostic.ts'
import { type SchemaNode, schemaAt } from './json-schema.ts'
import type { Locator, Source } from './source.ts'
import { getIn, type Path } from './values.ts'

type Issue = z.core.$ZodIssue

/** Converts schema issues, one a mistake: a misspelt field is not also reported as missing. */
export function validateSchema(
  locator: Locator,
  content: unknown,
  issues: Issue[],
  schema: SchemaNode,
): ContentError[] {
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

function describeUnknown(
  schema: SchemaNode,
  content: unknown,
  parent: Path,
  key: string,
): ContentError {
  const known = Object.keys(schemaAt(schema, content, parent)?.properties ?? {})
  return {
    path: [...parent, key],
    found: `unknown field "${key}"`,
    expected: known.join(', '),
    suggestion: nearest(key, known),
  }
}

function describeIssue(
  schema: SchemaNode,
  locator: Locator,
  content: unknown,
  issue: Issue,
): ContentError {
  // For rules between fields and for unions, the issue has the parent object instead.
  const isOfParent = issue.code === 'custom' || issue.code === 'invalid_union'
  const input = isOfParent ? getIn(content, issue.path) : issue.input
  const { source, path } = locator(issue.path)
  const written = scalarAt(source, path)
  const expected = formatExpected(issue, written)
  const help = schemaAt(schema, content, issue.path)?.description
  return {
    path: issue.path,
    found: formatReceived(input, written),
    expected: help ? `${expected}. ${help}` : expected,
    suggestion: nearestChoice(issue, input),
  }
}

/** The text that stands in the file: 07911 is no number to its owner. */
function scalarAt({ document }: Source, path: Path): string | undefined {
  const node = path.length > 0 ? document.getIn(path, true) : undefined
  return isScalar(node) ? node.source : undefined
}

function nearestChoice(issue: Issue, input: unknown): string | undefined {
  const isChoice = issue.code === 'invalid_value' && typeof input === 'string'
  return isChoice ? nearest(input, issue.values.map(String)) : undefined
}

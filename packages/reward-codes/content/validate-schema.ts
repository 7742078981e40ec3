import { nearest } from 'reward-codes-gateway/did-you-mean'
import { isScalar } from 'yaml'
import type { z } from 'zod'
import { formatExpected, formatReceived } from './diagnostic.ts'
import { type SchemaNode, schemaAt } from './json-schema.ts'
import type { Locator } from './source.ts'
import { type ContentError, getIn, type Path } from './values.ts'

type Issue = z.core.$ZodIssue

/** Converts schema issues, one a mistake: a misspelt field is not also reported as missing. */
export function validateSchema(
  locator: Locator,
  content: unknown,
  issues: Issue[],
  schema: SchemaNode,
): ContentError[] {
  function describeUnknown(parent: Path, key: string): ContentError {
    const known = Object.keys(schemaAt(schema, content, parent)?.properties ?? {})
    return {
      path: [...parent, key],
      found: `unknown field "${key}"`,
      expected: known.join(', '),
      suggestion: nearest(key, known),
    }
  }

  function describeIssue(issue: Issue): ContentError {
    const { code, path } = issue
    // For rules between fields and for unions, the issue has the parent object instead.
    const isOfParent = code === 'custom' || code === 'invalid_union'
    const input = isOfParent ? getIn(content, path) : issue.input
    const written = scalarAt(locator(path))
    const expected = formatExpected(issue, written)
    const help = schemaAt(schema, content, path)?.description
    return {
      path,
      found: formatReceived(input, written),
      expected: help ? `${expected}. ${help}` : expected,
      suggestion: nearestChoice(issue, input),
    }
  }

  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describeUnknown(issue.path, key))
      : [],
  )
  const misspelt = new Set(
    unknown.map(({ path, suggestion }) => String([...path.slice(0, -1), suggestion])),
  )
  const others = issues.filter(
    ({ code, path }) =>
      code !== 'unrecognized_keys' &&
      (!misspelt.has(String(path)) || (getIn(content, path) ?? null) !== null),
  )
  return [...unknown, ...others.map(describeIssue)]
}

/** The text that stands in the file: 07911 is no number to its owner. */
function scalarAt({ source, path }: ReturnType<Locator>): string | undefined {
  const node = path.length > 0 ? source.document.getIn(path, true) : undefined
  return isScalar(node) ? node.source : undefined
}

function nearestChoice(issue: Issue, input: unknown): string | undefined {
  // A value has choices, and the name of a variant options.
  const { values = [], options = values } = issue as { values?: unknown[]; options?: unknown[] }
  return typeof input === 'string' ? nearest(input, options.map(String)) : undefined
}

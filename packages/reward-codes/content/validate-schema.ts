import { nearest } from 'reward-codes-gateway/did-you-mean'
import type { z } from 'zod'
import { suggestAddress } from './address.ts'
import { AssetError } from './assets.ts'
import { type ContentError, formatExpected, formatReceived } from './diagnostic.ts'
import { schemaAt } from './schema.ts'
import { locate, type Source } from './source.ts'
import { getIn, type Path } from './values.ts'

type Issue = z.core.$ZodIssue

/** Converts schema issues, one a mistake: a misspelt field is not also reported as missing. */
export function validateSchema(source: Source, content: unknown, issues: Issue[]): ContentError[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describeUnknown(content, issue.path, key))
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
  return [...unknown, ...others.map((issue) => describeIssue(source, content, issue))]
}

/** Fields that have another name elsewhere in the content. */
const SYNONYMS = new Map([
  ['image', ['imgSrc', 'portrait']],
  ['picture', ['imgSrc', 'image', 'portrait']],
  ['alt', ['imgAlt', 'imageAlt']],
  ['imageAlt', ['imgAlt']],
  ['imgSrc', ['image']],
  ['imgAlt', ['imageAlt']],
])

function describeUnknown(content: unknown, parent: Path, key: string): ContentError {
  const known = Object.keys(schemaAt(content, parent)?.properties ?? {})
  const synonym = SYNONYMS.get(key)?.find((name) => known.includes(name))
  const absent = known.filter((name) => (getIn(content, [...parent, name]) ?? null) === null)
  return {
    path: [...parent, key],
    found: `unknown field "${key}"`,
    expected: known.join(', '),
    suggestion: synonym ?? nearest(key, absent) ?? nearest(key, known),
  }
}

function describeIssue(source: Source, content: unknown, issue: Issue): ContentError {
  if (issue.code === 'custom' && issue.params instanceof AssetError) {
    return { path: issue.path, ...issue.params }
  }
  // For rules between fields and for unions, the issue has the parent object instead.
  const isOfParent = issue.code === 'custom' || issue.code === 'invalid_union'
  const input = isOfParent ? getIn(content, issue.path) : issue.input
  const isUrl = issue.code === 'invalid_format' && issue.format === 'url'
  const expected = formatExpected(issue)
  const help = schemaAt(content, issue.path)?.description
  return {
    path: issue.path,
    found:
      input === null && isCommentedOut(source, issue.path)
        ? 'nothing: the text after # is a comment'
        : formatReceived(input),
    expected: help ? `${expected}. ${help}` : expected,
    suggestion: isUrl ? suggestAddress(String(input)) : undefined,
  }
}

function isCommentedOut(source: Source, path: Path): boolean {
  const line = source.text.split('\n')[locate(source, path).line - 1]
  return /^[\s-]*([\w-]+:)?\s+#/.test(line ?? '')
}

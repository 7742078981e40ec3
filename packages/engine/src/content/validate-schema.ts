import { nearest } from 'reward-codes-gateway/did-you-mean'
import type { z } from 'zod'
import { AssetError } from './assets.ts'
import { type ContentError, formatExpected, formatReceived } from './diagnostic.ts'
import { getIn } from './get-in.ts'
import { schemaAt } from './json-schema.ts'
import { suggestAddress } from './read-address.ts'
import { locate, type Path, type Source } from './source.ts'

type Issue = z.core.$ZodIssue

/** A field that the schema does not know, and the path where it was probably meant to be. */
type UnknownField = { parent: Path; key: string; error: ContentError; meant?: Path }

/** The fields of version 0.1.0 with another name, and that name. */
const RENAMED: Record<string, string> = {
  menu: 'menuLabel',
  download: 'downloadLabel',
  file: 'fileName',
  own: 'customPdf',
  meaning: 'description',
  refusals: 'spamFilter',
  headless: 'blockHeadless',
  secondsBetween: 'throttleSeconds',
  sections: 'customSections',
  order: 'sectionOrder',
  words: 'strings',
  one: 'slidePosition',
  several: 'slideRange',
  top: 'backToTop',
  down: 'scrollToSection',
  trap: 'honeypot',
}

/** Converts schema issues, one a mistake: a misspelt field is not also reported as missing. */
export function validateSchema(source: Source, content: unknown, issues: Issue[]): ContentError[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describeUnknown(content, issue.path, key))
      : [],
  )
  const meant = new Set(unknown.flatMap(({ meant }) => (meant ? [pathKey(meant)] : [])))
  const followsMisplaced = findFollowersOfMisplaced(unknown)
  const others = issues.filter(
    (issue) =>
      issue.code !== 'unrecognized_keys' &&
      !((inputOf(issue, content) ?? null) === null && meant.has(pathKey(issue.path))),
  )
  return [
    ...unknown.filter((field) => !followsMisplaced(field)).map(({ error }) => error),
    ...others
      .filter((issue) => !hasTypeError(issue, others))
      .map((issue) => describeIssue(source, content, issue)),
  ]
}

function describeUnknown(content: unknown, parent: Path, key: string): UnknownField {
  const path = [...parent, key]
  const outer = parent.findIndex((_, depth) => isAbsent(content, [...parent.slice(0, depth), key]))
  if (outer >= 0) {
    const error = {
      path,
      found: `field "${key}" inside "${String(parent.at(-1))}"`,
      expected: `"${key}" ${outer === 0 ? 'at the top level, not indented' : 'further out, with less indentation'}`,
    }
    return { parent, key, error, meant: [...parent.slice(0, outer), key] }
  }
  const known = fieldsAt(content, parent)
  const near = suggestField(
    key,
    known.filter((name) => isAbsent(content, [...parent, name])),
  )
  const error = {
    path,
    found: `unknown field "${key}"`,
    expected: known.join(', '),
    suggestion: near ?? suggestField(key, known),
  }
  return { parent, key, error, ...(near && { meant: [...parent, near] }) }
}

function suggestField(key: string, names: string[]): string | undefined {
  return names.find((name) => name === RENAMED[key]) ?? nearest(key, names)
}

/** The fields of an over-indented section are parsed as fields of the section before it. */
function findFollowersOfMisplaced(unknown: UnknownField[]): (field: UnknownField) => boolean {
  const misplaced = Map.groupBy(
    unknown.filter(({ parent, meant }) => meant && meant.length <= parent.length),
    ({ parent }) => pathKey(parent),
  )
  return ({ parent, key }) =>
    (misplaced.get(pathKey(parent)) ?? []).some(
      (other) =>
        other.key !== key && other.meant && key in (schemaAt({}, other.meant)?.properties ?? {}),
    )
}

/** Whether the schema has a field at the path and the content does not. */
function isAbsent(content: unknown, path: Path): boolean {
  const known = fieldsAt(content, path.slice(0, -1))
  return known.includes(String(path.at(-1))) && (getIn(content, path) ?? null) === null
}

function fieldsAt(content: unknown, path: Path): string[] {
  return Object.keys(schemaAt(content, path)?.properties ?? {})
}

/** A value of the wrong type is not also reported as too big. */
function hasTypeError({ code, path }: Issue, issues: Issue[]): boolean {
  const name = pathKey(path)
  return (
    code === 'too_big' &&
    issues.some((other) => other.code === 'invalid_type' && pathKey(other.path) === name)
  )
}

function pathKey(path: Path): string {
  return path.map(String).join('.')
}

function describeIssue(source: Source, content: unknown, issue: Issue): ContentError {
  if (issue.code === 'custom' && issue.params instanceof AssetError) {
    return { path: issue.path, ...issue.params }
  }
  const expected = formatExpected(issue)
  const help = schemaAt(content, issue.path)?.description
  const input = inputOf(issue, content)
  return {
    path: issue.path,
    found:
      input === null && isCommentedOut(source, issue.path)
        ? 'nothing: the text after # is a comment'
        : formatReceived(input),
    expected: help ? `${expected}. ${help}` : expected,
    suggestion: suggestFor(issue, input),
  }
}

/** Did you mean: the corrected value, if the intended one is clear. */
function suggestFor({ code, path, ...issue }: Issue, input: unknown): string | undefined {
  if (typeof input === 'string' && 'format' in issue && issue.format === 'url') {
    return suggestAddress(input)
  }
  const isShare = path.at(-1) === 'level' && typeof input === 'number' && input > 0 && input < 1
  return isShare && code === 'invalid_type' ? String(Math.round(input * 100)) : undefined
}

/** The received value. For cross-field and union rules, the issue has the parent object instead. */
function inputOf(issue: Issue, content: unknown): unknown {
  if (issue.code === 'custom') return getIn(content, issue.path)
  if (issue.code !== 'invalid_union') return issue.input
  const form = issue.input as Record<PropertyKey, unknown> | undefined
  return form?.[issue.path.at(-1) ?? '']
}

function isCommentedOut(source: Source, path: Path): boolean {
  const line = source.text.split('\n')[locate(source, path).line - 1]
  return /^[\s-]*([\w-]+:)?\s+#/.test(line ?? '')
}

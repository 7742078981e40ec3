import type { z } from 'zod'
import { valueAt } from './at-path.ts'
import { nearest } from './nearest.ts'
import { describeAllowed, describeFound, type Fault } from './problem.ts'
import { schemaAt } from './schema-at.ts'
import { locate, type Path, type Source } from './source.ts'

type Issue = z.core.$ZodIssue

/** A field that the schema does not know, and where it or its followers were meant to be. */
type Unknown = { parent: Path; key: string; fault: Fault; meant?: Path }

/** What the schema finds, each slip told once: of a misspelt field, not also that it is missing. */
export function findSchemaFaults(source: Source, content: unknown, issues: Issue[]): Fault[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describeUnknown(content, issue.path, key))
      : [],
  )
  const meant = new Set(unknown.flatMap(({ meant }) => (meant ? [nameOf(meant)] : [])))
  const followsMisplaced = followersOfMisplaced(unknown)
  const others = issues.filter(
    ({ code, path, input }) =>
      code !== 'unrecognized_keys' && !((input ?? null) === null && meant.has(nameOf(path))),
  )
  return [
    ...unknown.filter((field) => !followsMisplaced(field)).map(({ fault }) => fault),
    ...others
      .filter((issue) => !isTypeTold(issue, others))
      .map((issue) => describeIssue(source, content, issue)),
  ]
}

function describeUnknown(content: unknown, parent: Path, key: string): Unknown {
  const path = [...parent, key]
  const outer = parent.findIndex((_, depth) => isAbsent(content, [...parent.slice(0, depth), key]))
  if (outer >= 0) {
    const fault = {
      path,
      found: `the field "${key}" as a part of "${String(parent.at(-1))}"`,
      allowed: `"${key}" further out: ${outer === 0 ? 'with no space before it' : 'with fewer spaces before it'}`,
    }
    return { parent, key, fault, meant: [...parent.slice(0, outer), key] }
  }
  const known = knownAt(content, parent)
  const near = nearest(
    key,
    known.filter((name) => isAbsent(content, [...parent, name])),
  )
  const fault = {
    path,
    found: `the unknown field "${key}"`,
    allowed: known.join(', '),
    suggestion: near ?? nearest(key, known),
  }
  return { parent, key, fault, ...(near && { meant: [...parent, near] }) }
}

/** Where a section begins too far in, its fields are taken for those of the section before. */
function followersOfMisplaced(unknown: Unknown[]): (field: Unknown) => boolean {
  const misplaced = Map.groupBy(
    unknown.filter(({ parent, meant }) => meant && meant.length <= parent.length),
    ({ parent }) => nameOf(parent),
  )
  return ({ parent, key }) =>
    (misplaced.get(nameOf(parent)) ?? []).some(
      (other) =>
        other.key !== key && other.meant && key in (schemaAt({}, other.meant)?.properties ?? {}),
    )
}

/** Whether the schema has a field there and the content has not. */
function isAbsent(content: unknown, path: Path): boolean {
  const known = knownAt(content, path.slice(0, -1))
  return known.includes(String(path.at(-1))) && (valueAt(content, path) ?? null) === null
}

function knownAt(content: unknown, path: Path): string[] {
  return Object.keys(schemaAt(content, path)?.properties ?? {})
}

/** What has the wrong type has no right size either. */
function isTypeTold({ code, path }: Issue, issues: Issue[]): boolean {
  const name = nameOf(path)
  return (
    code === 'too_big' &&
    issues.some((other) => other.code === 'invalid_type' && nameOf(other.path) === name)
  )
}

function nameOf(path: Path): string {
  return path.map(String).join('.')
}

function describeIssue(source: Source, content: unknown, issue: Issue): Fault {
  const allowed = describeAllowed(issue)
  const help = schemaAt(content, issue.path)?.description
  const input = inputOf(issue)
  return {
    path: issue.path,
    found:
      input === null && isCommentedOut(source, issue.path)
        ? 'nothing, because what stands behind # is no part of the text'
        : describeFound(input),
    allowed: help ? `${allowed}. ${help}` : allowed,
  }
}

/** What was found; where one field chooses between forms, the whole of them is reported. */
function inputOf(issue: Issue): unknown {
  if (issue.code !== 'invalid_union') return issue.input
  const form = issue.input as Record<PropertyKey, unknown> | undefined
  return form?.[issue.path.at(-1) ?? '']
}

function isCommentedOut(source: Source, path: Path): boolean {
  const line = source.text.split('\n')[locate(source, path).line - 1]
  return /^[\s-]*([\w-]+:)?\s+#/.test(line ?? '')
}

import { join } from 'node:path'
import type { z } from 'zod'
import { nearest } from './nearest.ts'
import { describeAllowed, describeFound, type Problem } from './problem.ts'
import { type BrokenReference, findBrokenReferences } from './references.ts'
import { fillName, resolvePortfolio } from './resolve.ts'
import { findResumeFaults } from './resume-faults.ts'
import { type Portfolio, type PortfolioFile, portfolioSchema } from './schema.ts'
import { schemaAt } from './schema-at.ts'
import {
  locate,
  makeSource,
  type Path,
  placeAt,
  plainValue,
  readSource,
  type Source,
} from './source.ts'

export const CONTENT_FILE = 'portfolio.yaml'

/** Valid content as its owner wrote it, with the name put in, and where each value stands. */
export type Written = { directory: string; source: Source; content: PortfolioFile }

export type Loaded =
  | { ok: true; portfolio: Portfolio; written: Written }
  | { ok: false; problems: Problem[] }

/** What is asked of the content: its words alone, or the pictures and icons that it names as well. */
export type Depth = 'words' | 'whole'

/** Reads and checks the content of a folder; all faults come back at once. */
export function loadPortfolio(
  directory: string,
  depth: Depth = 'whole',
  name = CONTENT_FILE,
): Loaded {
  return checkSource(readSource(join(directory, name)), directory, depth)
}

/** The same for a text that is not in the folder yet. */
export function checkPortfolio(text: string, directory: string): Loaded {
  return checkSource(makeSource(text, join(directory, CONTENT_FILE)), directory, 'whole')
}

function checkSource(source: Source, directory: string, depth: Depth): Loaded {
  if (source.document.errors.length > 0) return { ok: false, problems: syntaxProblems(source) }

  const value = plainValue(source)
  if (value instanceof Error) {
    return { ok: false, problems: [fileProblem(source, value.message, 0)] }
  }
  const parsed = portfolioSchema.safeParse(value, { reportInput: true })
  const broken = depth === 'whole' ? findBrokenReferences(value, directory) : []
  const faults = depth === 'whole' ? findResumeFaults(value, directory) : []
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => issueProblems(source, value, issue)),
    ...broken.map((reference) => referenceProblem(source, reference)),
    ...faults.map(({ path, ...finding }) => problemAt(source, path, finding)),
  ]
  if (!parsed.success || problems.length > 0) {
    return { ok: false, problems: withoutRepeats(problems).sort((a, b) => a.line - b.line) }
  }
  const content = fillName(parsed.data)
  return {
    ok: true,
    portfolio: resolvePortfolio(content),
    written: { directory, source, content },
  }
}

function fileProblem(source: Source, found: string, offset: number): Problem {
  return {
    ...placeAt(source, offset),
    found,
    allowed: 'YAML: "key: value" lines, indented by two spaces; quote texts with ": ", "#" or "*"',
  }
}

function syntaxProblems(source: Source): Problem[] {
  return source.document.errors.map((error) => {
    const found = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? ''
    return fileProblem(source, found, error.pos[0])
  })
}

function issueProblems(source: Source, value: unknown, issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(source, value, issue.path, key))
  }
  const allowed = describeAllowed(issue)
  const help = schemaAt(value, issue.path)?.description
  return [
    problemAt(source, issue.path, {
      found: describeFound(inputOf(issue)),
      allowed: help ? `${allowed}. ${help}` : allowed,
    }),
  ]
}

/** What was found; where one field chooses between forms, the whole of them is reported. */
function inputOf(issue: z.core.$ZodIssue): unknown {
  if (issue.code !== 'invalid_union') return issue.input
  const form = issue.input as Record<PropertyKey, unknown> | undefined
  return form?.[issue.path.at(-1) ?? '']
}

function unknownKey(source: Source, value: unknown, path: Path, key: string): Problem {
  const known = Object.keys(schemaAt(value, path)?.properties ?? {})
  const near = nearest(key, known)
  return problemAt(source, [...path, key], {
    found: `the unknown field "${key}"`,
    allowed: known.join(', '),
    suggestion: near,
  })
}

function referenceProblem(source: Source, broken: BrokenReference): Problem {
  const { path, name, allowed, suggestion } = broken
  return problemAt(source, path, { found: describeFound(name), allowed, suggestion })
}

type Finding = { found: string; allowed: string; suggestion?: string | undefined }

function problemAt(source: Source, path: Path, { suggestion, ...finding }: Finding): Problem {
  return { ...locate(source, path), ...finding, ...(suggestion && { suggestion }) }
}

/** Two rules may say the same of one field. */
function withoutRepeats(problems: Problem[]): Problem[] {
  const told = new Map(problems.map((problem) => [`${problem.field}\n${problem.allowed}`, problem]))
  return [...told.values()]
}

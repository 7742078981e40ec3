import { join } from 'node:path'
import type { z } from 'zod'
import { nearest } from './nearest.ts'
import { findOrderFaults } from './order-faults.ts'
import { describeAllowed, describeFound, type Fault, type Problem } from './problem.ts'
import { findBrokenReferences } from './references.ts'
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

/** Finds faults of what the content names that other parts of the engine know about. */
type Examine = (content: unknown, directory: string) => Promise<Fault[]>

type Finding = Omit<Fault, 'path'>
type Read = { directory: string; source: Source; value: unknown }

/** Reads and checks the content of a folder; all faults come back at once. */
export function loadPortfolio(
  directory: string,
  depth: Depth = 'whole',
  name = CONTENT_FILE,
): Loaded {
  return loadText(readSource(join(directory, name)), directory, depth)
}

/** The same for a text that is not in the folder yet. */
export function checkPortfolio(text: string, directory: string): Loaded {
  return loadText(makeSource(text, join(directory, CONTENT_FILE)), directory, 'whole')
}

function loadText(source: Source, directory: string, depth: Depth): Loaded {
  const read = readContent(source, directory)
  if ('problems' in read) return { ok: false, problems: read.problems }
  return judge(read, depth === 'whole' ? findFaults(read) : [])
}

/** The same with a closer look at the files that the content names, all faults in one list. */
export async function loadExamined(directory: string, examine: Examine): Promise<Loaded> {
  const read = readContent(readSource(join(directory, CONTENT_FILE)), directory)
  if ('problems' in read) return { ok: false, problems: read.problems }
  return judge(read, [...findFaults(read), ...(await examine(read.value, directory))])
}

function readContent(source: Source, directory: string): Read | { problems: Problem[] } {
  if (source.document.errors.length > 0) return { problems: syntaxProblems(source) }
  const value = plainValue(source)
  return value instanceof Error
    ? { problems: [fileProblem(source, value.message, 0)] }
    : { directory, source, value }
}

function judge({ directory, source, value }: Read, faults: Fault[]): Loaded {
  const parsed = portfolioSchema.safeParse(value, { reportInput: true })
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => issueProblems(source, value, issue)),
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

function findFaults({ value, directory }: Read): Fault[] {
  const broken = findBrokenReferences(value, directory)
  return [
    ...broken.map(({ path, name, allowed, suggestion }) => ({
      path,
      found: describeFound(name),
      allowed,
      suggestion,
    })),
    ...findResumeFaults(value, directory),
    ...findOrderFaults(value),
  ]
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

function problemAt(source: Source, path: Path, { suggestion, ...finding }: Finding): Problem {
  return { ...locate(source, path), ...finding, ...(suggestion && { suggestion }) }
}

/** Two rules may say the same of one field. */
function withoutRepeats(problems: Problem[]): Problem[] {
  const told = new Map(problems.map((problem) => [`${problem.field}\n${problem.allowed}`, problem]))
  return [...told.values()]
}

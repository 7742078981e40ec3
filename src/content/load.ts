import { join } from 'node:path'
import { findThemeFaults } from './hue.ts'
import { findOrderFaults } from './order-faults.ts'
import { describeFound, type Fault, type Problem } from './problem.ts'
import { findBrokenReferences } from './references.ts'
import { fillName, resolvePortfolio } from './resolve.ts'
import { findResumeFaults } from './resume-faults.ts'
import { type Portfolio, type PortfolioFile, portfolioSchema } from './schema.ts'
import { findSchemaFaults } from './schema-faults.ts'
import {
  locate,
  makeSource,
  type Path,
  placeAt,
  plainValue,
  readSource,
  type Source,
} from './source.ts'
import { findSyntaxFaults, YAML_ALLOWS } from './syntax/faults.ts'

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

/** The same with the theme and a closer look at the files that the content names, all in one list. */
export async function loadExamined(directory: string, examine: Examine): Promise<Loaded> {
  const read = readContent(readSource(join(directory, CONTENT_FILE)), directory)
  const loaded: Loaded =
    'problems' in read
      ? { ok: false, problems: read.problems }
      : judge(read, [...findFaults(read), ...(await examine(read.value, directory))])
  const inTheme = findThemeFaults(directory)
  if (inTheme.length === 0) return loaded
  return { ok: false, problems: [...(loaded.ok ? [] : loaded.problems), ...inTheme] }
}

function readContent(source: Source, directory: string): Read | { problems: Problem[] } {
  const problems = findSyntaxFaults(source)
  if (problems.length > 0) return { problems }
  const value = plainValue(source)
  return value instanceof Error
    ? { problems: [{ ...placeAt(source, 0), found: value.message, allowed: YAML_ALLOWS }] }
    : { directory, source, value }
}

function judge({ directory, source, value }: Read, faults: Fault[]): Loaded {
  const parsed = portfolioSchema.safeParse(value, { reportInput: true })
  const found = [...findSchemaFaults(source, value, parsed.error?.issues ?? []), ...faults]
  const problems = found.map(({ path, ...finding }) => problemAt(source, path, finding))
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

function problemAt(source: Source, path: Path, { suggestion, ...finding }: Finding): Problem {
  return { ...locate(source, path), ...finding, ...(suggestion && { suggestion }) }
}

/** Two rules may say the same of one field. */
function withoutRepeats(problems: Problem[]): Problem[] {
  const told = new Map(problems.map((problem) => [`${problem.field}\n${problem.allowed}`, problem]))
  return [...told.values()]
}

import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
} from 'yaml'
import type { z } from 'zod'
import { nearest } from './nearest.ts'
import { describeAllowed, describeFound, type Problem } from './problem.ts'
import { type BrokenReference, findBrokenReferences } from './references.ts'
import { resolvePortfolio } from './resolve.ts'
import { type Portfolio, portfolioSchema } from './schema.ts'
import { schemaAt } from './schema-at.ts'

export const CONTENT_FILE = 'portfolio.yaml'

export type Loaded = { ok: true; portfolio: Portfolio } | { ok: false; problems: Problem[] }

type Path = readonly PropertyKey[]
type Source = { file: string; document: Document; lines: LineCounter }

/** What is asked of the content: its words alone, or the pictures and icons that it names as well. */
export type Depth = 'words' | 'whole'

/** Reads and checks the content of a folder; all faults come back at once. */
export function loadPortfolio(
  directory: string,
  depth: Depth = 'whole',
  name = CONTENT_FILE,
): Loaded {
  const file = join(directory, name)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return checkPortfolio(text, directory, depth, name)
}

/** The same for a text that is not in the folder yet. */
export function checkPortfolio(
  text: string,
  directory: string,
  depth: Depth = 'whole',
  name = CONTENT_FILE,
): Loaded {
  const file = join(directory, name)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const source: Source = { file: relative(process.cwd(), file), document, lines }

  if (document.errors.length > 0) return { ok: false, problems: syntaxProblems(source) }

  const content = readContent(document)
  if (content instanceof Error) {
    return { ok: false, problems: [fileProblem(source, content.message)] }
  }
  const parsed = portfolioSchema.safeParse(content, { reportInput: true })
  const broken = depth === 'whole' ? findBrokenReferences(content, directory) : []
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => issueProblems(source, issue)),
    ...broken.map((reference) => referenceProblem(source, reference)),
  ]
  if (!parsed.success || problems.length > 0) {
    return { ok: false, problems: problems.sort((a, b) => a.line - b.line) }
  }
  return { ok: true, portfolio: resolvePortfolio(parsed.data) }
}

/** The plain value of the file; an alias without its anchor shows only here. */
function readContent(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function fileProblem({ file }: Source, found: string, line = 1, column = 1): Problem {
  return {
    file,
    line,
    column,
    field: '(the file as a whole)',
    found,
    allowed: 'YAML: "key: value" lines, indented by two spaces; quote texts with ": ", "#" or "*"',
  }
}

function syntaxProblems(source: Source): Problem[] {
  return source.document.errors.map((error) => {
    const { line, col } = source.lines.linePos(error.pos[0])
    const found = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? ''
    return fileProblem(source, found, line, col)
  })
}

function issueProblems(source: Source, issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(source, issue.path, key))
  }
  const allowed = describeAllowed(issue)
  const help = schemaAt(issue.path)?.description
  return [
    problemAt(source, issue.path, {
      found: describeFound(issue.input),
      allowed: help ? `${allowed}. ${help}` : allowed,
    }),
  ]
}

function unknownKey(source: Source, path: Path, key: string): Problem {
  const known = Object.keys(schemaAt(path)?.properties ?? {})
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
  const { line, col } = source.lines.linePos(offsetOf(source.document, path))
  return {
    file: source.file,
    line,
    column: col,
    field: path.map(String).join('.') || '(the file as a whole)',
    ...finding,
    ...(suggestion && { suggestion }),
  }
}

/** Where a field stands in the file; of a missing field, where the nearest thing around it stands. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents
    const name = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === name)
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0]
    } else if (isCollection(parent)) {
      const item = parent.get(name, true)
      if (isNode(item) && item.range) return item.range[0]
    }
  }
  return 0
}

import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import type { Diagnostic } from './diagnostic.ts'
import type { Path } from './values.ts'

/** The location of a value: line and column for editors, the field path for people. */
export type Place = { file: string; line: number; column: number; field: string }

/** A content file: its text and the parsed YAML document with source positions. */
export type Source = { file: string; text: string; document: Document; lines: LineCounter }

const WHOLE_FILE = '(whole file)'

export function readSource(file: string): Source {
  return makeSource(isFile(file) ? readFileSync(file, 'utf8') : '', file)
}

/** False also for a folder, which a container runtime makes of a file that it cannot find to mount. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Parses text that is not saved to its file yet. */
export function makeSource(text: string, file: string): Source {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  return { file: relative(process.cwd(), file), text, document, lines }
}

/** A single line break in a folded text, which YAML makes of an empty line. */
const EMPTY_LINE = /(?<=[^\n])\n(?=[^\n])/g

/**
 * The document as plain JavaScript, in which an empty line of a text stays one, also of a folded text. An alias
 * without its anchor is detected only here.
 */
export function plainValue({ document }: Source): unknown {
  try {
    const copy = document.clone()
    visit(copy, {
      Scalar: (_, scalar) => {
        if (scalar.type === 'BLOCK_FOLDED' && typeof scalar.value === 'string') {
          scalar.value = scalar.value.replace(EMPTY_LINE, '\n\n')
        }
      },
    })
    return copy.toJS()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The location of a field or, if it is missing, of its nearest ancestor. */
export function locate(source: Source, path: Path): Place {
  const field = path.map(String).join('.') || WHOLE_FILE
  return { ...placeAt(source, offsetOf(source.document, path)), field }
}

/** The location of a character offset, without a field. */
export function placeAt({ file, lines }: Source, offset: number): Place {
  const { line, col } = lines.linePos(offset)
  return { file, line, column: col, field: WHOLE_FILE }
}

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

export const EXPECTED_YAML =
  'YAML: "key: value" lines, indented by two spaces; quote text with ": ", "#" or "*"'

type SyntaxError = Pick<YAMLError, 'code' | 'message'> & { at: number }

/** Errors within one value, after which the rest of the file is parsed as intended. */
const IN_ONE_VALUE = [
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'DUPLICATE_KEY',
  'TAG_RESOLVE_FAILED',
]

type Hint = { line?: RegExp; code?: string; found: string; expected: string }

/** Mistakes that the text of the line or the code of the error shows better than its message. */
const HINTS: Hint[] = [
  {
    line: /^(<{7}|={7}|>{7})/,
    found: 'a Git conflict marker',
    expected: 'one of the two versions; delete the other one and the three marker lines',
  },
  {
    line: /^ *\t/,
    found: 'a tab in the indentation',
    expected: 'two spaces for each level',
  },
  {
    line: /^ *(?:- +)*[\w-]+: +[^"' ].*:(?:\s|$)/,
    found: 'a second colon followed by a space',
    expected: 'quotes around text that contains ": "',
  },
  {
    code: 'MULTILINE_IMPLICIT_KEY',
    found: 'no colon and space after a field name',
    expected: 'a field name, a colon, a space and a value',
  },
  {
    code: 'BLOCK_AS_IMPLICIT_KEY',
    found: 'indentation that differs from the lines around it',
    expected: 'equal indentation for all fields of a section, two more spaces for nested fields',
  },
  {
    code: 'MULTIPLE_DOCS',
    found: 'a document separator',
    expected: 'a single document; delete the line',
  },
]

/**
 * Reports YAML syntax errors, one a line. Stops at an error that changes how the rest is parsed,
 * because the parser's later errors follow from it.
 */
export function findYamlErrors(source: Source): Diagnostic[] {
  const lines = source.text.split(/\r?\n/)
  const byLine = new Map<number, Diagnostic>()
  for (const { code, message, at } of collectErrors(source)) {
    const place = placeAt(source, at)
    const line = lines[place.line - 1] ?? ''
    const hint = HINTS.find((known) => known.line?.test(line) || known.code === code)
    const [reason = ''] = message.split(/ at line \d+|\n/)
    const { found, expected } = hint ?? { found: reason, expected: EXPECTED_YAML }
    if (!byLine.has(place.line)) byLine.set(place.line, { ...place, found, expected })
    if (!IN_ONE_VALUE.includes(code)) break
  }
  return [...byLine.values()]
}

/** Errors in file order, including unresolved tags and aliases, which the parser lets pass. */
function collectErrors({ document }: Source): SyntaxError[] {
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
  const errors: SyntaxError[] = [...document.errors, ...tags].map(({ code, message, pos }) => ({
    code,
    message,
    at: pos[0],
  }))
  if (document.errors.length === 0) {
    visit(document, {
      Alias: (_, alias, ancestors) => {
        const target = alias.resolve(document)
        // An alias of a node that contains it never ends.
        if (target && !ancestors.includes(target)) return
        const message = `No anchor "&${alias.source}" before it`
        errors.push({ code: 'BAD_ALIAS', message, at: alias.range?.[0] ?? 0 })
      },
    })
  }
  return errors.sort((a, b) => a.at - b.at)
}

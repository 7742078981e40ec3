import { isUtf8 } from 'node:buffer'
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
import { type Diagnostic, formatReceived, type Place } from './diagnostic.ts'
import type { Path } from './values.ts'

/** A content file: its text and the parsed YAML document with source positions. */
export type Source = {
  file: string
  text: string
  document: Document
  lines: LineCounter
  /** False if the file is not UTF-8: the text then has replacement characters. */
  isUtf8: boolean
}

/** Finds the file of a value of the content, and its path there. */
export type Locator = (path: Path) => { source: Source; path: Path }

const WHOLE_FILE = '(whole file)'

export function readSource(file: string): Source {
  const body = isFile(file) ? readFileSync(file) : Buffer.alloc(0)
  const text = body.toString('utf8')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  return { file: relative(process.cwd(), file), text, document, lines, isUtf8: isUtf8(body) }
}

/** False also for a folder, which a container runtime makes of a file that it cannot find to mount. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** A single line break in a folded text, which YAML makes of an empty line. */
const EMPTY_LINE = /(?<=[^\n])\n(?=[^\n])/g

/**
 * The document as plain JavaScript, in which an empty line of a text stays one, also of a folded text. Undefined if
 * its aliases are not there, or repeat too much.
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
  } catch {
    return undefined
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

const EXPECTED_YAML =
  'YAML: "key: value" lines, indented by two spaces; quotes around text that contains ": " or " #", or starts with a sign such as * @ [ {'

type SyntaxError = Pick<YAMLError, 'code' | 'message'> & { at: number }

/** Errors within one value, after which the rest of the file is parsed as intended. */
const IN_ONE_VALUE = [
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'DUPLICATE_KEY',
  'TAG_RESOLVE_FAILED',
]

/** Mistakes that the line, the code or the message of the error says better than its message. The first that fits counts. */
const HINTS: { at: RegExp; found: string; expected: string }[] = [
  {
    at: /^ *\t/,
    found: 'after a tab',
    expected: 'two spaces for each level of the indentation',
  },
  {
    at: /^DUPLICATE_KEY/m,
    found: 'a second field of the same name',
    expected: 'each field once; delete one of the two, or join them',
  },
  {
    at: /^[\s-]*(?:[\w-]+:\s+)?["']|^MISSING_CHAR.*quote/m,
    found: 'because a quote ends too early or not at all, or a backslash is in double quotes',
    expected:
      'one quote before and one after the text: double ones around text with an apostrophe, single ones around text with " or \\',
  },
  {
    at: /^ *(?:- +)*[\w-]+: +[^"' ].*:(?:\s|$)/,
    found: 'with a second colon followed by a space',
    expected: 'quotes around text that contains ": "',
  },
]

/**
 * Reports YAML syntax errors, one a line. Stops at an error that changes how the rest is parsed,
 * because the parser's later errors follow from it.
 */
export function findYamlErrors(source: Source): Diagnostic[] {
  if (!source.isUtf8) return [describeEncoding(source)]
  const lines = source.text.split(/\r?\n/)
  const byLine = new Map<number, Diagnostic>()
  for (const { code, message, at } of collectErrors(source)) {
    const place = placeAt(source, at)
    // What is wrong is at the start, and a pattern takes long on a long line.
    const line = (lines[place.line - 1] ?? '').slice(0, 200)
    const rest = line.slice(place.column - 1).trim()
    const hint = HINTS.find((known) => known.at.test(`${line}\n${code} ${message}`))
    const why = hint?.found ?? `where YAML stops: ${message.split(/ at line|;/)[0]}`
    const found = `${rest ? formatReceived(rest) : 'the end of the text'}, ${why}`
    const expected = hint?.expected ?? EXPECTED_YAML
    if (!byLine.has(place.line)) byLine.set(place.line, { ...place, found, expected })
    if (!IN_ONE_VALUE.includes(code)) break
  }
  return [...byLine.values()]
}

/** Windows editors and PowerShell write other encodings, in which "ü" is other bytes. */
function describeEncoding(source: Source): Diagnostic {
  return {
    ...placeAt(source, source.text.indexOf('\ufffd')),
    found: 'a letter that is not UTF-8',
    expected: 'UTF-8: in your editor, choose "Save with Encoding", UTF-8, and save the file',
  }
}

/** Errors in file order, including unresolved tags and aliases, which the parser lets pass. */
function collectErrors({ document, text }: Source): SyntaxError[] {
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
  const errors: SyntaxError[] = [...document.errors, ...tags].map(({ code, message, pos }) => ({
    code,
    message,
    // The parser reports a field without a value before its line.
    at: code === 'DUPLICATE_KEY' ? pos[0] + text.slice(pos[0]).search(/\S/) : pos[0],
  }))
  visit(document, {
    Scalar: (_, { type, range }) => {
      const end = errors.find(({ code, at }) => code === 'MISSING_CHAR' && at === range?.[1])
      // The parser stops at the end of the file.
      if (end && range && type?.startsWith('QUOTE')) end.at = range[0]
    },
    Alias: (_, alias, ancestors) => {
      const target = alias.resolve(document)
      // An alias of a node that contains it never ends.
      if (document.errors.length > 0 || (target && !ancestors.includes(target))) return
      const message = `No anchor "&${alias.source}" before it`
      errors.push({ code: 'BAD_ALIAS', message, at: alias.range?.[0] ?? 0 })
    },
  })
  return errors.sort((a, b) => a.at - b.at)
}

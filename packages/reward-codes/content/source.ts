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
import { type Diagnostic, formatReceived } from './diagnostic.ts'
import type { Path } from './values.ts'

/** The location of a value: line and column for editors, the field path for people. */
export type Place = { file: string; line: number; column: number; field: string }

/** A content file: its text and the parsed YAML document with source positions. */
export type Source = {
  file: string
  text: string
  document: Document
  lines: LineCounter
  /** Why the text is not what its owner wrote. */
  encoding: 'UTF-16' | 'not UTF-8' | undefined
}

/** Finds the file of a value of the content, and its path there. */
export type Locator = (path: Path) => { source: Source; path: Path }

const WHOLE_FILE = '(whole file)'

export function readSource(file: string): Source {
  return makeSource(isFile(file) ? readFileSync(file) : Buffer.alloc(0), file)
}

/** False also for a folder, which a container runtime makes of a file that it cannot find to mount. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function makeSource(body: Buffer, file: string): Source {
  const text = body.toString('utf8')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  return { file: relative(process.cwd(), file), text, document, lines, encoding: encodingOf(body) }
}

function encodingOf(body: Buffer): Source['encoding'] {
  // Every second byte of a Latin letter is 0.
  if (body.includes(0)) return 'UTF-16'
  return isUtf8(body) ? undefined : 'not UTF-8'
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

type Hint = {
  line?: RegExp
  code?: string
  message?: RegExp
  found: string | ((line: string, number: number, lines: string[]) => string)
  expected: string
}

/** The start of a line, up to the value of its field or entry. */
const BEFORE_VALUE = String.raw`^[\s-]*(?:[\w-]+:\s+)?`

/** A text that starts with a sign of YAML: @maja, *bold*, !important, {name} here. */
const SIGN_FIRST = new RegExp(String.raw`${BEFORE_VALUE}([@\`%*&!{[\]},?:])`)

const UNCLOSED = new RegExp(`${BEFORE_VALUE}(?:"[^"]*|'[^']*)$`)

/** The name of a field that its section has twice, and its first line. */
function describeDuplicate(line: string, number: number, lines: string[]): string {
  const [, indent = '', key = ''] = /^([\s-]*)([\w-]+)\s*:/.exec(line) ?? []
  const first = lines.findLastIndex(
    (other, index) =>
      index < number - 1 &&
      other.startsWith(`${key}:`, indent.length) &&
      other.slice(0, indent.length).trim().replace('-', '') === '',
  )
  return first < 0 ? 'a field twice' : `the field "${key}" twice, the first in line ${first + 1}`
}

/**
 * Mistakes that the text of the line or the code of the error shows better than its message. The first hint that fits
 * counts; what none fits is shown as it stands in the file.
 */
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
    code: 'BAD_DQ_ESCAPE',
    found: 'a backslash in text with double quotes',
    expected: 'single quotes around text with a backslash',
  },
  {
    message: /end with a [\]}]/,
    found: 'a [ or { without its end',
    expected: 'a ] or }; quotes around text that starts with [ or {',
  },
  {
    line: /^ *(?:- +)*[\w-]+: +[^"' ].*:(?:\s|$)/,
    found: 'a second colon followed by a space',
    expected: 'quotes around text that contains ": "',
  },
  {
    code: 'DUPLICATE_KEY',
    found: describeDuplicate,
    expected: 'each field once; delete one of the two, or join them',
  },
  {
    line: new RegExp(`${BEFORE_VALUE}'[^']*'\\S`),
    found: 'an apostrophe in text with single quotes, which ends it',
    expected: 'double quotes around text with an apostrophe: "..."',
  },
  {
    line: new RegExp(`${BEFORE_VALUE}"[^"]*"\\s*[^\\s#:,}\\]]`),
    found: 'text after the quote that ends it',
    expected: 'the whole text between its quotes, which are single ones if it has double quotes',
  },
  ...[{ message: /^Missing closing/ }, { line: UNCLOSED }].map((sign) => ({
    ...sign,
    found: 'a quote without its end',
    expected: 'the same quote at the end of the text',
  })),
  {
    message: /^Missing , |^Unexpected (?:,|empty item) in flow/,
    found: 'a comma too few or too many between [ and ], or { and }',
    expected: 'one comma between two entries, and quotes around text that contains one',
  },
  {
    line: /^[\s-]*[\w-]+:\s+-\s/,
    found: 'the first entry of a list in the line of its field',
    expected: 'each entry in a line of its own, below the field: "- " and two more spaces',
  },
  {
    line: /^[\s-]*[\w-]+:\s+[|>][-+\d]*\s*[^\s\d+-]/,
    found: 'text in the line of | or >',
    expected: 'the text in the lines below, indented by two more spaces',
  },
  {
    line: SIGN_FIRST,
    found: (line) => `text that starts with ${SIGN_FIRST.exec(line)?.[1]}`,
    expected: 'quotes around text that starts with a sign of YAML',
  },
  {
    code: 'BAD_INDENT',
    found: 'a line that is not indented like those above it',
    expected: 'equal indentation for all fields of a section',
  },
  {
    message: /^Implicit (?:map )?keys/,
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
  if (source.encoding) return [describeEncoding(source)]
  const lines = source.text.split(/\r?\n/)
  const byLine = new Map<number, Diagnostic>()
  for (const { code, message, at } of collectErrors(source)) {
    const place = placeAt(source, at)
    // What is wrong is at the start, and a pattern takes long on a long line.
    const line = (lines[place.line - 1] ?? '').slice(0, 200)
    const hint = HINTS.find(
      (known) => known.line?.test(line) || known.message?.test(message) || known.code === code,
    )
    const { found, expected } = hint ?? {
      found: describeRest(line, place),
      expected: EXPECTED_YAML,
    }
    const said = typeof found === 'string' ? found : found(line, place.line, lines)
    if (!byLine.has(place.line)) byLine.set(place.line, { ...place, found: said, expected })
    if (!IN_ONE_VALUE.includes(code)) break
  }
  return [...byLine.values()]
}

/** What YAML cannot parse, from the place of the error. */
function describeRest(line: string, { column }: Place): string {
  const rest = line.slice(column - 1).trim()
  return rest ? `${formatReceived(rest)}, which is no YAML here` : 'a line that ends too soon'
}

/** Windows editors and PowerShell write other encodings, in which "ü" is other bytes. */
function describeEncoding(source: Source): Diagnostic {
  const at = source.encoding === 'UTF-16' ? 0 : source.text.indexOf('\ufffd')
  const before = source.text.slice(0, at).match(/[^\n]{0,20}$/)?.[0] ?? ''
  return {
    ...placeAt(source, at),
    found:
      source.encoding === 'UTF-16'
        ? 'a file in UTF-16'
        : `a letter that is not UTF-8, after "${before.trim()}"`,
    expected: 'UTF-8: in your editor, choose "Save with Encoding", UTF-8, and save the file',
  }
}

/** Errors in file order, including unresolved tags and aliases, which the parser lets pass. */
function collectErrors({ document, text }: Source): SyntaxError[] {
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
  const errors: SyntaxError[] = [...document.errors, ...tags].map(({ code, message, pos }) => ({
    code,
    message,
    // That of a field without a value is before its line.
    at: code === 'DUPLICATE_KEY' ? pos[0] + text.slice(pos[0]).search(/\S/) : pos[0],
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

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
} from 'yaml'
import type { Path } from './values.ts'

/** The location of a value: line and column for editors, the field path for people. */
export type Place = { file: string; line: number; column: number; field: string }

/** A content file: its text and the parsed YAML document with source positions. */
export type Source = { file: string; text: string; document: Document; lines: LineCounter }

const WHOLE_FILE = '(whole file)'

export function readSource(file: string): Source {
  return makeSource(existsSync(file) ? readFileSync(file, 'utf8') : '', file)
}

/** Parses text that is not saved to its file yet. */
export function makeSource(text: string, file: string): Source {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  return { file: relative(process.cwd(), file), text, document, lines }
}

/** The document as plain JavaScript. An alias without its anchor is detected only here. */
export function plainValue({ document }: Source): unknown {
  try {
    return document.toJS()
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

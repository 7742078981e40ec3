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

/** The way to a value: names of fields and places in lists. */
export type Path = readonly PropertyKey[]

/** Where a value stands, for a person and for an editor. */
export type Place = { file: string; line: number; column: number; field: string }

/** A content file as text with places. */
export type Source = { file: string; text: string; document: Document; lines: LineCounter }

const WHOLE_FILE = '(the file as a whole)'

export function readSource(file: string): Source {
  return makeSource(existsSync(file) ? readFileSync(file, 'utf8') : '', file)
}

/** The same for a text that is not in its file yet. */
export function makeSource(text: string, file: string): Source {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  return { file: relative(process.cwd(), file), text, document, lines }
}

/** The plain value of the file; an alias without its anchor shows only here. */
export function plainValue({ document }: Source): unknown {
  try {
    return document.toJS()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Where a field stands; of a missing field, where the nearest thing around it stands. */
export function locate(source: Source, path: Path): Place {
  const field = path.map(String).join('.') || WHOLE_FILE
  return { ...placeAt(source, offsetOf(source.document, path)), field }
}

/** The place of a letter of the file, which belongs to no field. */
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

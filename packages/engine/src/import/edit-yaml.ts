import { isDeepStrictEqual } from 'node:util'
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml'
import { schemaAt } from '../content/schema.ts'
import { getIn } from '../content/values.ts'

export type Path = readonly (string | number)[]

/** A new value at a path: a text, a number or a whole list. */
export type Change = { path: Path; value: unknown }

const LINE_WIDTH = 100
const NAME_WIDTH = 16
const BYTE_ORDER_MARK = '\ufeff'

/** Changes values in a YAML text and keeps every other character, including its line ends. */
export function editYaml(text: string, changes: Change[]): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const isWindows = text.includes('\r\n')
  const plain = text.slice(mark.length).replaceAll('\r\n', '\n')
  const edited = changes.reduce((whole, { path, value }) => setInYaml(whole, path, value), plain)
  return mark + (isWindows ? edited.replaceAll('\n', '\r\n') : edited)
}

/** Sets a value, after the field that precedes it in the schema if it is new. */
export function setInYaml(text: string, path: Path, value: unknown): string {
  const document = parseDocument(text)
  const spliced = splice(text, document, path, value)
  if (isSame(spliced, setIn(document.toJS(), path, value))) return spliced
  return rewrite(document, () => document.setIn(path, value))
}

/** Removes a field with its lines. */
export function dropFromYaml(text: string, path: Path): string {
  const document = parseDocument(text)
  const map = document.getIn(path.slice(0, -1), true)
  const pair = isMap(map) ? findPair(map, String(path.at(-1))) : undefined
  const [start, end] = [startOf(pair), pair && endOf(text, pair)]
  if (start !== undefined && end !== undefined) {
    const lineEnd = text.indexOf('\n', end)
    const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1)
    const cut = text.slice(0, start - columnOf(text, start)) + rest
    if (isSame(cut, deleteIn(document.toJS(), path))) return cut
  }
  return rewrite(document, () => document.deleteIn(path))
}

/**
 * Lets the YAML library write the whole file, which preserves comments but not line breaks in
 * folded texts, indentation and alignment. Only for values that cannot be spliced, such as an
 * explicit key or an anchor that an alias needs.
 */
function rewrite(document: Document, change: () => void): string {
  visit(document, {
    Alias: (_, alias) => {
      const copy = alias.resolve(document)?.clone()
      if (!isNode(copy)) return
      visit(copy, {
        Node: (_key, node) => {
          if ('anchor' in node) delete node.anchor
        },
      })
      return copy
    },
  })
  change()
  return document.toString({ lineWidth: LINE_WIDTH })
}

function isSame(text: string | undefined, wanted: unknown): text is string {
  if (text === undefined) return false
  const document = parseDocument(text)
  try {
    return document.errors.length === 0 && isDeepStrictEqual(document.toJS(), wanted)
  } catch {
    // An alias lost its anchor.
    return false
  }
}

function splice(text: string, document: Document, path: Path, value: unknown): string | undefined {
  const above = path.slice(0, -1)
  const parent = above.length > 0 ? document.getIn(above, true) : document.contents
  if (isMap(parent) && !parent.flow) {
    const pair = findPair(parent, String(path.at(-1)))
    return pair ? replacePair(text, pair, value) : insertPair(text, parent, path, value)
  }
  if (above.length === 0) return undefined
  const siblings = isMap(parent) ? parent.toJS(document) : undefined
  return splice(text, document, above, setIn(siblings, path.slice(-1), value))
}

function replacePair(text: string, pair: Pair, value: unknown): string | undefined {
  const keyStart = startOf(pair)
  const end = endOf(text, pair)
  if (keyStart === undefined || end === undefined) return undefined
  const old = pair.value
  const isListForList = isSeq(old) && !old.flow && Array.isArray(value) && value.length > 0
  // Keeps comments between the name of a list and its first entry.
  const start = isListForList ? (old.range?.[0] ?? keyStart) : keyStart
  const content = isListForList ? value : { [String(pair.key)]: value }
  return text.slice(0, start) + render(content, columnOf(text, start)) + text.slice(end)
}

function insertPair(text: string, map: YAMLMap, path: Path, value: unknown): string | undefined {
  const name = String(path.at(-1))
  const known = Object.keys(schemaAt(undefined, path.slice(0, -1))?.properties ?? {})
  const earlier = known.slice(0, Math.max(0, known.indexOf(name))).reverse()
  const neighbour = earlier.map((other) => findPair(map, other)).find(Boolean) ?? map.items.at(-1)
  const end = neighbour && endOf(text, neighbour)
  const firstStart = startOf(map.items[0])
  if (end === undefined || firstStart === undefined) return undefined
  const column = columnOf(text, firstStart)
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end)
  const gap = path.length === 1 ? '\n\n' : '\n'
  const rendered = gap + ' '.repeat(column) + render({ [name]: value }, column)
  return text.slice(0, lineEnd) + rendered + text.slice(lineEnd)
}

function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)
}

function startOf(pair: Pair | undefined): number | undefined {
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined
}

/** The end of a pair's value, without the empty lines that follow it. */
function endOf(text: string, { value }: Pair): number | undefined {
  if (!isNode(value) || !value.range) return undefined
  return text.slice(0, value.range[1]).trimEnd().length
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** The YAML of a value whose first line starts at a column; long texts are folded. */
function render(value: unknown, column: number): string {
  const document = new Document(value)
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'string') return
      if (node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL
      else if (node.value.length > LINE_WIDTH - column - NAME_WIDTH) node.type = Scalar.BLOCK_FOLDED
    },
  })
  return document
    .toString({ lineWidth: LINE_WIDTH - column })
    .trimEnd()
    .replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`)
}

/** A copy of the content with one value set; missing parents are created. */
export function setIn(content: unknown, path: Path, value: unknown): unknown {
  const [step, ...others] = path
  if (step === undefined) return value
  const inner = setIn(getIn(content, [step]), others, value)
  if (Array.isArray(content)) return content.with(Number(step), inner)
  return { ...(content as object | null | undefined), [step]: inner }
}

/** A copy of the content without one value. */
export function deleteIn(content: unknown, path: Path): unknown {
  const [step, ...others] = path
  if (step === undefined) return undefined
  if (others.length > 0) return setIn(content, [step], deleteIn(getIn(content, [step]), others))
  if (Array.isArray(content)) return content.toSpliced(Number(step), 1)
  const { [step]: _, ...rest } = content as Record<string | number, unknown>
  return rest
}

import { isDeepStrictEqual } from 'node:util'
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parse,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml'
import { schemaAt } from '../content/schema.ts'
import { getIn, type Path } from '../content/values.ts'

/** A new value at a path: a text, a number or a whole list. Undefined removes the field. */
export type Change = { path: Path; value: unknown }
/** A new name for the field at a path. */
type Rename = { path: Path; name: string }
export type Edit = Change | Rename

const LINE_WIDTH = 100
const NAME_WIDTH = 16
const BYTE_ORDER_MARK = '\ufeff'

/** Changes values and names in a YAML text and keeps every other character, including its line ends. */
export function editYaml(text: string, changes: Edit[]): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const isWindows = text.includes('\r\n')
  const plain = text.slice(mark.length).replaceAll('\r\n', '\n')
  const edited = spliceAll(plain, changes) ?? rewrite(plain, changes)
  return mark + (isWindows ? edited.replaceAll('\n', '\r\n') : edited)
}

/** A copy of the content with changes. */
export function withChanges(content: unknown, changes: Edit[]): unknown {
  return changes.reduce((whole: unknown, change) => {
    const { path } = change
    if ('name' in change) return renameIn(whole, path, change.name)
    return change.value === undefined ? deleteIn(whole, path) : setIn(whole, path, change.value)
  }, content)
}

/** Replaces the text of each value. Undefined if the result does not have the wanted values. */
function spliceAll(text: string, changes: Edit[]): string | undefined {
  try {
    let edited: string | undefined = text
    for (const change of changes) {
      if (edited === undefined) break
      const document: Document = parseDocument(edited)
      edited =
        'name' in change
          ? spliceName(edited, document, change)
          : splice(edited, document, change.path, change.value)
    }
    const wanted = withChanges(parseDocument(text).toJS(), changes)
    return edited !== undefined && isDeepStrictEqual(parse(edited), wanted) ? edited : undefined
  } catch {
    // The result is no YAML, or an alias lost its anchor.
    return undefined
  }
}

/**
 * Lets the YAML library write the whole file, which preserves comments but not line breaks in
 * folded texts, indentation and alignment. Only for values that cannot be spliced, such as an
 * explicit key or an anchor that an alias needs.
 */
function rewrite(text: string, changes: Edit[]): string {
  const document = parseDocument(text)
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
  for (const change of changes) {
    const { path } = change
    if ('name' in change) {
      const pair = pairAt(document, path)
      if (pair) pair.key = new Scalar(change.name)
    } else if (change.value === undefined) document.deleteIn(path)
    else document.setIn(path, change.value)
  }
  return document.toString({ lineWidth: LINE_WIDTH })
}

/** Replaces the name of a field, quoted or not, in block and in flow style. */
function spliceName(text: string, document: Document, { path, name }: Rename): string | undefined {
  const key = pairAt(document, path)?.key
  if (!isScalar(key) || !key.range) return undefined
  const [start, end] = key.range
  return text.slice(0, start) + name + text.slice(end)
}

function pairAt(document: Document, path: Path): Pair | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  return isMap(parent) ? findPair(parent, String(path.at(-1))) : undefined
}

function splice(text: string, document: Document, path: Path, value: unknown): string | undefined {
  const above = path.slice(0, -1)
  const parent = above.length > 0 ? document.getIn(above, true) : document.contents
  if (isMap(parent) && !parent.flow) {
    const pair = findPair(parent, String(path.at(-1)))
    if (value === undefined) return pair && cutPair(text, pair)
    return pair ? replacePair(text, pair, value) : insertPair(text, parent, path, value)
  }
  if (above.length === 0) return undefined
  const siblings = isMap(parent) ? parent.toJS(document) : undefined
  const change = { path: path.slice(-1), value }
  return splice(text, document, above, withChanges(siblings, [change]))
}

/** Removes the lines of a field. */
function cutPair(text: string, pair: Pair): string | undefined {
  const [start, end] = [startOf(pair), endOf(text, pair)]
  if (start === undefined || end === undefined) return undefined
  const lineEnd = text.indexOf('\n', end)
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1)
  return text.slice(0, start - columnOf(text, start)) + rest
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
  const { [step]: _, ...rest } = content as Record<PropertyKey, unknown>
  return rest
}

/** A copy of the content with one field under another name. */
function renameIn(content: unknown, path: Path, name: string): unknown {
  const parent = path.slice(0, -1)
  return setIn(deleteIn(content, path), [...parent, name], getIn(content, path))
}

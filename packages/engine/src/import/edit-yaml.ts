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
import { schemaAt } from '../content/schema-at.ts'
import { type Path, withValue } from './changes.ts'
import { resolveAliases } from './resolve-aliases.ts'

const LINE_WIDTH = 100
const NAME_WIDTH = 16

/**
 * Puts a value into a YAML text and leaves every other letter as it is: the library would write
 * the whole file anew, where comments stay but folded texts, indentation and gaps do not.
 */
export function setInYaml(text: string, path: Path, value: unknown): string {
  const document = parseDocument(text)
  const wanted = withValue(document.toJS(), path, value)
  const spliced = splice(text, document, path, value)
  if (spliced !== undefined && isDeepStrictEqual(valueIn(spliced), wanted)) return spliced
  // Written in a way that cannot be cut out, such as an explicit key or an anchor that an alias
  // elsewhere needs: then by the library after all.
  resolveAliases(document)
  document.setIn(path, value)
  return document.toString({ lineWidth: LINE_WIDTH })
}

/** What a YAML text says; nothing where it has faults or an alias without its anchor. */
export function valueIn(text: string): unknown {
  const document = parseDocument(text)
  if (document.errors.length > 0) return undefined
  try {
    return document.toJS()
  } catch {
    return undefined
  }
}

function splice(text: string, document: Document, path: Path, value: unknown): string | undefined {
  const above = path.slice(0, -1)
  const parent = above.length > 0 ? document.getIn(above, true) : document.contents
  if (isMap(parent) && !parent.flow) return setPair(text, parent, path, value)
  if (above.length === 0) return undefined
  const siblings = isMap(parent) ? parent.toJS(document) : undefined
  return splice(text, document, above, withValue(siblings, path.slice(-1), value))
}

function setPair(text: string, map: YAMLMap, path: Path, value: unknown): string | undefined {
  const name = String(path.at(-1))
  const pair = findPair(map, name)
  return pair ? replacePair(text, pair, name, value) : insertPair(text, map, path, value)
}

function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)
}

function replacePair(text: string, pair: Pair, name: string, value: unknown): string | undefined {
  const keyStart = isScalar(pair.key) ? pair.key.range?.[0] : undefined
  const end = endOf(text, pair)
  if (keyStart === undefined || end === undefined) return undefined
  const old = pair.value
  const isListForList = isSeq(old) && !old.flow && Array.isArray(value) && value.length > 0
  // Comments between the name of a list and its first entry stay then.
  const start = isListForList ? (old.range?.[0] ?? keyStart) : keyStart
  const rendered = render(isListForList ? value : { [name]: value }, columnOf(text, start))
  return text.slice(0, start) + rendered + text.slice(end)
}

/** After the field that comes before it in the schema, or as the last one. */
function insertPair(text: string, map: YAMLMap, path: Path, value: unknown): string | undefined {
  const name = String(path.at(-1))
  const known = Object.keys(schemaAt(undefined, path.slice(0, -1))?.properties ?? {})
  const earlier = known.slice(0, Math.max(0, known.indexOf(name))).reverse()
  const neighbour = earlier.map((other) => findPair(map, other)).find(Boolean) ?? map.items.at(-1)
  const [first] = map.items
  const end = neighbour && endOf(text, neighbour)
  const firstStart = isScalar(first?.key) ? first.key.range?.[0] : undefined
  if (end === undefined || firstStart === undefined) return undefined
  const column = columnOf(text, firstStart)
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end)
  const gap = path.length === 1 ? '\n\n' : '\n'
  const rendered = gap + ' '.repeat(column) + render({ [name]: value }, column)
  return text.slice(0, lineEnd) + rendered + text.slice(lineEnd)
}

/** Where the value of a pair ends, without the empty lines that follow it. */
function endOf(text: string, { value }: Pair): number | undefined {
  if (!isNode(value) || !value.range) return undefined
  return text.slice(0, value.range[1]).trimEnd().length
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** The YAML of a value whose first line begins at a column; long texts are folded. */
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

import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Path } from '../content/values.ts'

/** The fields and entries that lead to missing texts. A text has none inside. */
export type Tree = Map<PropertyKey, Tree>

type Fields = Record<string, unknown>
/** A text that is added at a place, or that replaces what is there. */
type Added = { at: number; to?: number; text: string }

const WIDTH = 100

export function treeOf(paths: Path[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    path.reduce((inside, step) => {
      const next = inside.get(step) ?? new Map()
      inside.set(step, next)
      return next
    }, tree)
  }
  return tree
}

/**
 * Adds the missing texts to the YAML of a language, in the order of the main content: fields without a value, each with
 * the text of the main content as a comment. Nothing else of the YAML changes. `left` are the fields in brackets, where a
 * comment has no place.
 */
export function addFields(
  yaml: string,
  main: Fields,
  tree: Tree,
): { text: string; left: string[] } {
  const text = yaml.endsWith('\n') || yaml === '' ? yaml : `${yaml}\n`
  const { contents } = parseDocument(text)
  const left: string[] = []

  function addToMap(map: YAMLMap, fields: Fields, inside: Tree, path: Path): Added[] {
    if (map.flow && map.items.length > 0) return nameLeft(inside, path)
    if (map.flow) {
      // `- {}`, which an earlier call wrote to keep a place.
      const [start = 0, end = 0] = map.range ?? []
      const lines = allFields(fields, inside, ' '.repeat(columnOf(map))).join('')
      return [{ at: start, to: end, text: lines.trim() }]
    }
    const indent = ' '.repeat(columnOf(map.items[0]?.key))
    let before: Pair | undefined
    return Object.entries(fields).flatMap(([name, value]): Added[] => {
      const pair = map.items.find(({ key }) => String(key) === name)
      const at = endOf(before)
      before = pair ?? before
      const part = inside.get(name)
      if (!part) return []
      const here = [...path, name]
      if (isMap(pair?.value)) return addToMap(pair.value, value as Fields, part, here)
      if (isSeq(pair?.value)) return addToList(pair.value, value as unknown[], part, here)
      if (pair && !isEmptyMap(pair, value)) return []
      if (pair) {
        const lines = allFields(value as Fields, part, `${indent}  `)
        return [{ at: endOf(pair) ?? 0, text: lines.join('') }]
      }
      const lines = fieldLines(name, value, part, indent).join('')
      if (path.length > 0) return [{ at: at ?? startOf(map), text: lines }]
      return [at ? { at, text: `\n${lines}` } : { at: startOf(map), text: `${lines}\n` }]
    })
  }

  function addToList(list: YAMLSeq, entries: unknown[], inside: Tree, path: Path): Added[] {
    if (list.flow) return nameLeft(inside, path)
    const indent = ' '.repeat(Math.max(columnOf(list.items[0]) - 2, 0))
    let before: Node | undefined
    return upToLast(entries, inside).flatMap((entry, index): Added[] => {
      const { id } = asFields(entry)
      const item = list.items.find((each, place) =>
        isMap(each) && each.has('id') ? each.get('id') === id : place === index && id === undefined,
      ) as Node | undefined
      const at = endOf(before)
      before = item ?? before
      const part = inside.get(index)
      const here = [...path, index]
      if (part && isMap(item)) return addToMap(item, asFields(entry), ofEntry(part), here)
      if (item || (!part && id !== undefined)) return []
      const lines = entryLines(entry, part, indent).join('')
      return [{ at: at ?? startOf(list), text: lines }]
    })
  }

  function nameLeft(inside: Tree, path: Path): Added[] {
    left.push(...Array.from(inside.keys(), (step) => [...path, step].map(String).join('.')))
    return []
  }

  /** Where the line begins that follows a node and the comments that belong to it. */
  function endOf(node: Pair | Node | undefined): number | undefined {
    if (!node) return undefined
    const last = lastIn(node)
    const end = last.range?.[1] ?? 0
    let next = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1
    const indent = columnOf(node)
    for (;;) {
      const [comment = ''] = /^ *#.*\n/.exec(text.slice(next)) ?? []
      if (comment.search(/#/) <= indent) return next
      next += comment.length
    }
  }

  function startOf(node: Node): number {
    const start = lineStart(node.range?.[0] ?? 0)
    // The first field of an entry is in the line of its dash.
    const isEntry = /^ *- /.test(text.slice(start)) && !isSeq(node)
    return isEntry ? text.indexOf('\n', start) + 1 : start
  }

  function columnOf(node: unknown): number {
    const first = isPairLike(node) ? node.key : (node as Node | undefined)
    const start = first?.range?.[0] ?? 0
    return start - lineStart(start)
  }

  function lineStart(position: number): number {
    return text.lastIndexOf('\n', position - 1) + 1
  }

  const added = isMap(contents)
    ? addToMap(contents, main, tree, [])
    : [{ at: text.length, text: allFields(main, tree, '').join('') }]
  const whole = added
    .toSorted((one, other) => one.at - other.at)
    .reduceRight((all, { at, to = at, text }) => all.slice(0, at) + text + all.slice(to), text)
  return { text: whole, left }
}

/** A field without a value is a text of an earlier call, unless the main content has fields there. */
function isEmptyMap({ value: own }: Pair, value: unknown): boolean {
  const isEmpty = own === null || (isScalar(own) && own.value === null)
  return isEmpty && typeof value === 'object' && !Array.isArray(value)
}

function isPairLike(node: unknown): node is Pair<Node, Node> {
  return typeof node === 'object' && node !== null && 'key' in node
}

function lastIn(node: Pair | Node): Node {
  if (isPairLike(node)) return node.value ? lastIn(node.value) : node.key
  const inner = (isMap(node) || isSeq(node)) && !node.flow ? node.items.at(-1) : undefined
  return inner ? lastIn(inner as Node) : (node as Node)
}

/** An entry as fields: a paragraph may be a text alone. */
function asFields(entry: unknown): Fields {
  return typeof entry === 'string' ? { text: entry } : (entry as Fields)
}

/** A paragraph that is an entry has its text in one field. */
function ofEntry(inside: Tree): Tree {
  return inside.size > 0 ? inside : new Map([['text', new Map()]])
}

function allFields(main: Fields, inside: Tree, indent: string): string[] {
  return Object.entries(main).flatMap(([name, value]) => {
    const part = inside.get(name)
    // An empty line between sections.
    return part ? [...(indent === '' ? ['\n'] : []), ...fieldLines(name, value, part, indent)] : []
  })
}

function fieldLines(name: string, value: unknown, inside: Tree, indent: string): string[] {
  if (typeof value === 'string') {
    const line = `${indent}${name}: # ${value.trim()}\n`
    const isShort = line.length <= WIDTH && !value.trim().includes('\n')
    return isShort ? [line] : [...commentLines(value, indent), `${indent}${name}:\n`]
  }
  const head = `${indent}${name}:\n`
  const within = `${indent}  `
  if (!Array.isArray(value)) return [head, ...allFields(value as Fields, inside, within)]
  const isList = value.some((entry) => typeof entry === 'object')
  if (!isList) return [head, ...value.flatMap((text) => commentLines(`- ${text}`, within))]
  const entries = upToLast(value, inside)
  return [head, ...entries.flatMap((entry, index) => entryLines(entry, inside.get(index), within))]
}

/** The entries up to the last one with a missing text. */
function upToLast(entries: unknown[], inside: Tree): unknown[] {
  return entries.slice(0, Math.max(...Array.from(inside.keys(), Number)) + 1)
}

/** An entry with its id, or else at its place: one without a missing text is empty then. */
function entryLines(entry: unknown, inside: Tree | undefined, indent: string): string[] {
  const fields = asFields(entry)
  const { id } = fields
  if (!inside) return id === undefined ? [`${indent}- {}\n`] : []
  const within = `${indent}  `
  const [first = '', ...others] = [
    ...(id === undefined ? [] : [`${within}id: ${stringify(id)}`]),
    ...allFields(fields, ofEntry(inside), within),
  ]
  return [`${indent}- ${first.trimStart()}`, ...others]
}

function commentLines(text: string, indent: string): string[] {
  const room = Math.max(WIDTH - indent.length - 2, 40)
  const parts = text.trim().match(new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)|\\S+`, 'g')) ?? []
  return parts.map((part) => `${indent}# ${part.trimEnd()}\n`)
}

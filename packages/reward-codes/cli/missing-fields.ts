import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Pair,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml'
import { getIn, isFields, type Path } from '../content/values.ts'

type Fields = Record<string, unknown>
/** The fields and entries that lead to missing texts. A text has none inside. */
type Missing = Map<PropertyKey, Missing>

/**
 * Adds the missing texts to the YAML of a language, in the order of the main content: empty texts, each with that of the
 * main content as a comment. Comments, texts and the order of what is there stay. A collection in brackets gets lines.
 */
export function addMissing(yaml: string, main: Fields, paths: Path[]): string {
  const missing: Missing = new Map()
  for (const path of paths) {
    path.reduce((inside, step) => {
      const next = inside.get(step) ?? new Map()
      inside.set(step, next)
      return next
    }, missing)
  }
  const document: Document = parseDocument(yaml.replaceAll('\r\n', '\n'))
  const sections = isMap(document.contents) ? document.contents : new YAMLMap()
  document.contents = fillMap(sections as YAMLMap, main, missing)
  for (const { key } of sections.items.slice(1)) (key as Scalar).spaceBefore = true
  const text = document.toString({ lineWidth: 100 })
  return yaml.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

/** A value with what it lacks. The comment of a long text is before its `key`. */
function filled(node: unknown, original: unknown, missing: Missing, key?: Scalar): unknown {
  if (isAlias(node)) return node
  if (missing.size === 0) return node ?? emptyText(String(original), key)
  const whole = Array.isArray(original)
    ? fillList(isSeq(node) ? node : new YAMLSeq(), original, missing)
    : fillMap(isMap(node) ? node : new YAMLMap(), original as Fields, missing)
  if (isScalar(node)) whole.commentBefore = node.comment ?? null
  return whole
}

function fillMap(map: YAMLMap, original: Fields, missing: Missing): YAMLMap {
  map.flow = false
  let at = map.has('id') ? 1 : 0
  for (const [name, value] of Object.entries(original)) {
    const index = map.items.findIndex(({ key }) => String(key) === name)
    if (index >= 0) at = index + 1
    const inside = missing.get(name)
    if (!inside) continue
    const pair = map.items[index] ?? new Pair(new Scalar(name))
    pair.value = filled(pair.value, value, inside, pair.key as Scalar)
    if (index < 0) map.items.splice(at++, 0, pair)
  }
  return map
}

function fillList(list: YAMLSeq, originals: unknown[], missing: Missing): YAMLSeq {
  list.flow = false
  const items = [...list.items]
  const areNamed = [...items, ...originals].every((entry) => idOf(entry) !== undefined)
  let at = 0
  for (const [index, original] of upToLast(originals, missing).entries()) {
    const id = idOf(original)
    const item = items.find((one, place) =>
      idOf(one) === undefined ? place === index : idOf(one) === id,
    )
    if (item) at = list.items.indexOf(item) + 1
    const inside = missing.get(index)
    if (item && inside) list.items[at - 1] = filledEntry(item, original, inside)
    if (item || (areNamed && !inside)) continue
    // An entry without an id is matched by its place, which one before it must not change.
    const place = areNamed ? at++ : list.items.length
    if (id !== undefined || place === index)
      list.items.splice(place, 0, filledEntry(undefined, original, inside))
  }
  return list
}

/** The entries up to the last one with a missing text. */
function upToLast(entries: unknown[], missing: Missing): unknown[] {
  return entries.slice(0, Math.max(...Array.from(missing.keys(), Number)) + 1)
}

/** An entry with its id. One without a missing text has nothing else. */
function filledEntry(item: unknown, original: unknown, missing: Missing | undefined): unknown {
  const id = idOf(original)
  const fields = isFields(original) ? original : { text: original }
  const isText = !isFields(original) || missing?.size === 0
  if (isAlias(item)) return item
  if (isText && item && !isMap(item)) return item
  if (isText && id === undefined && !item) return emptyText(String(fields.text))
  const map = isMap(item) ? item : new YAMLMap()
  if (!item && id !== undefined) map.set('id', id)
  if (missing) fillMap(map, fields, missing.size > 0 ? missing : new Map([['text', new Map()]]))
  const key = map.items[0]?.key
  if (map !== item && isScalar(key)) {
    map.commentBefore = key.commentBefore ?? null
    key.commentBefore = null
  }
  return map
}

function idOf(entry: unknown): unknown {
  return isMap(entry) ? entry.get('id') : getIn(entry, ['id'])
}

/** An empty text with its original as a comment: beside it, or above it if that is long. */
function emptyText(original: string, key?: Scalar): Scalar {
  const text = new Scalar('')
  text.type = Scalar.QUOTE_DOUBLE
  const lines = original.trim().split('\n').flatMap(wrapped)
  const comment = lines.map((line) => ` ${line}`).join('\n')
  if (lines.length === 1) text.comment = comment
  else (key ?? text).commentBefore = comment
  return text
}

function wrapped(line: string): string[] {
  const parts = line.match(/\S.{0,79}(?=\s|$)|\S+/g)
  return parts?.map((part) => part.trimEnd()) ?? ['']
}

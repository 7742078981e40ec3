import { type Document, isMap, isSeq, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { normalized, type Pair } from '../content/language-file.ts'
import { en } from '../content/strings/en.ts'
import type { Translation } from '../content/translations.ts'

const NO_LONGER = ' Texts that portfolio.yaml no longer has, or names without "value: true":'

/** How much of an earlier text a changed one has: 1 for the same text. */
const SIMILAR = 0.5

/**
 * Adds the texts without a translation to the file of a language, in their order in portfolio.yaml, and moves the
 * translations that no longer occur to its end. Comments and the order of the others stay. `hasLabels` is false for a
 * language whose labels the owner writes: they are added, too.
 */
export function completeFile(
  yaml: string,
  { occurrences, unused }: Translation,
  hasLabels: boolean,
): string {
  const document: Document = parseDocument(yaml.replaceAll('\r\n', '\n'))
  if (!isMap(document.contents)) document.contents = new YAMLMap() as typeof document.contents
  const list = collection(document, ['texts'], YAMLSeq<unknown>)
  const itemOf = ({ text, in: place }: Pair) =>
    list.items.find(
      (item): item is YAMLMap =>
        isMap(item) &&
        normalized(String(item.get('text'))) === normalized(text) &&
        item.get('in') === place,
    )
  const earlier = unused.flatMap((pair) => itemOf(pair) ?? [])
  for (const node of [list, ...list.items.filter((item) => isMap(item))]) {
    node.commentBefore = node.commentBefore?.replace(NO_LONGER, '').replace(/^\n/, '') || null
  }
  const shown = new Set<unknown>(occurrences.map(({ pair }) => pair && itemOf(pair)))
  const isEmpty = (item: unknown) => isMap(item) && item.get('translation') === ''
  list.items = list.items.filter(
    (item) => !earlier.includes(item as YAMLMap) && (shown.has(item) || !isEmpty(item)),
  )
  const added = new Set<string>()
  let at = 0
  for (const { path, text, pair } of occurrences) {
    const item = pair && itemOf(pair)
    if (item) at = list.items.indexOf(item) + 1
    if (item || added.has(normalized(text))) continue
    added.add(normalized(text))
    const map = document.createNode({ text, translation: '' })
    map.commentBefore = [path.join('.'), ...describeNearest(text, unused)]
      .map((line) => ` ${line}`)
      .join('\n')
    list.items.splice(at++, 0, map)
  }
  const [first] = earlier
  if (isMap(first))
    first.commentBefore = [NO_LONGER, first.commentBefore].filter(Boolean).join('\n')
  list.items.push(...earlier)
  if (!hasLabels) addLabels(document)
  const written = document.toString({ lineWidth: 100 })
  return yaml.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
}

/** The collection at a path, one entry a line. */
function collection<Kind extends YAMLMap | YAMLSeq>(
  document: Document,
  path: string[],
  Kind: new () => Kind,
): Kind {
  const found = document.getIn(path, true)
  const kept = isMap(found) || isSeq(found) ? (found as Kind) : new Kind()
  kept.flow = false
  if (kept !== found) document.setIn(path, kept)
  return kept
}

/** The earlier text that is most like a new one, with its translation: a changed sentence is edited, not written again. */
function describeNearest(text: string, unused: Pair[]): string[] {
  const [nearest] = unused
    .map((pair) => ({ pair, share: similarity(text, pair.text) }))
    .filter(({ share }) => share >= SIMILAR)
    .sort((a, b) => b.share - a.share)
  if (!nearest) return []
  const { translation } = nearest.pair
  return [
    `Was: ${normalized(nearest.pair.text)}`,
    `     ${normalized([translation].flat().join(' / '))}`,
  ]
}

/** The share of pairs of letters that two texts have in common. */
function similarity(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => {
    const letters = normalized(text).toLowerCase()
    return new Set(Array.from(letters, (_, index) => letters.slice(index, index + 2)))
  }) as [Set<string>, Set<string>]
  return (2 * [...a].filter((letters) => b.has(letters)).length) / (a.size + b.size)
}

/** Each label that the file lacks, empty, with the English one as a comment. */
function addLabels(document: Document): void {
  const { content: _, draft: __, form, legal, ...page } = en
  const groups = {
    '': page,
    form,
    legal,
  }
  for (const [name, labels] of Object.entries(groups)) {
    const map = collection(document, ['strings', ...(name ? [name] : [])], YAMLMap)
    for (const [key, text] of Object.entries(labels)) {
      if (map.has(key)) continue
      const empty = new Scalar('')
      empty.type = Scalar.QUOTE_DOUBLE
      empty.comment = ` ${text}`
      map.set(key, empty)
    }
  }
}

import { isDeepStrictEqual } from 'node:util'
import { isText, type SchemaNode, selectVariant } from './json-schema.ts'
import { normalized, type Pair } from './language-file.ts'
import { isFields, type Path } from './values.ts'

/** A text of portfolio.yaml, and the pair that is for it. */
type Occurrence = { path: Path; text: string; pair: Pair | undefined }
/** Where a value is written: in portfolio.yaml, or in the file of the language. */
type Origin = { isMain: boolean; path: Path }

/** What has the same value in every language. */
const SAME = /(^|\.)(id|for|tags|icon|date|period|until)$|^(sectionOrder|resumes)\b/
const placeOf = (path: Path) => path.filter((step) => typeof step === 'string').join('.')

/**
 * Replaces each text of the main content by its translation. A text that is the default of its field in `schema` is left
 * out: the field then has the default of the other language.
 */
export function translateContent(main: unknown, pairs: Pair[], schema: SchemaNode) {
  const byText = Map.groupBy(pairs, ({ text }) => normalized(text))
  const occurrences: Occurrence[] = []
  const found = new Set<Pair>()
  const origins = new Map<string, Origin>()

  function translateText(text: string, node: SchemaNode | undefined, path: Path, target: Path) {
    const place = `${placeOf(path)}.`
    const isOwnText = node !== undefined && isText(node)
    const [best, ...others] = (byText.get(normalized(text)) ?? [])
      .filter((each) => (isOwnText || each.value) && place.startsWith(each.in ? `${each.in}.` : ''))
      .sort((a, b) => (b.in?.length ?? 0) - (a.in?.length ?? 0))
    if (isOwnText && /\p{L}/u.test(text.replaceAll('{name}', ''))) {
      occurrences.push({ path, text, pair: best })
    }
    if (!best || SAME.test(placeOf(path))) return text
    for (const each of [best, ...others]) found.add(each)
    if (best.translation.length === 0) return text
    origins.set(String(target), written(best))
    return best.translation
  }

  const written = (one: Pair, ...rest: number[]): Origin => ({
    isMain: false,
    path: ['texts', pairs.indexOf(one), 'translation', ...rest],
  })

  function translateList(list: unknown[], node: SchemaNode | undefined, path: Path, target: Path) {
    const items: unknown[] = []
    for (const [index, item] of list.entries()) {
      const at = [...target, items.length]
      origins.set(String(at), { isMain: true, path: [...path, index] })
      const result = translate(node, item, [...path, index], at)
      const texts = isFields(result) ? result.text : result
      const isSeveral = node && isText(node) && Array.isArray(texts)
      const { pair } = occurrences.at(-1) ?? {}
      if (isSeveral && pair) {
        for (const n of texts.keys())
          origins.set(String([...target, items.length + n]), written(pair, n))
        items.push(...texts.map((text) => (isFields(result) ? { ...result, text } : text)))
      } else items.push(result)
    }
    return items
  }

  function translate(
    schema: SchemaNode | undefined,
    value: unknown,
    path: Path,
    target: Path,
  ): unknown {
    const node = schema && selectVariant(schema, value)
    if (node?.default !== undefined && isDeepStrictEqual(node.default, value)) return undefined
    if (typeof value === 'string') return translateText(value, node, path, target)
    if (Array.isArray(value)) return translateList(value, node?.items, path, target)
    if (!isFields(value)) return value
    const fields = Object.entries(value).map(([name, item]) => {
      const isEntryText = name === 'text' && node && isText(node)
      const inside = isEntryText ? node : node?.properties?.[name]
      return [name, translate(inside, item, [...path, name], [...target, name])]
    })
    return Object.fromEntries(fields.filter(([, item]) => item !== undefined))
  }

  function originOf(path: Path): Origin {
    const length =
      path.findLastIndex((_, index) => origins.has(String(path.slice(0, index + 1)))) + 1
    const origin = origins.get(String(path.slice(0, length)))
    if (!origin) return { isMain: path[0] !== 'strings', path }
    return origin.isMain ? { ...origin, path: [...origin.path, ...path.slice(length)] } : origin
  }

  const value = translate(schema, main, [], [])
  return {
    value,
    occurrences,
    originOf,
    unused: pairs.filter((each) => each.translation.length > 0 && !found.has(each)),
  }
}

/** The texts of the main file, and the translations of texts that it does not have. */
export type Translation = { occurrences: Occurrence[]; unused: Pair[] }

/** The texts without a translation, each once. */
function findMissing({ occurrences }: Translation): Occurrence[] {
  const missing = occurrences.filter(({ pair }) => !pair?.translation.length)
  return [...new Map(missing.map((each) => [normalized(each.text), each])).values()]
}

/** What is left to translate. Undefined if nothing is. */
export function describeTranslation(translation: Translation): string | undefined {
  const missing = findMissing(translation).length
  const unused = translation.unused.length
  const counts = [
    ...(missing > 0
      ? [`${missing} ${missing === 1 ? 'text has' : 'texts have'} no translation`]
      : []),
    ...(unused > 0
      ? [
          `${unused} ${unused === 1 ? 'translation no longer occurs' : 'translations no longer occur'}`,
        ]
      : []),
  ]
  return counts.length > 0 ? counts.join(', ') : undefined
}

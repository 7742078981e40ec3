import { isDeepStrictEqual } from 'node:util'
import { fieldOf, isText, type SchemaNode, selectVariant } from './json-schema.ts'
import { normalized, type Pair } from './language-file.ts'
import { getIn, isFields, type Path } from './values.ts'

/** A text of portfolio.yaml, and the pair that is for it. */
type Occurrence = { path: Path; text: string; pair: Pair | undefined }

/** What has the same value in every language. */
const SAME = /(^|\.)(id|for|tags|icon|date|period|until)\.$|^(sectionOrder|resumes)\./

/**
 * Replaces each text of the main content by its translation. A text that is the default of its field in `schema` is left
 * out: the field then has the default of the other language.
 */
export function translateContent(main: unknown, pairs: Pair[], schema: SchemaNode) {
  const byText = Map.groupBy(pairs, ({ text }) => normalized(text))
  const occurrences: Occurrence[] = []
  const found = new Set<Pair>()

  function translateText(text: string, isOwnText: boolean, path: Path): string | string[] {
    const place = `${path.filter((step) => typeof step === 'string').join('.')}.`
    const [pair, ...others] = (byText.get(normalized(text)) ?? [])
      .filter((each) => (isOwnText || each.value) && place.startsWith(each.in ? `${each.in}.` : ''))
      .sort((a, b) => (b.in?.length ?? 0) - (a.in?.length ?? 0))
    if (isOwnText && /\p{L}/u.test(text.replaceAll('{name}', ''))) {
      occurrences.push({ path, text, pair })
    }
    if (!pair || SAME.test(place)) return text
    for (const each of [pair, ...others]) found.add(each)
    return pair.translation.length > 0 ? pair.translation : text
  }

  /** A text with several translations becomes several entries of its list. */
  function translateItem(schema: SchemaNode | undefined, item: unknown, path: Path): unknown[] {
    const result = translate(schema, item, path)
    if (typeof item === 'string') return [result].flat()
    const isOfTexts = isFields(result) && isFields(item) && typeof item.text === 'string'
    return isOfTexts ? [result.text].flat().map((text) => ({ ...result, text })) : [result]
  }

  function translate(schema: SchemaNode | undefined, value: unknown, path: Path): unknown {
    const node = schema && selectVariant(schema, value)
    if (node?.default !== undefined && isDeepStrictEqual(node.default, value)) return undefined
    if (typeof value === 'string') return translateText(value, !!node && isText(node), path)
    if (Array.isArray(value)) {
      return value.flatMap((item, index) => translateItem(node?.items, item, [...path, index]))
    }
    if (!isFields(value)) return value
    const fields = Object.entries(value).map(([name, item]) => [
      name,
      translate(fieldOf(node, name), item, [...path, name]),
    ])
    return Object.fromEntries(fields.filter(([, item]) => item !== undefined))
  }

  const value = translate(schema, main, [])
  return {
    value,
    occurrences,
    unused: pairs.filter((each) => each.translation.length > 0 && !found.has(each)),
    /** Where the translation at a path stands in its file. Undefined for a value of the main file. */
    placeIn(path: Path): Path | undefined {
      const text = getIn(value, path)
      const index = pairs.findIndex(
        ({ translation }) =>
          translation === text ||
          (Array.isArray(translation) && translation.some((one) => one === text)),
      )
      return index < 0 ? undefined : ['texts', index, 'translation']
    },
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
      ? [countOf(missing, 'text has no translation', 'texts have no translation')]
      : []),
    ...(unused > 0
      ? [countOf(unused, 'translation no longer occurs', 'translations no longer occur')]
      : []),
  ]
  return counts.length > 0 ? counts.join(', ') : undefined
}

function countOf(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}

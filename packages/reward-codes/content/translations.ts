import { isDeepStrictEqual } from 'node:util'
import { fieldOf, isText, type SchemaNode, selectVariant } from './json-schema.ts'
import { normalized, type Pair } from './language-file.ts'
import { isFields, type Path } from './values.ts'

/** A text of portfolio.yaml, and the pair that is for it. */
type Occurrence = { path: Path; text: string; pair: Pair | undefined }

/** The texts of the main file, and the translations of texts that it does not have. */
export type Translation = { occurrences: Occurrence[]; unused: Pair[] }

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

  /** In a list, a text may have several translations. */
  function translateText(text: string, isOwnText: boolean, path: Path): string | string[] {
    const place = `${path.filter((step) => typeof step === 'string').join('.')}.`
    const fitting = (byText.get(normalized(text)) ?? [])
      .filter((each) => (isOwnText || each.value) && !SAME.test(place))
      .filter((each) => place.startsWith(each.in ? `${each.in}.` : ''))
      .sort((a, b) => (b.in?.length ?? 0) - (a.in?.length ?? 0))
    for (const each of fitting) found.add(each)
    const [pair] = fitting
    if (isOwnText && /\p{L}/u.test(text.replaceAll('{name}', ''))) {
      occurrences.push({ path, text, pair })
    }
    return pair?.translation.length ? pair.translation : text
  }

  function translate(schema: SchemaNode | undefined, value: unknown, path: Path): unknown {
    const node = schema && selectVariant(schema, value)
    if (node?.default !== undefined && isDeepStrictEqual(node.default, value)) return undefined
    if (typeof value === 'string') return translateText(value, !!node && isText(node), path)
    if (Array.isArray(value)) {
      const items = node?.items
      return value.flatMap((item, index) => {
        const result = translate(items, item, [...path, index])
        if (typeof item === 'string') return result
        if (!isFields(result) || !items || !isText(items)) return [result]
        return [result.text].flat().map((text) => ({ ...result, text }))
      })
    }
    if (!isFields(value)) return value
    const fields = Object.entries(value).map(([name, item]) => [
      name,
      translate(fieldOf(node, name), item, [...path, name]),
    ])
    return Object.fromEntries(fields.filter(([, item]) => item !== undefined))
  }

  const value = translate(schema, main, [])
  const unused = pairs.filter((each) => each.translation.length > 0 && !found.has(each))
  return { value, translation: { occurrences, unused } }
}

/** What is left to translate. Undefined if nothing is. */
export function describeTranslation({ occurrences, unused }: Translation): string | undefined {
  const missing = occurrences.filter(({ pair }) => !pair?.translation.length)
  const counts = {
    'texts without a translation': new Set(missing.map(({ text }) => normalized(text))).size,
    'translations without a text': unused.length,
  }
  const said = Object.entries(counts).filter(([, count]) => count > 0)
  return said.map(([what, count]) => `${what}: ${count}`).join(', ') || undefined
}

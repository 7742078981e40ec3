import { isDeepStrictEqual } from 'node:util'
import { isMap, isNode, isScalar, parseDocument } from 'yaml'
import { type Path, withoutValue } from './changes.ts'
import { resolveAliases } from './resolve-aliases.ts'
import { valueIn } from './set-in-yaml.ts'

/** Takes a field out of a YAML text, with its lines and nothing else. */
export function dropFromYaml(text: string, path: Path): string {
  const document = parseDocument(text)
  const wanted = withoutValue(document.toJS(), path)
  const map = document.getIn(path.slice(0, -1), true)
  const pair = isMap(map)
    ? map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
    : undefined
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined
  const end = isNode(pair?.value) ? pair.value.range?.[1] : undefined
  if (start !== undefined && end !== undefined) {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length)
    const cut = text.slice(0, lineStart) + (lineEnd < 0 ? '' : text.slice(lineEnd + 1))
    if (isDeepStrictEqual(valueIn(cut), wanted)) return cut
  }
  resolveAliases(document)
  document.deleteIn(path)
  return document.toString()
}

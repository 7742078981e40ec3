import { valueAt } from './at-path.ts'
import { portfolioSchema } from './schema.ts'
import type { Path } from './source.ts'

export type SchemaNode = {
  description?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  oneOf?: SchemaNode[]
  const?: unknown
}

let root: SchemaNode | undefined

/** The part of the schema that a path through a content leads to, as JSON Schema, which is easy to walk. */
export function schemaAt(content: unknown, path: Path): SchemaNode | undefined {
  root ??= portfolioSchema.toJSONSchema({ io: 'input' }) as SchemaNode
  let node: SchemaNode | undefined = chosen(root, content)
  let value = content
  for (const step of path) {
    value = valueAt(value, [step])
    const next: SchemaNode | undefined =
      typeof step === 'number' ? node?.items : node?.properties?.[String(step)]
    node = next && chosen(next, value)
  }
  return node
}

/** Of several forms, the one whose fixed words the value has. */
function chosen(node: SchemaNode, value: unknown): SchemaNode {
  const form = node.oneOf?.find(({ properties = {} }) =>
    Object.entries(properties).some(
      ([key, property]) => 'const' in property && property.const === valueAt(value, [key]),
    ),
  )
  return form ?? node
}

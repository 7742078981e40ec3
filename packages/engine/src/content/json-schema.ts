import { portfolioSchema } from './schema.ts'
import { getIn, type Path } from './values.ts'

/** The file in the content folder from which editors complete the portfolio. */
export const SCHEMA_FILE = 'portfolio.schema.json'

/** The JSON Schema of the content, as written to SCHEMA_FILE. */
export function contentSchemaText(): string {
  const schema = portfolioSchema.toJSONSchema({ io: 'input' })
  return `${JSON.stringify({ ...schema, title: 'Portfolio' }, null, 2)}\n`
}

export type SchemaNode = {
  description?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  oneOf?: SchemaNode[]
  const?: unknown
}

let root: SchemaNode | undefined

/** The schema node at a path of the content, as JSON Schema, which is easy to traverse. */
export function schemaAt(content: unknown, path: Path): SchemaNode | undefined {
  root ??= portfolioSchema.toJSONSchema({ io: 'input' }) as SchemaNode
  let node: SchemaNode | undefined = selectVariant(root, content)
  let value = content
  for (const step of path) {
    value = getIn(value, [step])
    const next: SchemaNode | undefined =
      typeof step === 'number' ? node?.items : node?.properties?.[String(step)]
    node = next && selectVariant(next, value)
  }
  return node
}

/** Selects the `oneOf` variant whose `const` property equals the value's. */
function selectVariant(node: SchemaNode, value: unknown): SchemaNode {
  const variant = node.oneOf?.find(({ properties = {} }) =>
    Object.entries(properties).some(
      ([key, property]) => 'const' in property && property.const === getIn(value, [key]),
    ),
  )
  return variant ?? node
}

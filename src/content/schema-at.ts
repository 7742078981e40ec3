import { portfolioSchema } from './schema.ts'

type SchemaNode = {
  description?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
}

let schemaRoot: SchemaNode | undefined

/** The part of the schema that a path leads to, as JSON Schema, which is easy to walk. */
export function schemaAt(path: readonly PropertyKey[]): SchemaNode | undefined {
  schemaRoot ??= portfolioSchema.toJSONSchema({ io: 'input' }) as SchemaNode
  let node: SchemaNode | undefined = schemaRoot
  for (const step of path) {
    node = typeof step === 'number' ? node?.items : node?.properties?.[String(step)]
  }
  return node
}

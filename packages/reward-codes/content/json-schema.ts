import { languageFile } from './language-file.ts'
import { createSchema } from './portfolio-schema.ts'
import type { SlotName } from './schema/assets.ts'
import { ASSET, TEXT } from './schema/fields.ts'
import { NO_SECTIONS, type OwnSections } from './schema/sections.ts'
import { type Strings, uiStrings } from './schema/strings.ts'
import { en } from './strings/en.ts'
import { getIn, isFields, type Path } from './values.ts'

/** The files in the content folder from which editors complete the portfolio and the files of other languages. */
export const SCHEMA_FILE = 'portfolio.schema.json'
export const LANGUAGE_SCHEMA_FILE = 'language.schema.json'

/** The JSON Schema of the content, as written to SCHEMA_FILE. */
export function contentSchemaText(sections?: OwnSections): string {
  return textOf({ ...jsonSchema(sections), title: 'Portfolio' }, [TEXT, ASSET])
}

/** The schema of a language file for editors. It includes the labels, which are checked with the content. */
export function languageSchemaText(): string {
  const described = languageFile.extend({ strings: uiStrings(en).prefault({}) })
  return textOf(described.toJSONSchema({ io: 'input' }), [TEXT, 'minLength'])
}

/** Editors would report a keyword that they do not know. */
function textOf(schema: object, without: string[]): string {
  const write = (key: string, value: unknown) => (without.includes(key) ? undefined : value)
  return `${JSON.stringify(schema, write, 2)}\n`
}

export type SchemaNode = {
  description?: string
  format?: string
  contentMediaType?: string
  [TEXT]?: true
  [ASSET]?: SlotName | 'icon' | 'file'
  default?: unknown
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  oneOf?: SchemaNode[]
  anyOf?: SchemaNode[]
  const?: unknown
}

let last: { sections: OwnSections; strings: Strings; schema: SchemaNode } | undefined

/** The schema as JSON Schema, with the defaults of a language, which is easy to traverse. It is kept, because making it takes as long as a load. */
export function jsonSchema(sections: OwnSections = NO_SECTIONS, strings: Strings = en): SchemaNode {
  if (last?.sections !== sections || last.strings !== strings) {
    const schema = createSchema({ sections, strings }).toJSONSchema({ io: 'input' }) as SchemaNode
    last = { sections, strings, schema }
  }
  return last.schema
}

/** Whether a value is a text, which each language has its own of: `line` and `paragraph`, and no `properName`. */
export function isText({ items, ...node }: SchemaNode): boolean {
  return (items ?? node)[TEXT] === true
}

/** The schema of a field. Where a text is also written as fields, that of `text` is its own. */
export function fieldOf(node: SchemaNode | undefined, name: string): SchemaNode | undefined {
  return name === 'text' && node && isText(node) ? node : node?.properties?.[name]
}

/** A value that is no list and no fields, with what the schema says of it. */
export type Leaf = { path: Path; leaf: unknown; node: SchemaNode | undefined }

/** The values of the content at any depth. */
export function leavesWith(
  schema: SchemaNode | undefined,
  value: unknown,
  path: Path = [],
): Leaf[] {
  const node = schema && selectVariant(schema, value)
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => leavesWith(node?.items, item, [...path, index]))
  }
  if (!isFields(value)) return [{ path, leaf: value, node }]
  return Object.entries(value).flatMap(([name, item]) =>
    leavesWith(fieldOf(node, name), item, [...path, name]),
  )
}

/** The schema node at a path of the content. */
export function schemaAt(root: SchemaNode, content: unknown, path: Path): SchemaNode | undefined {
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

/** Selects the `oneOf` variant whose `const` property equals the value's, or the `anyOf` variant with fields. */
export function selectVariant(node: SchemaNode, value: unknown): SchemaNode {
  if (node.anyOf && value instanceof Object)
    return node.anyOf.find(({ properties }) => properties) ?? node
  const constants = ({ properties = {} }: SchemaNode) =>
    Object.entries(properties).filter(([, property]) => 'const' in property)
  const variant = node.oneOf?.find((one) =>
    constants(one).some(([key, property]) => property.const === getIn(value, [key])),
  )
  return variant ?? node.oneOf?.find((one) => constants(one).length === 0) ?? node
}

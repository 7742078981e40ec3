import { z } from 'zod'
import { getIn } from './values.ts'

/** The schemas of the owner's sections by id; undefined for one that could not be loaded. */
export type OwnSections = Record<string, z.ZodObject | undefined>

let sections: OwnSections = {}

/** Sets the sections that the owner has written as components. A command does so before it reads content. */
export function setOwnSections(own: OwnSections): void {
  sections = own
}

export function ownSections(): OwnSections {
  return sections
}

/** Whether this is an entry of the content whose fields have a schema of the owner. */
export function isOwnSection(entry: unknown): boolean {
  const id = getIn(entry, ['id'])
  return typeof id === 'string' && Object.hasOwn(sections, id)
}

/** The fields that every entry of `customSections` has. */
const COMMON = { id: true, menuLabel: true, heading: true } as const

type CustomSchema = z.ZodObject<Record<keyof typeof COMMON, z.ZodType>>

function commonOf({ shape: { id, menuLabel, heading } }: CustomSchema) {
  return z.object({ id, menuLabel, heading })
}

/** The schema of an entry of `customSections`: the owner's for an own section, or else the engine's. */
export function withOwnSections<Custom extends CustomSchema>(custom: Custom) {
  const common = commonOf(custom)
  const own = sections
  if (Object.keys(own).length === 0) return custom
  const schema = z.unknown().transform((value, context) => {
    const results = isOwnSection(value)
      ? parseOwn(value, common, own[String(getIn(value, ['id']))])
      : [custom.safeParse(value, { reportInput: true })]
    const issues = results.flatMap(({ error }) => error?.issues ?? [])
    context.issues.push(...(issues as typeof context.issues))
    return issues.length > 0 ? z.NEVER : joined(results.map(({ data }) => data))
  })
  variants.set(schema, () => [
    ...Object.entries(own).map((one) => ownVariant(one, common)),
    otherVariant(custom, own),
  ])
  return schema as unknown as Custom
}

function parseOwn(value: unknown, common: z.ZodObject, schema: z.ZodObject = z.looseObject({})) {
  const fields = typeof value === 'object' && value !== null ? value : {}
  const others = Object.entries(fields).filter(([name]) => !(name in COMMON))
  const options = { reportInput: true }
  const strict = schema.def.catchall ? schema : schema.strict()
  return [common.safeParse(value, options), strict.safeParse(Object.fromEntries(others), options)]
}

function joined([section, own]: unknown[]): unknown {
  return own === undefined ? section : { ...(section as object), text: [], entries: [], own }
}

/** The fields of the sections as their owner wrote them. */
export function asFields<Section extends object>(section: Section): Section {
  if (!('own' in section)) return section
  const { text: _, entries: __, own, ...fields } = section as unknown as Record<string, object>
  return { ...fields, ...own } as unknown as Section
}

/** The JSON Schemas of the kinds of entries, by the schema of an entry. */
const variants = new WeakMap<object, () => object[]>()

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

function ownVariant([id, schema]: [string, OwnSections[string]], common: z.ZodObject): object {
  const base = z.toJSONSchema(common, { io: 'input' }) as JsonSchema
  const { $schema: _, ...own } = z.toJSONSchema(schema ?? z.looseObject({}), {
    io: 'input',
  }) as JsonSchema & { $schema?: string }
  return {
    ...own,
    properties: {
      ...base.properties,
      id: { type: 'string', const: id, description: 'The id of the section.' },
      ...own.properties,
    },
    required: [...(base.required ?? []), ...(own.required ?? [])],
    additionalProperties: !schema,
    description: `The section of parts/sections/${id}.tsx.`,
  }
}

function otherVariant(custom: z.ZodType, own: OwnSections): object {
  const { $schema: _, ...schema } = z.toJSONSchema(custom, { io: 'input' }) as JsonSchema & {
    $schema?: string
  }
  const id = { ...schema.properties?.id, not: { enum: Object.keys(own) } }
  return { ...schema, properties: { ...schema.properties, id } }
}

/** Describes entries of own sections, which parse by a function, as JSON Schema. */
export function describeOwnSections(context: { zodSchema: object; jsonSchema: object }): void {
  const make = variants.get(context.zodSchema)
  if (make) Object.assign(context.jsonSchema, { oneOf: make() })
}

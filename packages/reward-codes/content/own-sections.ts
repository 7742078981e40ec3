import { z } from 'zod'
import { AssetError, type Assets, ImageAsset } from './assets.ts'
import { getIn, leavesOf, mapLeaves } from './values.ts'

/** The schemas of the owner's sections by id. */
export type OwnSections = Record<string, z.ZodObject>

let sections: OwnSections = {}
let areUnknown = false

/** Sets the sections of the owner, before content is read. */
export function setOwnSections(own: OwnSections): void {
  sections = own
}

/** Accepts any fields in an entry of `customSections` that is not one of ours. The schemas are not known here. */
export function acceptOwnSections(): void {
  areUnknown = true
}

export function ownSections(): OwnSections {
  return sections
}

/** The schema of the owner for an entry of the content. */
function schemaFor(entry: unknown): z.ZodObject | undefined {
  const id = getIn(entry, ['id'])
  return typeof id === 'string' && Object.hasOwn(sections, id) ? sections[id] : undefined
}

/** The fields that every entry of `customSections` has. */
const COMMON = { id: true, menuLabel: true, heading: true } as const

type CustomSchema = z.ZodObject<Record<keyof typeof COMMON, z.ZodType>>

function commonOf({ shape: { id, menuLabel, heading } }: CustomSchema) {
  return z.object({ id, menuLabel, heading })
}

/**
 * The schema of an entry of `customSections`: the owner's for an own section, or else ours. Parsing
 * resolves the images of both.
 */
export function withOwnSections<Custom extends CustomSchema>(custom: Custom, assets: Assets) {
  const common = commonOf(custom)
  const own = sections
  if (Object.keys(own).length === 0 && !areUnknown) return custom
  const schema = z.unknown().transform((value, context) => {
    const schemaOfOwn = schemaFor(value)
    const { section, fields, issues } = schemaOfOwn
      ? parseOwn(value, common, schemaOfOwn)
      : parseCustom(value, custom, common)
    const conclude = (images: Images) => {
      const all = [...issues, ...imageIssues(fields, images)]
      context.issues.push(...(all as typeof context.issues))
      return all.length > 0 ? z.NEVER : joined(section, withImages(fields, images))
    }
    const images = resolveImages(fields, assets)
    return images instanceof Promise ? images.then(conclude) : conclude(images)
  })
  variants.set(schema, () => [
    ...Object.entries(own).map((one) => ownVariant(one, common)),
    otherVariant(custom, own),
  ])
  return schema as unknown as Custom
}

type Issue = z.core.$ZodIssue
type Parsed = { section: unknown; fields?: unknown; issues: Issue[] }

function parseCustom(value: unknown, custom: CustomSchema, common: z.ZodObject): Parsed {
  const { data, error } = custom.safeParse(value, { reportInput: true })
  if (error && areUnknown) return parseOwn(value, common, z.looseObject({}))
  return { section: data, issues: error?.issues ?? [] }
}

function parseOwn(value: unknown, common: z.ZodObject, schema: z.ZodObject): Parsed {
  const written = typeof value === 'object' && value !== null ? value : {}
  const others = Object.entries(written).filter(([name]) => !(name in COMMON))
  const strict = schema.def.catchall ? schema : schema.strict()
  let fields: unknown
  // Also with mistakes in other fields, so that a missing image is reported together with them.
  const capture = (parsed: unknown) => {
    fields = parsed
    return true
  }
  const captured = strict.refine(capture, { when: () => true })
  const results = [
    common.safeParse(value, { reportInput: true }),
    captured.safeParse(Object.fromEntries(others), { reportInput: true }),
  ] as const
  const issues = results.flatMap(({ error }) => error?.issues ?? [])
  return { section: results[0].data, fields, issues }
}

/** The images of a section, resolved, or why the content cannot use them. */
type Images = Map<ImageAsset, ImageAsset | AssetError>

function resolveImages(fields: unknown, assets: Assets): Images | Promise<Images> {
  const found = leavesOf(fields).flatMap(({ leaf }) => (leaf instanceof ImageAsset ? leaf : []))
  const resolved = found.map(({ name, slot }) => assets.image(name, slot))
  const pair = (images: (ImageAsset | AssetError)[]): Images =>
    new Map(found.map((asset, index) => [asset, images[index] ?? asset]))
  return resolved.some((image) => image instanceof Promise)
    ? Promise.all(resolved).then(pair)
    : pair(resolved as (ImageAsset | AssetError)[])
}

function imageIssues(fields: unknown, images: Images) {
  return leavesOf(fields).flatMap(({ path, leaf }) => {
    const image = leaf instanceof ImageAsset ? images.get(leaf) : undefined
    if (!(image instanceof AssetError)) return []
    return { code: 'custom', input: (leaf as ImageAsset).name, path, params: image }
  })
}

function withImages(fields: unknown, images: Images): unknown {
  return mapLeaves(fields, (leaf) => (leaf instanceof ImageAsset ? images.get(leaf) : leaf))
}

function joined(section: unknown, own: unknown): unknown {
  return own === undefined ? section : { ...(section as object), text: [], entries: [], own }
}

/** The JSON Schemas of the kinds of entries, by the schema of an entry. */
const variants = new WeakMap<object, () => object[]>()

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

function ownVariant([id, schema]: [string, z.ZodObject], common: z.ZodObject): object {
  const base = z.toJSONSchema(common, { io: 'input' }) as JsonSchema
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema & {
    $schema?: string
  }
  return {
    ...own,
    properties: {
      ...base.properties,
      id: { type: 'string', const: id, description: 'The id of the section.' },
      ...own.properties,
    },
    required: [...(base.required ?? []), ...(own.required ?? [])],
    additionalProperties: false,
    description: 'A section of your own, with the schema in astro.config.ts.',
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

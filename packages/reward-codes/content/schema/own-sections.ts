import { z } from 'zod'
import { getIn, leavesOf, mapLeaves } from '../values.ts'
import { AssetError, type Assets, type ImageAsset, imagesIn, isImage } from './assets.ts'

/** The schemas of the owner's sections by id. Commands do not know them, and accept any fields. */
export type OwnSections = Record<string, z.ZodObject> | 'unknown'

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
export function withOwnSections<Custom extends CustomSchema>(
  custom: Custom,
  assets: Assets,
  sections: OwnSections,
): Custom {
  const areUnknown = sections === 'unknown'
  const own = areUnknown ? {} : sections
  if (!areUnknown && Object.keys(own).length === 0) return custom
  const common = commonOf(custom)
  const parse = (value: unknown): Parsed => {
    const id = getIn(value, ['id'])
    const schema = typeof id === 'string' && Object.hasOwn(own, id) ? own[id] : undefined
    if (schema) return parseOwn(value, common, schema)
    const { data, error } = custom.safeParse(value, { reportInput: true })
    if (error && areUnknown) return parseOwn(value, common, z.looseObject({}))
    return { section: data, issues: error?.issues ?? [] }
  }
  const schema = z.unknown().transform((value, context) => {
    const { section, fields, issues } = parse(value)
    const conclude = (images: Images) => {
      const all = [...issues, ...imageIssues(fields, images)]
      context.issues.push(...(all as typeof context.issues))
      return all.length > 0 ? z.NEVER : joined(section, withImages(fields, images))
    }
    const images = resolveImages(fields, assets)
    return images instanceof Promise ? images.then(conclude) : conclude(images)
  })
  // What parses by a function is described for editors here.
  const variants = Object.entries(own).map((one) => ownVariant(one, common))
  const described = schema.meta({ oneOf: [...variants, otherVariant(custom, Object.keys(own))] })
  return described as unknown as Custom
}

type Issue = z.core.$ZodIssue
type Parsed = { section: unknown; fields?: unknown; issues: Issue[] }

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
  const found = imagesIn(fields)
  const resolved = found.map(({ name, slot }) => assets.image(name, slot))
  const pair = (images: (ImageAsset | AssetError)[]): Images =>
    new Map(found.map((asset, index) => [asset, images[index] ?? asset]))
  return resolved.some((image) => image instanceof Promise)
    ? Promise.all(resolved).then(pair)
    : pair(resolved as (ImageAsset | AssetError)[])
}

function imageIssues(fields: unknown, images: Images) {
  return leavesOf(fields).flatMap(({ path, leaf }) => {
    const image = isImage(leaf) ? images.get(leaf) : undefined
    return image instanceof AssetError ? { code: 'custom', input: leaf, path, params: image } : []
  })
}

function withImages(fields: unknown, images: Images): unknown {
  return mapLeaves(fields, (leaf) => (isImage(leaf) ? images.get(leaf) : leaf))
}

function joined(section: unknown, own: unknown): unknown {
  return own === undefined ? section : { ...(section as object), text: [], entries: [], own }
}

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
    description: 'A section of your own, with the schema that astro.config.ts names.',
  }
}

function otherVariant(custom: z.ZodType, own: string[]): object {
  const { $schema: _, ...schema } = z.toJSONSchema(custom, { io: 'input' }) as JsonSchema & {
    $schema?: string
  }
  const id = { ...schema.properties?.id, not: { enum: own } }
  return { ...schema, properties: { ...schema.properties, id } }
}

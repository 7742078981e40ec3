import { z } from 'zod'
import { getIn, leavesOf, mapLeaves } from '../values.ts'
import { AssetError, type Assets, imagesIn, isImage } from './assets.ts'

/** The schemas of the owner's sections by id. Commands do not know them, and accept any `fields`. */
export type OwnSections = Record<string, z.ZodObject> | 'unknown'

type CustomSchema = z.ZodObject<Record<'id' | 'menuLabel' | 'heading', z.ZodType>>

/** The schema of an entry of `customSections`: for an own section that with its `fields`, or else ours. */
export function withOwnSections<Custom extends CustomSchema>(
  custom: Custom,
  assets: Assets,
  sections: OwnSections,
): Custom {
  const isUnknown = sections === 'unknown'
  const own = new Map(
    Object.entries(isUnknown ? {} : sections).map(([id, fields]) => [
      id,
      ownSection(custom, z.literal(id).describe('The id of the section.'), fields, assets),
    ]),
  )
  if (!isUnknown && own.size === 0) return custom
  const any = ownSection(custom, custom.shape.id, z.looseObject({}), assets)
  const schemaFor = (value: unknown) => {
    if (isUnknown) return getIn(value, ['fields']) === undefined ? custom : any
    return own.get(String(getIn(value, ['id']))) ?? custom
  }
  const schema = z.unknown().transform(async (value, context) => {
    const result = await schemaFor(value).safeParseAsync(value, { reportInput: true })
    context.issues.push(...((result.error?.issues ?? []) as typeof context.issues))
    return result.success ? result.data : z.NEVER
  })
  // What parses by a function is described for editors here.
  const others = jsonSchemaOf(custom)
  const otherId = { ...others.properties?.id, not: { enum: [...own.keys()] } }
  const described = schema.meta({
    oneOf: [
      ...[...own.values()].map(jsonSchemaOf),
      { ...others, properties: { ...others.properties, id: otherId } },
    ],
  })
  return described as unknown as Custom
}

function ownSection(custom: CustomSchema, id: z.ZodType, fields: z.ZodObject, assets: Assets) {
  const { menuLabel, heading } = custom.shape
  return z
    .strictObject({ id, menuLabel, heading, fields: withImages(fields, assets) })
    .describe('A section of your own, with the schema that astro.config.ts names.')
    .transform((section) => ({ ...section, text: [], entries: [] }))
}

/** The fields of an own section with their images resolved. */
function withImages(fields: z.ZodObject, assets: Assets) {
  const strict = fields.def.catchall ? fields : fields.strict()
  return strict
    .superRefine(
      async (value, context) => {
        const found = imagesIn(value)
        const resolved = await Promise.all(found.map(({ name, slot }) => assets.image(name, slot)))
        const images = new Map(found.map((image, index) => [image, resolved[index]]))
        for (const { path, leaf } of leavesOf(value)) {
          const image = isImage(leaf) && images.get(leaf)
          if (!(image instanceof AssetError)) continue
          context.addIssue({ code: 'custom', input: leaf, path: [...path], params: image })
        }
        context.value = mapLeaves(value, (leaf) =>
          isImage(leaf) ? images.get(leaf) : leaf,
        ) as typeof value
      },
      // Also with mistakes in other fields, so that a missing image is reported together with them.
      { when: () => true },
    )
    .describe(fields.description ?? 'The fields of the section.')
}

type JsonSchema = { properties?: Record<string, object> }

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...others } = z.toJSONSchema(schema, { io: 'input' })
  return others as JsonSchema
}

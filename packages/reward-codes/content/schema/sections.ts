import { z } from 'zod'
import { getIn } from '../values.ts'
import { line, link, paragraph, paragraphs } from './fields.ts'

/** The built-in sections, in their default order. */
export const BUILT_IN = [
  'about',
  'services',
  'projects',
  'testimonials',
  'resume',
  'contact',
] as const

/** The anchor (element id) of a section: its name, in every language. `projects` has the anchor `portfolio`. */
export function anchorOf(name: string): string {
  return name === 'projects' ? 'portfolio' : name
}

/** Ids that the page already uses as anchors. */
const RESERVED_IDS: string[] = [
  ...['hero', 'main', 'footer', 'root', 'fonts', 'menu', 'message'],
  ...BUILT_IN,
  anchorOf('projects'),
]

/** Prefixes of ids that the page generates. */
const GENERATED_ID = /^(?:icon|message|project)-/

const sectionId = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'lowercase letters, digits and -, such as talks' })
  .refine((name) => !RESERVED_IDS.includes(name) && !GENERATED_ID.test(name), {
    error: 'an id that no other section uses',
  })
  .describe('The id of the section, used as its anchor: talks is at #talks.')

const customEntry = z
  .strictObject({
    title: line('The title of the entry.'),
    detail: line('A short detail, such as date or place.').optional(),
    description: paragraph('A description of one or two sentences.').optional(),
    url: link('The URL of the entry.').optional(),
  })
  .describe('An entry of the section.')

const customSection = z
  .strictObject({
    id: sectionId,
    menuLabel: line('The menu label of the section.'),
    heading: line('The heading of the section.'),
    text: paragraphs('Paragraphs above the entries.').prefault([]),
    entries: z.array(customEntry).describe('The entries, shown as a list.').default([]),
  })
  .refine(({ text, entries }) => text.length + entries.length > 0, {
    path: ['text'],
    error: 'at least one paragraph or entry',
  })
  .describe('A custom section: paragraphs, a list of entries, or both.')

export type CustomFields = z.output<typeof customSection>

/** The schemas of the owner's sections by id. Commands do not know them, and accept any `fields`. */
export type OwnSections = Record<string, z.ZodObject> | 'unknown'
export const NO_SECTIONS: OwnSections = {}

/** The schema of an entry of `customSections`. An own section adds its `fields`. */
export function sectionOf(sections: OwnSections): typeof customSection {
  const isUnknown = sections === 'unknown'
  const own = new Map(
    Object.entries(isUnknown ? {} : sections).map(([id, fields]) => [
      id,
      ownSection(z.literal(id).describe('The id of the section.'), fields),
    ]),
  )
  if (!isUnknown && own.size === 0) return customSection
  const any = ownSection(sectionId, z.looseObject({}))
  const schemaFor = (value: unknown) => {
    if (isUnknown) return getIn(value, ['fields']) === undefined ? customSection : any
    return own.get(String(getIn(value, ['id']))) ?? customSection
  }
  const schema = z.unknown().transform(async (value, context) => {
    const result = await schemaFor(value).safeParseAsync(value, { reportInput: true })
    context.issues.push(...((result.error?.issues ?? []) as typeof context.issues))
    return result.success ? result.data : z.NEVER
  })
  // What parses by a function is described for editors here.
  const others = jsonSchemaOf(customSection)
  const otherId = { ...others.properties?.id, not: { enum: [...own.keys()] } }
  const described = schema.meta({
    oneOf: [
      ...[...own.values()].map(jsonSchemaOf),
      { ...others, properties: { ...others.properties, id: otherId } },
    ],
  })
  return described as unknown as typeof customSection
}

function ownSection(id: z.ZodType, fields: z.ZodObject) {
  const { menuLabel, heading } = customSection.shape
  const strict = fields.def.catchall ? fields : fields.strict()
  return z
    .strictObject({
      id,
      menuLabel,
      heading,
      fields: strict.describe(fields.description ?? 'The fields of the section.'),
    })
    .describe('A section of your own, with the schema that astro.config.ts names.')
    .transform((section) => ({ ...section, text: [], entries: [] }))
}

type JsonSchema = { properties?: Record<string, object> }

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...others } = z.toJSONSchema(schema, { io: 'input' })
  return others as JsonSchema
}

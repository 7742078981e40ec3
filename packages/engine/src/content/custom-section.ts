import { z } from 'zod'
import { heading, line, menuLabel, paragraph, webAddress } from './fields.ts'
import { anchorOf } from './site-paths.ts'

/** The built-in sections, in their default order. */
export const BUILT_IN = ['about', 'services', 'projects', 'resume', 'contact'] as const

/** Ids that the page already uses as anchors. */
const RESERVED_IDS: string[] = [
  ...['hero', 'main', 'footer', 'root', 'menu', 'message'],
  ...BUILT_IN,
  ...BUILT_IN.map(anchorOf),
]

/** Prefixes of ids that the page generates. */
const GENERATED_ID = /^(?:icon|message|altcha)-/

const id = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'lowercase letters, digits and -, such as talks' })
  .refine((name) => !RESERVED_IDS.includes(name) && !GENERATED_ID.test(name), {
    error: 'an id that no other section uses',
  })
  .describe('The id of the section, used as its anchor: talks is at #talks.')

const entry = z
  .strictObject({
    title: line('The title of the entry.'),
    detail: line('A short detail, such as date or place.').optional(),
    description: paragraph('A description of one or two sentences.').optional(),
    url: webAddress('The URL of the entry.').optional(),
  })
  .describe('An entry of the section.')

export const customSection = z
  .strictObject({
    id,
    menuLabel,
    heading,
    text: z.array(paragraph('A paragraph.')).describe('Paragraphs above the entries.').default([]),
    entries: z.array(entry).describe('The entries, shown as a list.').default([]),
  })
  .refine(({ text, entries }) => text.length + entries.length > 0, {
    path: ['text'],
    error: 'at least one paragraph or entry',
  })
  .describe('A custom section: paragraphs, a list of entries, or both.')

export type CustomSection = z.output<typeof customSection>

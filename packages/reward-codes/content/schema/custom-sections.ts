import { z } from 'zod'
import { line, link, paragraph, paragraphs } from './fields.ts'
import { anchorOf, BUILT_IN } from './section-names.ts'

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

export const customSection = z
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

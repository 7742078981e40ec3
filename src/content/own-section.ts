import { z } from 'zod'
import { heading, line, menu, paragraph, webAddress } from './fields.ts'

/** The sections that the page knows by itself, in the order in which they stand unless told. */
export const BUILT_IN = ['about', 'services', 'projects', 'resume', 'contact'] as const

/** Other words that are anchors of the page already. */
const TAKEN = ['hero', 'main', 'footer', 'root', 'menu', 'message', 'portfolio', ...BUILT_IN]

/** The page makes anchors of its own of these. */
const MADE = /^(?:icon|message|altcha)-|-heading$/

const id = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'small letters, digits and -, such as talks' })
  .refine((name) => !TAKEN.includes(name) && !MADE.test(name), {
    error: 'a name that no other section has',
  })
  .describe('The name of the section in its address: talks is at #talks.')

const entry = z
  .strictObject({
    title: line('What it is.'),
    detail: line('When, where or with whom, in a few words.').optional(),
    description: paragraph('More about it, in a sentence or two.').optional(),
    url: webAddress('Where it can be seen.').optional(),
  })
  .describe('One entry of the section.')

export const ownSection = z
  .strictObject({
    id,
    menu,
    heading,
    text: z
      .array(paragraph('One paragraph.'))
      .describe('Paragraphs above the entries.')
      .default([]),
    entries: z.array(entry).describe('A list of things, one below the other.').default([]),
  })
  .refine(({ text, entries }) => text.length + entries.length > 0, {
    path: ['text'],
    error: 'a paragraph here or an entry below: an empty section says nothing',
  })
  .describe('A section of your own: paragraphs, a list, or both.')

export type OwnSection = z.output<typeof ownSection>

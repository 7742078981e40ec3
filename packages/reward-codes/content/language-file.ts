import { z } from 'zod'

const pair = z
  .strictObject({
    text: z.string().min(1).describe('A text, as it stands in portfolio.yaml.'),
    translation: z
      .union([z.string(), z.array(z.string())])
      .describe('Its translation; in a list of texts, also a list.'),
    value: z.literal(true).describe('Also for an address, a name or a file.').optional(),
    in: z.string().describe('The place of this translation, such as projects.cards.').optional(),
  })
  .describe('A text and its translation.')

/** Texts are equal whatever their white space is. */
export const normalized = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** A file such as en.yaml. */
export const languageFile = z.strictObject({
  texts: z
    .array(pair)
    .superRefine((pairs, { addIssue }) => {
      const keys = pairs.map(({ text, in: place }) => `${place} ${normalized(text)}`)
      for (const [index, key] of keys.entries()) {
        const path = [index, 'text']
        if (keys.indexOf(key) < index) addIssue({ code: 'custom', path, message: 'each text once' })
      }
    })
    .describe('The texts of portfolio.yaml with their translations.')
    .default([]),
  strings: z.record(z.string(), z.unknown()).default({}),
})

export type Pair = z.output<typeof pair>

import { z } from 'zod'
import { en } from '../strings/en.ts'
import { line } from './fields.ts'

/** A text with a number, by the plural form of the number. `other` stands in for forms that a language lacks. */
export type Plural = z.output<typeof plural>

const numbered = (name: string) => line(`The text with a number of the form "${name}".`)
const plural = z
  .strictObject({
    zero: numbered('zero').optional(),
    one: numbered('one').optional(),
    two: numbered('two').optional(),
    few: numbered('few').optional(),
    many: numbered('many').optional(),
    other: line('The text with any other number.'),
  })
  .describe('A text for each plural form of the language.')

type Legal = (typeof en)['legal']

/** The texts in one language. */
export type Strings = Omit<typeof en, 'legal'> & {
  legal: Omit<Legal, 'retention'> & { retention: Plural }
}

/** The texts that an owner may replace, each described by the English one. The others stay in the language of the site. */
export const uiStrings = (defaults: Strings) => {
  const { content: _, draft: __, form, legal, ...page } = en
  const { retention, ...sentences } = legal
  return z
    .strictObject({
      ...texts(page, defaults),
      form: z
        .strictObject(texts(form, defaults.form))
        .describe('The texts of the contact form.')
        .prefault({}),
      legal: z
        .strictObject({
          ...texts(sentences, defaults.legal),
          retention: z
            .union([line('One text for every number.'), plural], {
              error: 'text in one line, or a text for each plural form, of which other is required',
            })
            .describe(retention.other)
            .default(defaults.legal.retention),
        })
        .describe('The texts of the imprint and the privacy notice.')
        .prefault({}),
    })
    .describe('The texts of the user interface. By default, they are in the language of the site.')
}

function texts<Key extends string>(
  english: Record<Key, string>,
  defaults: Record<NoInfer<Key>, string>,
) {
  const keys = Object.keys(english) as Key[]
  const fields = keys.map((key) => [key, line(english[key]).default(defaults[key])])
  return Object.fromEntries(fields) as Record<Key, z.ZodDefault<ReturnType<typeof line>>>
}

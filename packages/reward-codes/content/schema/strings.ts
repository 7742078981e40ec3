import { z } from 'zod'
import { en } from '../strings/en.ts'
import { line } from './fields.ts'

/** The texts in one language. */
export type Strings = typeof en

/** The texts that an owner may replace, each described by the English one. The others stay in the language of the site. */
export const uiStrings = (defaults: Strings) => {
  const { content: _, draft: __, form, legal, ...page } = en
  return z
    .strictObject({
      ...texts(page, defaults),
      form: z
        .strictObject(texts(form, defaults.form))
        .describe('The texts of the contact form.')
        .prefault({}),
      legal: z
        .strictObject(texts(legal, defaults.legal))
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

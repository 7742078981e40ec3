import { z } from 'zod'

const LONGEST_LINE = 200
/** The longest text of a LinkedIn profile; a resume that came from there must fit. */
const LONGEST_PARAGRAPH = 2600

export const line = (help: string) => z.string().trim().min(1).max(LONGEST_LINE).describe(help)
export const paragraph = (help: string) =>
  z.string().trim().min(1).max(LONGEST_PARAGRAPH).describe(help)
export const webAddress = (help: string) =>
  z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).describe(help)
/** The address of the site: everything below its path belongs to it. */
export const siteAddress = webAddress(
  'The public address of the site, such as https://name.github.io/portfolio/; leave it out until ' +
    'you have one.',
)
  .refine((address) => !/[?#]|\/\/[^/]*@/.test(address), {
    error: 'an address without a question mark, # or a password in it',
  })
  .transform((address) => new URL('.', `${address.replace(/\/?$/, '/')}`).href)
export const picture = (help: string) =>
  z
    .string()
    .regex(
      /^(https?:\/\/\S+|\/placeholder\/\d{1,4}x\d{1,4}\.svg(\?text=\S+)?|images\/(?!.*\.\.)\S+)$/,
      {
        error:
          'a file such as images/work.png, an https:// address or /placeholder/640x400.svg?text=...',
      },
    )
    .describe(help)
export const icon = (help: string) =>
  z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'the name of an icon, such as globe' })
    .describe(help)
export const menu = line('The word of this section in the menu.')
export const heading = line('The heading above the section.')

const LANGUAGE = 'a language code, such as en or pl'

export const languageCode = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, { error: LANGUAGE })
  .refine(isLanguage, { error: LANGUAGE })
  .describe('The language of the page, as a code such as en or pl.')

/** Dates and countries are put into its words, which asks for more than the looks of a code. */
function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1
  } catch {
    return false
  }
}

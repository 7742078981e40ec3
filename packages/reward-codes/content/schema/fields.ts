import { z } from 'zod'
import { parseRichText } from '../rich-text.ts'
import { isReachable, isSitePath, webUrl } from './address.ts'
import { ImageAsset, type ImageSources, type OwnSlot, type SlotName } from './assets.ts'

/** The keyword of a text, which each language has its own of. A name, an address or a key is none. */
export const TEXT = 'isText'
/** The keyword of a name that must be there: an icon, a file, or an image by its slot. */
export const ASSET = 'asset'
/** What the schema says of a text with emphasis, code and links. */
export const MARKDOWN = 'text/markdown'

/** A list with a limit. Unlike `max`, it does not hide the errors in the entries. */
export const atMost = <Item extends z.ZodType>(limit: number, list: z.ZodArray<Item>) =>
  list
    .refine((entries) => entries.length <= limit, {
      when: ({ value }) => Array.isArray(value),
      error: ({ input }) =>
        `at most ${limit} entries; there are ${Array.isArray(input) ? input.length : 'more'}`,
    })
    .meta({ maxItems: limit })

export const line = (help: string) =>
  z
    .string()
    .overwrite(inOneLine)
    .min(1)
    .meta({ [TEXT]: true, description: help })
/** A name, an address or a key: the same in all languages. */
export const properName = (help: string) => z.string().overwrite(inOneLine).min(1).describe(help)
/** Preserves line breaks, and has no emphasis or links. */
export const plainParagraph = (help: string) =>
  z
    .string()
    .trim()
    .min(1)
    .meta({ [TEXT]: true, description: help })
/** Preserves line breaks. */
export const paragraph = (help: string) => withInline(plainParagraph(help))
export const richLine = (help: string) => withInline(line(help))
export const webAddress = (help: string) => webUrl.describe(help)

/** What a link leads to: a web page, or a page of this site. */
export const link = (help: string) =>
  z
    .stringFormat('uri-reference', (text) => isSitePath(text) || webUrl.safeParse(text).success, {
      error:
        'a full URL such as https://example.com, of a public host, or a page of this site such as /blog/',
    })
    .describe(help)

/** The URL of a profile: a web page, mailto: or tel:. */
export const profileAddress = (help: string) =>
  z
    .stringFormat('uri-reference', (text) => isSitePath(text) || isReachable(text), {
      error:
        'a full URL such as https://example.com, of a public host, mailto:name@example.com, tel:+48221234567 or a page of this site',
    })
    .describe(help)

/** The profiles that are web pages, without mail addresses and telephone numbers. */
export function webProfiles<Profile extends { url: string }>(profiles: Profile[]): Profile[] {
  return profiles.filter(({ url }) => url.startsWith('http'))
}

/** The base URL of the site: every URL below its path belongs to it. */
export const siteAddress = webAddress(
  'The public URL of the site, such as https://name.github.io/portfolio/. Omit it until you have ' +
    'one.',
)
  .refine((address) => !/[?#]|\/\/[^/]*@/.test(address), {
    error: 'a URL without a query, fragment or password',
  })
  .transform((address) => new URL('.', `${address.replace(/\/?$/, '/')}`).href)

/** A text with emphasis, code and links. */
function withInline(text: z.ZodString) {
  return text.meta({ contentMediaType: MARKDOWN }).transform(parseRichText)
}

const IMAGE_NAME = /^(https?:\/\/\S+|images\/(?!.*\.\.)\S(?:.*\S)?)$/

/** An image in a slot of the page. Whether its file is there is checked with the other names: content/references.ts. */
export const image = (help: string, slot: SlotName) =>
  z
    .string()
    .regex(IMAGE_NAME, {
      error: 'a file such as images/work.png or an https:// URL',
    })
    .meta({ [ASSET]: slot, description: help })
    .transform((name) => new ImageAsset(name, slot))

export const icon = (help: string) => z.string().meta({ [ASSET]: 'icon', description: help })

/** A file of the owner in files/. */
export const file = (help: string, ending: 'pdf' | 'typ', what: string) =>
  z
    .string()
    .regex(new RegExp(String.raw`^files/(?!.*\.\.)\S.*\.${ending}$`), {
      error: `${what} in files/, such as files/resume.${ending}`,
    })
    .meta({ [ASSET]: 'file', description: help })

/** Half of it is enough for an image in its own aspect ratio. */
const PICTURE_WIDTH = 960

/**
 * A picture of an own section: `image` names a file, and `imageAlt` says what it shows. `size` is the largest one on
 * the page in CSS pixels; with a height, the picture is cropped to it.
 */
export const picture = (help: string, size: PictureSize = {}) =>
  z
    .strictObject({
      image: ownImage(slotOf(size)),
      imageAlt: line('The alternative text: what the picture shows.'),
    })
    .describe(help)

type PictureSize = { width?: number; height?: number }

function slotOf({ width = PICTURE_WIDTH, height }: PictureSize): OwnSlot {
  return height ? `own ${width}x${height}` : `own ${width}`
}

/** The page has the sources of the image in its place: the type is that of the page. */
function ownImage(slot: OwnSlot): z.ZodType<ImageSources, string> {
  const help = 'The picture: a file or an https:// URL.'
  return image(help, slot) as unknown as z.ZodType<ImageSources, string>
}

/** The menu label and the heading of a section, with a default. */
export const titled = (text: string) => ({
  menuLabel: line('The menu label of the section.').default(text),
  heading: line('The heading of the section.').default(text),
})

/** A name that the owner gives: a tag, or the address of a project. */
export const entryId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'lower-case letters, digits and hyphens, such as boat-hire',
  })
  .max(60)
  .describe('A name for the entry, which no other entry of the list has.')

/** Who sees an entry of the resume, a project or a paragraph: contentFor of content/resolve.ts. */
export const readers = {
  for: z
    .array(entryId.describe('A tag of `resumes`, or page.'))
    .min(1)
    .describe(
      'Who sees it: the resumes with one of these tags, and page, which is the page with its own resume. By default, everyone.',
    )
    .optional(),
}

/** A text is also written as fields with more, such as its readers. */
export const entryText = <Text extends z.ZodType>(text: Text, more: z.ZodRawShape = {}) => {
  const fields = z.strictObject({ text: z.unknown().describe('The text.'), ...more })
  return z
    .preprocess((value, context) => {
      if (typeof value !== 'object' || value === null || !('text' in value)) return value
      const { error } = fields.safeParse(value, { reportInput: true })
      context.issues.push(...((error?.issues ?? []) as z.core.$ZodRawIssue[]))
      return value.text
    }, text)
    .meta({
      type: ['string', 'object'],
      properties: fields.toJSONSchema({ io: 'input' }).properties,
    })
}

/** A list of paragraphs. One text is a list of one, and an empty line in it starts a new paragraph. */
export const paragraphs = (help: string, atLeast = 0, more?: z.ZodRawShape) =>
  listOrText(z.array(entryText(paragraph('A paragraph.'), more)).min(atLeast), /\n[ \t]*\n/, help)

/** A list of lines. One text has one in each of its lines. */
export const lines = (help: string) => listOrText(z.array(properName('A line.')).min(1), /\n/, help)

function listOrText<Item extends z.ZodType>(list: z.ZodArray<Item>, between: RegExp, help: string) {
  const split = (value: unknown) =>
    typeof value === 'string' ? value.trim().split(between) : value
  return z.preprocess(split, list).meta({ description: help, type: ['array', 'string'] })
}

/** Control characters, and those that turn the direction of what follows: from copied text, and in titles and vCards. */
const UNSEEN = /[\p{Cc}\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSEEN, '').trim()
}

/** Language, script and region, as `Intl` writes them. */
export const languageCode = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, {
    error: 'a language code such as en, pt-BR or zh-Hans',
  })
  .describe('The language code of the page, such as en or pl.')

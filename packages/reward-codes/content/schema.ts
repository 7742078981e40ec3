import { z } from 'zod'
import { type Assets, type ImageAsset, type ImageSources, UNCHECKED } from './assets.ts'
import { contact } from './contact.ts'
import {
  type AssetFields,
  assetFields,
  inOneLine,
  languageCode,
  line,
  paragraph,
  paragraphs,
  plainParagraph,
  profileAddress,
  richLine,
  secureAddress,
  siteAddress,
  titled,
  webAddress,
} from './fields.ts'
import { legal } from './legal.ts'
import { LOOKS } from './looks.ts'
import { describeOwnSections, ownSections, withOwnSections } from './own-sections.ts'
import { projects, type ResolvedProject } from './project.ts'
import { type CreditInput, type EntryInput, type ResumeInput, resume } from './resume.ts'
import type { RichText } from './rich-text.ts'
import { en } from './strings/en.ts'
import { testimonials } from './testimonials.ts'
import { type Strings, uiStrings } from './ui-strings.ts'
import { getIn, type Path } from './values.ts'

// Every field has one sentence of help, which editors, error messages and the docs show.

const site = z
  .strictObject({
    language: languageCode,
    title: line(
      'The title in the browser tab and in search results, by default your name and headline; about 60 characters are shown.',
    ).optional(),
    description: plainParagraph(
      'The description in search results and link previews, one or two sentences; by default your name, headline and place.',
    )
      .overwrite(inOneLine)
      .optional(),
    url: siteAddress.optional(),
    look: z
      .enum(LOOKS)
      .describe(
        'The look of the page: index (a grotesque, ruled like a timetable), editorial (a serif and larger ' +
          'pictures) or terminal (a monospaced font, dark until the visitor chooses).',
      )
      .default('index'),
  })
  .describe('Metadata for browsers and search engines.')

const brand = ({ image }: AssetFields) =>
  z
    .strictObject({
      text: line('The brand text, by default your name.').default('{name}'),
      image: image(
        'The logo beside the brand text; by default a mark in the colours of the page.',
        'logo',
      ).optional(),
    })
    .describe('The brand in the header.')
    .prefault({})

const location = z
  .strictObject({
    city: line('The city.').optional(),
    region: line('The region or state.').optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'a two-letter country code such as PL' })
      .describe('The country code, such as PL.')
      .optional(),
  })
  .describe('Your location, without a street address.')

/** Whether `Intl` formats times in this time zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const profile = ({ icon }: AssetFields) =>
  z
    .strictObject({
      name: line('The network, such as GitHub; the accessible name of the icon.'),
      icon: icon('The brand icon: a name from simpleicons.org or lucide.dev.'),
      url: profileAddress(
        'The URL of your profile, or mailto: with an email address, or tel: with a telephone number.',
      ),
      username: line('Your username on the network, for the JSON Resume.').optional(),
    })
    .describe('A link to a profile, a mail address or a telephone number, shown as an icon.')

const person = (fields: AssetFields) =>
  z
    .strictObject({
      portrait: fields
        .image(
          'A portrait of you, shown on the first screen: a file or an https:// URL.',
          'portrait',
        )
        .optional(),
      name: line('Your name; {name} in other texts is replaced with it.'),
      headline: line('Your headline, such as Full-Stack Web Developer.').optional(),
      email: z
        .email()
        .describe(
          'Your email address in the resume PDF and the contact card; not shown on the page.',
        )
        .optional(),
      phone: z
        .string()
        .regex(/^\+?[\d ()./-]{5,30}$/, { error: 'a quoted number such as "+48 22 123 45 67"' })
        .describe('Your telephone number in the resume PDF and the contact card, which are public.')
        .optional(),
      location: location.optional(),
      timeZone: z
        .string()
        .refine(isTimeZone, { error: 'a time zone such as Europe/Warsaw' })
        .describe(
          'Your time zone, such as Europe/Warsaw, by default that of your city or country; the footer shows your local time.',
        )
        .optional(),
      profiles: z
        .array(profile(fields))
        .max(4)
        .describe('Icon links in the header; web pages open in a new tab.')
        .default([]),
    })
    .describe('Who the portfolio is about.')

const hero = (texts: Strings['content']) =>
  z
    .strictObject({
      greeting: line('The greeting above the claim or the typed phrases.').default(texts.greeting),
      claim: z
        .string()
        .overwrite(inOneLine)
        .min(1)
        .max(120)
        .describe(
          'One sentence in the large size: what you do, and for whom. Without a claim and phrases, your name.',
        )
        .optional(),
      phrases: z
        .array(line('A phrase; {name} is replaced with your name.'))
        .max(8)
        .describe('Phrases that a typewriter animation types instead of the claim, in order.')
        .default([]),
      place: line('Where you work, by default your location.').optional(),
      availability: line('Your availability for work.').optional(),
      button: line('The label of the button that links to the contact section.').default(
        texts.button,
      ),
      booking: z
        .strictObject({
          label: line('The label of the button, such as Book a call.'),
          url: secureAddress('The https:// URL of your booking page; it opens in a new tab.'),
        })
        .describe('A second button, which links to your booking page.')
        .optional(),
    })
    .describe('The hero section at the top of the page.')
    .prefault({})

const figure = z
  .strictObject({
    number: z.string().min(1).max(8).describe('A short figure, in quotes, such as "50+".'),
    description: line('What the figure counts.'),
  })
  .describe('A highlight figure.')

const about = (texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.about),
      bio: paragraphs('Your bio: a text, or a list with one entry per paragraph.', 1),
      figures: z.array(figure).max(6).describe('Highlight figures, shown in a row.').default([]),
    })
    .describe('The about section.')

const service = ({ icon }: AssetFields) =>
  z
    .strictObject({
      title: line('The name of the service.'),
      description: paragraph('What a client gets, in one or two sentences.').optional(),
      icon: icon('The icon: a name from lucide.dev.').prefault('circle-check'),
    })
    .describe('A service card.')

const services = (fields: AssetFields, texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.services),
      cards: z.array(service(fields)).describe('The services, in order.'),
    })
    .describe('The services section.')

/** The built-in sections, in their default order. */
export const BUILT_IN = [
  'about',
  'services',
  'projects',
  'testimonials',
  'resume',
  'contact',
] as const

/** The anchor (element id) of a section. For projects, it is their default menu label. */
export function anchorOf(section: string): string {
  return section === 'projects' ? 'portfolio' : section
}

/** Ids that the page already uses as anchors. */
const RESERVED_IDS: string[] = [
  ...['hero', 'main', 'footer', 'root', 'fonts', 'menu', 'message'],
  ...BUILT_IN,
  ...BUILT_IN.map(anchorOf),
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
    url: webAddress('The URL of the entry.').optional(),
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

/** The schema of the content. Parsing resolves the assets that the content names. */
export const createSchema = (assets: Assets, defaults = en) => {
  const fields = assetFields(assets)
  const texts = defaults.content
  return z
    .strictObject({
      site,
      brand: brand(fields),
      person: person(fields),
      hero: hero(texts),
      about: about(texts).optional(),
      services: services(fields, texts).optional(),
      projects: projects(fields, texts).optional(),
      testimonials: testimonials(fields, texts.testimonials).optional(),
      resume: resume(fields, texts).optional(),
      contact: contact(texts).optional(),
      legal: legal.optional(),
      customSections: z
        .array(withOwnSections(customSection, assets))
        .describe('Custom sections.')
        .optional(),
      sectionOrder: z
        .array(line('A section name.'))
        .describe(
          'The order of the sections: about, services, projects, testimonials, resume, contact and ' +
            'the ids of your custom sections. Sections not listed are hidden.',
        )
        .optional(),
      footer: richLine('The last line of the page.').prefault('© {name}'),
      strings: uiStrings(defaults).prefault({}),
    })
    .describe('The content of the page. Delete a section to remove it from the page and the menu.')
}

/** The schema for programs that need no assets. */
export const portfolioSchema = createSchema(UNCHECKED)

type Parsed = z.output<typeof portfolioSchema>

/** Content in which `Image` replaces each image asset, and `Text` each text with emphasis and links. */
export type WithImages<Content, Image, Text = RichText> = Content extends ImageAsset
  ? Image
  : Content extends RichText
    ? Text
    : Content extends object
      ? { [Key in keyof Content]: WithImages<Content[Key], Image, Text> }
      : Content

/** Validated content with its images as `Image`. */
export type ContentWith<Image, Text = RichText> = WithImages<Parsed, Image, Text>

/** The content as its owner writes it: images are names, texts are Markdown. */
export type PortfolioInput = ContentWith<string, string>
/** A single date, such as the day of a degree, is both `from` and `to`, with `isOneDate`. */
export type Period = { label: string; from: string; to: string | undefined; isOneDate?: true }
export type Entry = Omit<EntryInput, 'period'> & { period?: Period }
export type Column = { heading: string; entries: Entry[] }
export type Credit = Omit<CreditInput, 'date'> & { date?: { label: string; iso: string } }
export type CreditList = { heading: string; entries: Credit[] }
export type FormStrings = z.output<ReturnType<typeof uiStrings>>['form']
export type CustomSection = z.output<typeof customSection> & {
  /** The fields of a section that the owner has written as a component. */
  own?: Record<string, unknown>
}
export type Testimonial = NonNullable<Portfolio['testimonials']>['entries'][number]
export type Project = NonNullable<Portfolio['projects']>['cards'][number]

type ResumeLists = {
  education?: Column
  experience?: Column
  volunteering?: Column
  certificates?: CreditList
  awards?: CreditList
  publications?: CreditList
}

type ParsedProjects = NonNullable<Parsed['projects']>

type Resolved = Omit<
  Parsed,
  'site' | 'person' | 'projects' | 'resume' | 'sectionOrder' | 'customSections'
> & {
  site: Parsed['site'] & { title: string; description: string }
  person: Parsed['person'] & {
    /** City, region and country as text, or else `hero.place`; empty if neither is set. */
    place: string
  }
  projects?: Omit<ParsedProjects, 'cards'> & {
    cards: (Omit<ParsedProjects['cards'][number], 'featured'> & ResolvedProject)[]
  }
  resume?: Omit<ResumeInput, keyof ResumeLists | 'fileName'> &
    ResumeLists & {
      /** Undefined if the site has no PDF. */
      fileName?: string
    }
  customSections: CustomSection[]
  /** The sections with content, in the order of the page and the menu. */
  sectionOrder: { name: string; anchor: string; menuLabel: string }[]
}

/** The resolved content: what the page shows, with its images as `Image`. */
export type PortfolioWith<Image> = WithImages<Resolved, Image>

/** The resolved content for everything that shows no images. */
export type Portfolio = PortfolioWith<unknown>

/** The content as the page renders it. */
export type PageContent = PortfolioWith<ImageSources>

/** What the contact form needs of the content. */
export type FormContact = Pick<Contact, 'email' | 'answer' | 'subjects'> &
  Pick<Portfolio['person'], 'timeZone'> & { form: NonNullable<Contact['form']> }

type Contact = NonNullable<Portfolio['contact']>

export type PageProject = NonNullable<PageContent['projects']>['cards'][number]

/** The file in the content folder from which editors complete the portfolio. */
export const SCHEMA_FILE = 'portfolio.schema.json'

/** The JSON Schema of the content, as written to SCHEMA_FILE. */
export function contentSchemaText(): string {
  const schema = jsonSchema()
  return `${JSON.stringify({ ...schema, title: 'Portfolio' }, null, 2)}\n`
}

export type SchemaNode = {
  description?: string
  contentMediaType?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  oneOf?: SchemaNode[]
  anyOf?: SchemaNode[]
  const?: unknown
}

function jsonSchema(): SchemaNode {
  const schema = createSchema(UNCHECKED)
  return schema.toJSONSchema({ io: 'input', override: describeOwnSections }) as SchemaNode
}

let root: SchemaNode | undefined
let sectionsOfRoot = ownSections()

/** The schema node at a path of the content, as JSON Schema, which is easy to traverse. */
export function schemaAt(content: unknown, path: Path): SchemaNode | undefined {
  if (!root || sectionsOfRoot !== ownSections()) root = jsonSchema()
  sectionsOfRoot = ownSections()
  let node: SchemaNode | undefined = selectVariant(root, content)
  let value = content
  for (const step of path) {
    value = getIn(value, [step])
    const next: SchemaNode | undefined =
      typeof step === 'number' ? node?.items : node?.properties?.[String(step)]
    node = next && selectVariant(next, value)
  }
  return node
}

/** Selects the `oneOf` variant whose `const` property equals the value's, or the `anyOf` variant with fields. */
function selectVariant(node: SchemaNode, value: unknown): SchemaNode {
  if (node.anyOf && value instanceof Object) return node.anyOf.find(hasFields) ?? node
  const constants = ({ properties = {} }: SchemaNode) =>
    Object.entries(properties).filter(([, property]) => 'const' in property)
  const variant = node.oneOf?.find((one) =>
    constants(one).some(([key, property]) => property.const === getIn(value, [key])),
  )
  return variant ?? node.oneOf?.find((one) => constants(one).length === 0) ?? node
}

function hasFields({ properties }: SchemaNode): boolean {
  return properties !== undefined
}

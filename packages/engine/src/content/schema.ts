import { z } from 'zod'
import { type Assets, type ImageAsset, UNCHECKED } from './assets.ts'
import { contact } from './contact.ts'
import { type CustomSection, customSection } from './custom-section.ts'
import {
  type AssetFields,
  assetFields,
  heading,
  inOneLine,
  languageCode,
  line,
  menuLabel,
  paragraph,
  siteAddress,
  webAddress,
} from './fields.ts'
import { person } from './person.ts'
import { type CreditInput, type EntryInput, type ResumeInput, resume } from './resume.ts'
import { uiStrings } from './ui-strings.ts'

// Every field has one sentence of help, which editors, error messages and the docs show.

const site = z
  .strictObject({
    language: languageCode,
    title: line(
      'The title in the browser tab and in search results; about 60 characters are shown.',
    ),
    description: paragraph(
      'The description in search results and link previews, one or two sentences.',
    ).overwrite(inOneLine),
    url: siteAddress.optional(),
  })
  .describe('Metadata for browsers and search engines.')

const brand = ({ image }: AssetFields) =>
  z
    .strictObject({
      text: line('The brand text.'),
      image: image('The logo beside the brand text.', 'logo'),
    })
    .describe('The brand in the header.')

const hero = z
  .strictObject({
    greeting: line('The greeting above the typed phrases.'),
    phrases: z
      .array(line('A phrase; {name} is replaced with your name.'))
      .min(1)
      .max(8)
      .describe('The phrases of the typewriter animation, in order.'),
    place: line('Your location.').optional(),
    availability: line('Your availability for work.').optional(),
    button: line('The label of the button that links to the contact section.'),
  })
  .describe('The hero section at the top of the page.')

const figure = z
  .strictObject({
    number: z.string().min(1).max(8).describe('A short figure, in quotes, such as "50+".'),
    description: line('What the figure counts.'),
  })
  .describe('A highlight figure.')

const about = z
  .strictObject({
    menuLabel,
    heading,
    bio: z.array(paragraph('A paragraph.')).min(1).describe('Your bio, one entry per paragraph.'),
    figures: z.array(figure).max(6).describe('Highlight figures, shown in a row.').default([]),
  })
  .describe('The about section.')

const service = ({ icon }: AssetFields) =>
  z
    .strictObject({
      title: line('The name of the service.'),
      description: paragraph('What a client gets, in one or two sentences.').optional(),
      icon: icon('The icon: a name from lucide.dev.'),
    })
    .describe('A service card.')

const services = (fields: AssetFields) =>
  z
    .strictObject({
      menuLabel,
      heading,
      cards: z.array(service(fields)).describe('The services, in order.'),
    })
    .describe('The services section.')

const project = ({ image }: AssetFields) =>
  z
    .strictObject({
      title: line('The title of the project.'),
      summary: paragraph('The purpose and result of the project, in one sentence.').optional(),
      imgSrc: image(
        'The image: a file, an https:// URL or a /placeholder/ path. Without an image, the card ' +
          'shows the title.',
        'card',
      ).optional(),
      imgAlt: line('The alternative text: what the image shows.').optional(),
      githubUrl: webAddress('The URL of the source code.').optional(),
      projectUrl: webAddress('The URL of the live project.').optional(),
      technologies: z
        .array(line('A technology.'))
        .max(12)
        .describe('The technologies used.')
        .optional(),
    })
    .refine(({ imgSrc, imgAlt }) => imgSrc === undefined || imgAlt !== undefined, {
      path: ['imgAlt'],
      error: 'alternative text for the image',
    })
    .describe('A project card.')

const projects = (fields: AssetFields) =>
  z
    .strictObject({
      menuLabel,
      heading,
      cards: z.array(project(fields)).describe('The projects, in order.'),
      githubLabel: line('The label of the link to the source code.').default('GitHub'),
      projectLabel: line('The label of the link to the live project.').default('Live Demo'),
    })
    .describe('The projects section.')

/** The schema of the content. Parsing resolves the assets that the content names. */
export const createSchema = (assets: Assets) => {
  const fields = assetFields(assets)
  return z
    .strictObject({
      site,
      brand: brand(fields),
      person: person(fields),
      hero,
      about: about.optional(),
      services: services(fields).optional(),
      projects: projects(fields).optional(),
      resume: resume(fields).optional(),
      contact: contact.optional(),
      customSections: z.array(customSection).describe('Custom sections.').optional(),
      sectionOrder: z
        .array(line('A section name.'))
        .describe(
          'The order of the sections: about, services, projects, resume, contact and the ids of your ' +
            'custom sections. Sections not listed are hidden.',
        )
        .optional(),
      footer: line('The footer text.'),
      strings: uiStrings.prefault({}),
    })
    .describe('The content of the page. Delete a section to remove it from the page and the menu.')
}

/** The schema for programs that need no assets. */
export const portfolioSchema = createSchema(UNCHECKED)

type Parsed = z.output<typeof portfolioSchema>

/** Content in which `Image` replaces each image asset. */
export type WithImages<Content, Image> = Content extends ImageAsset
  ? Image
  : Content extends object
    ? { [Key in keyof Content]: WithImages<Content[Key], Image> }
    : Content

/** Validated content with its images as `Image`. */
export type ContentWith<Image> = WithImages<Parsed, Image>

/** The content as its owner wrote it, validated and normalized: images are names. */
export type PortfolioInput = ContentWith<string>
/** A single date, such as the day of a degree, is both `from` and `to`, with `isOneDate`. */
export type Period = { label: string; from: string; to: string | undefined; isOneDate?: true }
export type Entry = Omit<EntryInput, 'period'> & { period?: Period }
export type Column = { heading: string; entries: Entry[] }
export type Credit = Omit<CreditInput, 'date'> & { date?: { label: string; iso: string } }
export type CreditList = { heading: string; entries: Credit[] }
export type FormStrings = z.output<typeof uiStrings>['form']
export type Project = NonNullable<Portfolio['projects']>['cards'][number]

type ResumeLists = {
  education?: Column
  experience?: Column
  volunteering?: Column
  certificates?: CreditList
  awards?: CreditList
  publications?: CreditList
}

type Resolved = Omit<Parsed, 'person' | 'resume' | 'sectionOrder' | 'customSections'> & {
  person: Parsed['person'] & {
    /** City, region and country as text, or else `hero.place`; empty if neither is set. */
    place: string
  }
  resume?: Omit<ResumeInput, keyof ResumeLists> & ResumeLists
  customSections: CustomSection[]
  /** The sections with content, in page order, with their anchors. */
  sectionOrder: { name: string; anchor: string }[]
}

/** The resolved content: what the page shows, with its images as `Image`. */
export type PortfolioWith<Image> = WithImages<Resolved, Image>

/** The resolved content for everything that shows no images. */
export type Portfolio = PortfolioWith<unknown>

import { z } from 'zod'
import { contact } from './contact.ts'
import {
  heading,
  icon,
  languageCode,
  line,
  menu,
  paragraph,
  picture,
  siteAddress,
  webAddress,
} from './fields.ts'
import { type OwnSection, ownSection } from './own-section.ts'
import { person } from './person.ts'
import { type CreditFile, type EntryFile, type ResumeFile, resume } from './resume.ts'
import { words } from './words.ts'

// Every field carries one sentence: it is the help text of the editor, of a fault and of the docs.

const site = z
  .strictObject({
    language: languageCode,
    title: line('The title in the browser tab and in search results; at most 60 letters show.'),
    description: paragraph('One or two sentences for search results and link previews.'),
    url: siteAddress.optional(),
  })
  .describe('What browsers and search engines are told about the page.')

const brand = z
  .strictObject({
    text: line('The brand in the header.'),
    image: picture('The small picture beside the brand.'),
  })
  .describe('The brand at the left of the header.')

const hero = z
  .strictObject({
    greeting: line('The small greeting above the typed line.'),
    phrases: z
      .array(line('One phrase; {name} stands for your name.'))
      .min(1)
      .max(8)
      .describe('The phrases that the typewriter types, one after the other.'),
    place: line('Where you are based.'),
    availability: line('When you are free for work.').optional(),
    button: line('The button that leads to the contact section.'),
  })
  .describe('The first screen.')

const figure = z
  .strictObject({
    number: z.string().min(1).max(8).describe('A short figure, in quotes, such as "50+".'),
    description: line('What the figure counts.'),
  })
  .describe('A highlight figure.')

const about = z
  .strictObject({
    menu,
    heading,
    bio: z.array(paragraph('One paragraph.')).min(1).describe('Your bio, one entry a paragraph.'),
    figures: z.array(figure).max(6).describe('Highlight figures in a row.').default([]),
  })
  .describe('Who you are, in a few sentences and figures.')

const service = z
  .strictObject({
    title: line('The name of the service.'),
    description: paragraph('What a client gets from it, in a sentence or two.'),
    icon: icon('The icon: a name from lucide.dev.'),
  })
  .describe('A service card.')

const services = z
  .strictObject({
    menu,
    heading,
    cards: z.array(service).describe('The services, in order.'),
  })
  .describe('What you do.')

const project = z
  .strictObject({
    title: line('The title of the project.'),
    summary: paragraph('What it does and what came of it, in a sentence.').optional(),
    imgSrc: picture('The picture: a file, an https:// address or a /placeholder/ address.'),
    imgAlt: line('What the picture shows, for people who do not see it.'),
    githubUrl: webAddress('The address of the source code.').optional(),
    projectUrl: webAddress('The address of the running project.').optional(),
    technologies: z
      .array(line('One technology.'))
      .max(12)
      .describe('What it is made with.')
      .optional(),
  })
  .describe('A project card.')

const projects = z
  .strictObject({
    menu,
    heading,
    cards: z.array(project).describe('The projects, in order.'),
    githubLabel: line('The link to the source code.').default('GitHub'),
    projectLabel: line('The link to the running project.').default('Live Demo'),
  })
  .describe('The gallery of your work.')

export const portfolioSchema = z
  .strictObject({
    site,
    brand,
    person,
    hero,
    about: about.optional(),
    services: services.optional(),
    projects: projects.optional(),
    resume: resume.optional(),
    contact: contact.optional(),
    sections: z.array(ownSection).describe('Sections of your own.').optional(),
    order: z
      .array(line('The name of a section.'))
      .describe(
        'The sections in the order of the page: about, services, projects, resume, contact and ' +
          'your own; one that is not named is not shown.',
      )
      .optional(),
    footer: line('The last line of the page.'),
    words: words.prefault({}),
  })
  .describe('Everything on the page. Delete a section and its menu link goes with it.')

export type PortfolioFile = z.output<typeof portfolioSchema>
/** A single date, such as the day of a degree, is both ends and says so. */
export type Period = { label: string; from: string; to: string | undefined; isOneDate?: true }
export type Entry = Omit<EntryFile, 'period'> & { period?: Period }
export type Column = { heading: string; entries: Entry[] }
export type Credit = Omit<CreditFile, 'date'> & { date?: { label: string; iso: string } }
export type CreditList = { heading: string; entries: Credit[] }
export type Words = z.output<typeof words>
export type FormWords = Words['form']
export type Project = z.output<typeof project>

type ResumeLists = {
  education?: Column
  experience?: Column
  volunteering?: Column
  certificates?: CreditList
  awards?: CreditList
  publications?: CreditList
}

/** The validated content as the page and the other artifacts use it. */
export type Portfolio = Omit<PortfolioFile, 'person' | 'resume' | 'order' | 'sections'> & {
  person: PortfolioFile['person'] & {
    /** City, region and country in words, or the place that the first screen names. */
    place: string
  }
  resume?: Omit<ResumeFile, keyof ResumeLists> & ResumeLists
  sections: OwnSection[]
  /** The sections that are there, in the order of the page, and their anchors on it. */
  order: { name: string; anchor: string }[]
}

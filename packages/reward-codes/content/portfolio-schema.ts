import { z } from 'zod'
import { about } from './schema/about.ts'
import { contact } from './schema/contact.ts'
import { properName, richLine } from './schema/fields.ts'
import { brand, menu } from './schema/header.ts'
import { hero } from './schema/hero.ts'
import { legal } from './schema/legal.ts'
import { person } from './schema/person.ts'
import { projects } from './schema/projects.ts'
import { resume, resumes } from './schema/resume.ts'
import { type OwnSections, sectionOf } from './schema/sections.ts'
import { services } from './schema/services.ts'
import { site } from './schema/site.ts'
import { type Strings, uiStrings } from './schema/strings.ts'
import { testimonials } from './schema/testimonials.ts'
import { en } from './strings/en.ts'

// Every field has one sentence of help, which editors, error messages and the docs show.

type SchemaOptions = {
  sections?: OwnSections
  /** The default texts, by default English. */
  strings?: Strings | undefined
}

/** The schema of the content. */
export const createSchema = ({ sections = {}, strings: defaults = en }: SchemaOptions = {}) => {
  const texts = defaults.content
  return z
    .strictObject({
      site,
      brand,
      person,
      hero: hero(texts),
      about: about(texts).optional(),
      services: services(texts).optional(),
      projects: projects(texts).optional(),
      testimonials: testimonials(texts.testimonials).optional(),
      resume: resume(texts).optional(),
      resumes,
      contact: contact(texts).optional(),
      legal: legal.optional(),
      customSections: z.array(sectionOf(sections)).describe('Custom sections.').optional(),
      sectionOrder: z
        .array(properName('A section name.'))
        .describe(
          'The order of the sections: about, services, projects, testimonials, resume, contact and ' +
            'the ids of your custom sections. Sections not listed are hidden.',
        )
        .optional(),
      menu,
      colophon: richLine('How the page is made, above the last line.').optional(),
      footer: richLine('The last line of the page.').prefault('© {name}'),
      strings: uiStrings(defaults).prefault({}),
    })
    .refine(({ resume, resumes }) => resume !== undefined || resumes.length === 0, {
      path: ['resumes'],
      error: 'a section resume, of which they are PDFs',
    })
    .describe('The content of the page. Delete a section to remove it from the page and the menu.')
}

export const portfolioSchema = createSchema()

/** The content as its schema gives it. */
export type Parsed = z.output<typeof portfolioSchema>

/** The content as its owner writes it. */
export type PortfolioInput = z.input<typeof portfolioSchema>

import type { z } from 'zod'
import type { Period } from './dates.ts'
import type { Parsed } from './portfolio-schema.ts'
import type { RichText } from './rich-text.ts'
import type { ImageAsset, ImageSources } from './schema/assets.ts'
import type { ResolvedProject } from './schema/projects.ts'
import type { CreditInput, EntryInput, ResumeInput } from './schema/resume.ts'
import type { CustomFields } from './schema/sections.ts'
import type { uiStrings } from './schema/strings.ts'

export type Entry = Omit<EntryInput, 'period'> & { period?: Period }
/** The positions in a row at one employer. Several have the time that they span, and their place if it is the same. */
export type Tenure = { span?: string; place?: string | undefined; positions: Entry[] }
export type Work = { heading: string; entries: Tenure[] }
export type Education = { heading: string; entries: Entry[] }
export type Credit = Omit<CreditInput, 'date'> & { date?: { label: string; iso: string } }
export type CreditList = { heading: string; entries: Credit[] }
export type FormStrings = z.output<ReturnType<typeof uiStrings>>['form']
export type CustomSection = CustomFields & {
  /** The fields of a section that is a component of the owner. */
  fields?: Record<string, unknown>
}
export type Testimonial = NonNullable<Portfolio['testimonials']>['entries'][number]
export type Project = NonNullable<Portfolio['projects']>['cards'][number]

type ResumeLists = {
  education?: Education
  experience?: Work
  volunteering?: Work
  certificates?: CreditList
  awards?: CreditList
  publications?: CreditList
}

type ParsedProjects = NonNullable<Parsed['projects']>

/** What the page, the resume and the files show, in one language. */
export type Portfolio = Omit<
  Parsed,
  | 'site'
  | 'person'
  | 'hero'
  | 'projects'
  | 'resume'
  | 'resumes'
  | 'sectionOrder'
  | 'customSections'
  | 'strings'
> & {
  site: Parsed['site'] & { title: string; description: string }
  person: Parsed['person'] & {
    /** City, region and country as text, or else `hero.place`; empty if neither is set. */
    place: string
  }
  hero: Parsed['hero'] & { button: string }
  projects?: Omit<ParsedProjects, 'cards'> & {
    cards: (Omit<ParsedProjects['cards'][number], 'featured'> & ResolvedProject)[]
  }
  resume?: Omit<ResumeInput, keyof ResumeLists> & ResumeLists
  customSections: CustomSection[]
  strings: Parsed['strings'] & {
    /** The comma of the language, with the space after it. */
    comma: string
    /** The language of the labels, if it is not that of the page. */
    language?: 'en' | undefined
  }
  /** The sections with content, in the order of the page and the menu. */
  sectionOrder: { name: string; anchor: string; menuLabel: string }[]
}

/** A further PDF of the resume: the content for its readers, with its file name. A private one is not on the site. */
export type FurtherResume = { isPrivate: boolean; tags: string[]; portfolio: Portfolio }

/** Content with the sources of each image, as the page renders it. */
type WithSources<Content> = Content extends ImageAsset
  ? ImageSources
  : Content extends RichText
    ? RichText
    : Content extends object
      ? { [Key in keyof Content]: WithSources<Content[Key]> }
      : Content

export type PageContent = WithSources<Portfolio>

/** What the contact form needs of the content. */
export type FormContact = Pick<Contact, 'email' | 'answer' | 'subjects'> &
  Pick<Portfolio['person'], 'timeZone'> & {
    form: NonNullable<Contact['form']>
    /** The language of the page, if that is not the main one of the site. */
    language?: string
    /** The language of the texts of the form, if that is not the language of the page. */
    textLanguage?: 'en' | undefined
  }

type Contact = NonNullable<Portfolio['contact']>

export type PageProject = NonNullable<PageContent['projects']>['cards'][number]

import type { PageContent } from '../content/portfolio.ts'
import { resumeFiles } from '../content/resume-files.ts'
import type { BUILT_IN } from '../content/schema/sections.ts'
import { stringsIn } from '../content/strings/languages.ts'
import { legalPath } from './paths.ts'

type BuiltIn = (typeof BUILT_IN)[number]

/** A section with its content: one of ours by its name, or one of the owner's. */
export type PageSection = { id: string } & (
  | { [Name in BuiltIn]: { name: Name; content: NonNullable<PageContent[Name]> } }[BuiltIn]
  | { name: 'custom'; content: PageContent['customSections'][number] }
)

/** The sections of the page, in their order. */
export function sectionsOf(page: PageContent): PageSection[] {
  return page.sectionOrder.map(({ name, anchor }) => {
    const custom = page.customSections.find(({ id }) => id === name)
    const section = custom
      ? { name: 'custom', content: custom }
      : { name, content: page[name as BuiltIn] }
    return { id: anchor, ...section } as PageSection
  })
}

/** The contact section, to which the first screen leads. */
export function contactAnchor({ sectionOrder }: PageContent): string | undefined {
  return sectionOrder.find(({ name }) => name === 'contact')?.anchor
}

/** The link from a story to the contact section, with the subject about a project. `home` is the home page. */
export function projectContact(page: PageContent, home: string) {
  const { contact, hero, site } = page
  if (!contact) return undefined
  return {
    href: `${home}#${contactAnchor(page)}`,
    label: hero.button,
    subject: contact.form && projectSubject(contact.subjects, site.language),
  }
}

/** The subject about a project among those of the owner: the second default of the language, if it is still there. */
function projectSubject(subjects: readonly string[], language: string): string | undefined {
  const name = stringsIn(language)?.content.subjects[1]?.toLowerCase()
  return subjects.find((subject) => subject.toLowerCase() === name)
}

/** The link to the privacy notice, beside the form. */
export function privacyLink({ legal, site, strings: { legal: texts } }: PageContent) {
  if (!legal?.privacy) return undefined
  return {
    text: texts.formNotice,
    href: `./${legalPath('privacy', site.language)}`,
    label: texts.privacy,
  }
}

/** The button that downloads the resume, if the site has a file of it. */
export function downloadOf({ resume }: PageContent) {
  const [first] = resumeFiles(resume)
  return resume && first && { label: resume.downloadLabel, fileName: first.name }
}

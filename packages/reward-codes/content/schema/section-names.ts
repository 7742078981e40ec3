import { addressIn } from '../slug.ts'
import { LANGUAGES } from '../strings/languages.ts'

/** The built-in sections, in their default order. */
export const BUILT_IN = [
  'about',
  'services',
  'projects',
  'testimonials',
  'resume',
  'contact',
] as const

type BuiltIn = (typeof BUILT_IN)[number]

/** The anchor (element id) of a section: its default heading in the language. In English, it is the name of the section. */
export function anchorOf(section: BuiltIn, tag: string): string {
  const english = section === 'projects' ? 'portfolio' : section
  return addressIn(tag, ({ content }) => content[section], english)
}

/** The section that an anchor names in any language: a text that is not translated links to it, too. */
export function sectionAt(anchor: string): BuiltIn | undefined {
  const tags = Object.keys(LANGUAGES)
  return BUILT_IN.find(
    (name) => name === anchor || tags.some((tag) => anchorOf(name, tag) === anchor),
  )
}

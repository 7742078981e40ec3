import { textLanguage } from 'reward-codes-gateway/text-language'
import { addressOf } from '../slug.ts'
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
  const language = textLanguage(tag)
  const label = language === 'en' ? undefined : LANGUAGES[language]?.content[section]
  const address = label && addressOf(label, language)
  return address ?? (section === 'projects' ? 'portfolio' : section)
}

/** The section that an anchor names in any language: a text that is not translated links to it, too. */
export function sectionAt(anchor: string): BuiltIn | undefined {
  const tags = Object.keys(LANGUAGES)
  return BUILT_IN.find(
    (name) => name === anchor || tags.some((tag) => anchorOf(name, tag) === anchor),
  )
}

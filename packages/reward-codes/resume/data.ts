import type { Portfolio } from '../content/portfolio.ts'
import { isRichText, mapText, plainText, RichText } from '../content/rich-text.ts'
import { RESUME_PROJECTS } from '../content/schema/resume.ts'
import { leavesOf, mapLeaves } from '../content/values.ts'
import { withWholeLinks } from '../content/whole-links.ts'
import type { Text } from './fonts.ts'

/** The content that a template gets: texts as the page shows them, with their fields. */
export function resumeContent(portfolio: Portfolio) {
  const { person, site, about, projects, resume, strings } = withWholeLinks(portfolio)
  const { name, headline, email, phone, place, profiles } = person
  const { title, description, url, language } = site
  const content = {
    person: { name, headline, email, phone, place, profiles },
    about: about && { bio: about.bio },
    projects: projects && {
      heading: projects.heading,
      cards: projects.cards.slice(0, RESUME_PROJECTS).map((card) => ({
        title: card.title,
        summary: card.summary,
        projectUrl: card.projectUrl,
        githubUrl: card.githubUrl,
      })),
    },
    resume,
    site: { title, description, url, language },
    strings: { page: strings.page },
  }
  return mapLeaves(content, tidy) as typeof content
}

/** The texts that the fonts must have. */
export function textsIn(content: object): Text[] {
  return leavesOf(content).flatMap(({ path, leaf }) => {
    const text = isRichText(leaf) ? plainText(leaf) : leaf
    return typeof text === 'string' ? [{ path, text }] : []
  })
}

/** The optional marks of Arabic letters: a PDF says of a letter that it has those of its first occurrence. */
const TASHKEEL = /[\u064b-\u0652\u0670]/g

/** Single spaces, and each letter with its accent as one character. */
function tidy(leaf: unknown): unknown {
  const tidyText = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[^\S\n\u00a0\u202f]+/g, ' ')
      .replace(TASHKEEL, '')
  if (isRichText(leaf)) return trimEnd(mapText(leaf, tidyText))
  return typeof leaf === 'string' ? tidyText(leaf).trim() : leaf
}

/** A text of several lines in YAML ends with a line break. */
function trimEnd(text: RichText): RichText {
  const last = text.nodes.at(-1)
  if (typeof last !== 'string') return text
  return new RichText(text.source, text.nodes.with(-1, last.trimEnd()))
}

/** How Typst sets the language of a text. */
export function typstLanguage(tag: string) {
  const { language, script, region } = new Intl.Locale(tag)
  return {
    lang: language,
    ...(script && { script }),
    ...(region && /^[A-Z]{2}$/.test(region) && { region }),
  }
}

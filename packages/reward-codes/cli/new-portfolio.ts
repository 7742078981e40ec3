import { Document, isCollection, isScalar, Scalar, visit } from 'yaml'
import type { PortfolioInput } from '../content/schema.ts'
import { getIn, omitEmpty } from '../content/values.ts'
import type { Draft } from '../import/json-resume.ts'
import { type Answers, servicesIn } from './questions.ts'

const HEADING = `# yaml-language-server: $schema=portfolio.schema.json
#
# The content of the page. Delete a section (about, services, projects, resume, contact) to remove
# it from the page and the menu. Images are files in images/, URLs, or placeholders such as
# /placeholder/640x400.svg.

`

/** What every owner writes. What stays there from the sample is marked. */
const OWN_TEXTS = [
  'about.bio',
  'about.figures',
  'projects.cards',
  'resume.education.entries',
  'resume.experience.entries',
  'resume.skills.entries',
  'contact.lead',
].map((field) => field.split('.'))

/** The headings of lists and sections that an import may have and the sample has not. */
const HEADINGS = {
  testimonials: { menuLabel: 'Testimonials', heading: 'Testimonials' },
  volunteering: { heading: 'Volunteering' },
  languages: { heading: 'Languages' },
  certificates: { heading: 'Certificates' },
  awards: { heading: 'Awards' },
  publications: { heading: 'Publications' },
}

const PLAIN_ICON = 'circle-check'
const LINE_WIDTH = 100
/** Longer texts get lines of their own. */
const MAX_INLINE_LENGTH = 70

/**
 * The YAML of a new portfolio: the answers, the import and, where they have nothing, the sample. What is about
 * the person of the sample is left out, or marked with the comment "# sample".
 */
export function newPortfolio(sample: PortfolioInput, draft: Draft, answers: Answers): string {
  const document = new Document(combine(sample, draft, answers))
  for (const path of OWN_TEXTS.filter((path) => getIn(draft, path) === undefined)) {
    const node = document.getIn(path, true)
    for (const part of isCollection(node) ? node.items : [node]) markAsSample(part)
  }
  visit(document, {
    Scalar: (key, node) => {
      const { value } = node
      if (key === 'key' || typeof value !== 'string' || value.length < MAX_INLINE_LENGTH) return
      node.type = value.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.BLOCK_FOLDED
    },
  })
  const sections = isCollection(document.contents) ? document.contents.items : []
  for (const { key } of sections.slice(1) as { key: Scalar }[]) key.spaceBefore = true
  return HEADING + document.toString({ lineWidth: LINE_WIDTH })
}

function combine(sample: PortfolioInput, draft: Draft, answers: Answers) {
  const { name = '', headline, place, email, github, url, language = 'en', services } = answers
  const isEnglish = /^en\b/.test(language)
  const { greeting, button } = sample.hero
  const cards = services && servicesIn(services).map((title) => toCard(title, sample))
  const isSamePlace = place === draft.hero?.place
  return omitEmpty({
    site: omitEmpty({
      language,
      title: listed(name, headline),
      description: listed(name, headline, place),
      url,
    }),
    brand: { text: name },
    person: {
      ...omitEmpty({ name, headline, email }),
      ...(isSamePlace && omitEmpty({ location: draft.person?.location })),
      profiles: withGitHub(draft.person?.profiles ?? [], github),
    },
    hero: omitEmpty({
      greeting,
      phrases: [isEnglish ? "I'm {name}." : '{name}', headline].filter(Boolean),
      place: place && (isEnglish ? `based in ${place}` : place),
      button,
    }),
    about: { ...sample.about, ...draft.about },
    services: cards && { menuLabel: 'Services', heading: 'Services', cards },
    projects: { ...sample.projects, ...draft.projects },
    testimonials: draft.testimonials && { ...HEADINGS.testimonials, ...draft.testimonials },
    resume: { ...sample.resume, fileName: 'Resume.pdf', ...listsOf(draft, sample) },
    contact: sample.contact,
    footer: `© ${new Date().getFullYear()} {name}`,
  })
}

function listed(...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join(', ')
}

/** The lists of the imported resume under the headings of the sample. */
function listsOf({ resume = {} }: Draft, sample: PortfolioInput) {
  const headings = { ...HEADINGS, ...sample.resume }
  return Object.fromEntries(
    Object.entries(resume).map(([name, list]) => [
      name,
      { ...headings[name as keyof typeof HEADINGS], ...(list as object) },
    ]),
  )
}

type Profiles = NonNullable<NonNullable<Draft['person']>['profiles']>

function withGitHub(profiles: Profiles, github: string | undefined): Profiles {
  const url = `https://github.com/${github}`
  const isKnown = profiles.some((profile) => profile.url?.toLowerCase() === url.toLowerCase())
  return github && !isKnown ? [{ name: 'GitHub', icon: 'github', url }, ...profiles] : profiles
}

/** A service that the sample has gets the icon of the sample. */
function toCard(title: string, { services }: PortfolioInput) {
  const known = services?.cards.find((card) => card.title.toLowerCase() === title.toLowerCase())
  return { title, icon: known?.icon ?? PLAIN_ICON }
}

/** Marks a text on its line, and an entry of several fields on the line before it. */
function markAsSample(node: unknown) {
  if (isScalar(node)) node.comment = ' sample'
  else if (isCollection(node)) node.commentBefore = ' sample'
}

import { Document, isCollection, isScalar, Scalar, visit } from 'yaml'
import { en } from '../content/strings/en.ts'
import { stringsIn } from '../content/strings/languages.ts'
import { omitEmpty } from '../content/values.ts'
import type { Draft } from '../import/json-resume.ts'
import { locationOf } from '../import/texts.ts'
import type { Answers } from './questions.ts'

const HEADING = `# yaml-language-server: $schema=portfolio.schema.json
#
# The content of the page. Replace each text marked TODO, and delete the mark. Delete a section (about, projects,
# resume, contact), and it is gone from the page and the menu. Your editor completes and explains all fields.
# Put images into images/, and name them: imgSrc: images/shop.png

`

/** What the account of EmailJS has until its owner copies the ids of the dashboard. */
const EMAILJS_ACCOUNT = {
  publicKey: 'your_public_key',
  service: 'your_service',
  template: 'your_template',
}

const LINE_WIDTH = 100
/** Longer texts start on the next line. */
const MAX_INLINE_LENGTH = 70

/** A portfolio that is not written yet, and the fields in which a request to the owner stands. */
export type NewPortfolio = { content: Record<string, unknown>; asked: (string | number)[][] }

/**
 * A new portfolio: the answers and the import. Without an import, where only the owner knows the text, there is a
 * request for it in the language of the page. Everything else is a default of the schema.
 */
export function newPortfolio(draft: Draft | undefined, answers: Answers): NewPortfolio {
  const { language = 'en', messages } = answers
  const requests = draft ? {} : requestsIn((stringsIn(language) ?? en).draft)
  const asked = [
    ...Object.keys(requests),
    ...(messages === 'later' ? ['contact.form'] : []),
    ...(messages === 'emailjs' ? ['contact.account'] : []),
  ]
  return {
    content: combine(draft ?? {}, answers, requests),
    asked: asked.map((field) => field.split('.')),
  }
}

/** The YAML of a portfolio. What is asked has the comment "# TODO". */
export function portfolioText({ content, asked }: NewPortfolio): string {
  const document = new Document(content, { aliasDuplicateObjects: false })
  for (const path of asked) {
    const node = document.getIn(path, true)
    const parts = isCollection(node) && path.at(-1) !== 'account' ? node.items : [node]
    for (const part of parts) mark(part)
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

type Requests = Partial<ReturnType<typeof requestsIn>>

/** What only the owner knows, by its field. */
function requestsIn(texts: (typeof en)['draft']) {
  const { claim, bio, project, summary, job, employer, degree, school, skill } = texts
  const year = new Date().getFullYear()
  return {
    'hero.claim': claim,
    'about.bio': bio,
    'projects.cards': [{ title: project, summary }],
    'resume.experience.entries': [{ period: `${year} – present`, course: job, school: employer }],
    'resume.education.entries': [{ period: `${year - 3} – ${year}`, course: degree, school }],
    'resume.skills.entries': [{ name: skill }],
  }
}

function combine(draft: Draft, answers: Answers, requests: Requests): Record<string, unknown> {
  const { name, headline, email, place, language = 'en', look, messages } = answers
  const isSamePlace = place === draft.hero?.place
  const location = isSamePlace ? draft.person?.location : locationOf(place ?? '')
  const isAddress = messages === 'address'
  return omitEmpty({
    site: omitEmpty({ language, look }),
    person: omitEmpty({
      portrait: draft.person?.portrait,
      name,
      headline,
      email: isAddress ? undefined : email,
      phone: draft.person?.phone,
      location,
      profiles: draft.person?.profiles,
    }),
    hero: omitEmpty({
      claim: requests['hero.claim'],
      place: location ? undefined : place,
    }),
    about: omitEmpty({ bio: requests['about.bio'], ...draft.about }),
    projects: omitEmpty({ cards: requests['projects.cards'], ...draft.projects }),
    testimonials: draft.testimonials,
    resume: omitEmpty({
      experience: listOf(requests['resume.experience.entries']),
      education: listOf(requests['resume.education.entries']),
      skills: listOf(requests['resume.skills.entries']),
      ...draft.resume,
    }),
    contact: omitEmpty({
      email: isAddress ? email : undefined,
      form: FORMS[messages ?? ''] ?? 'gateway',
      account: messages === 'emailjs' ? EMAILJS_ACCOUNT : undefined,
    }),
  })
}

function listOf(entries: unknown[] | undefined) {
  return entries && { entries }
}

const FORMS: Record<string, string> = { emailjs: 'emailjs', address: 'none' }

/** Marks a text on its line, and an entry of several fields on the line before it. */
function mark(node: unknown) {
  if (isScalar(node)) node.comment = ' TODO'
  else if (isCollection(node)) node.commentBefore = ' TODO'
}

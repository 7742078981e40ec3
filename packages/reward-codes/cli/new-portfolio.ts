import { Document, isCollection, isScalar, Scalar, visit } from 'yaml'
import { timeZoneOf, timeZonesOf } from '../content/locale.ts'
import { en } from '../content/strings/en.ts'
import { stringsIn } from '../content/strings/languages.ts'
import { getIn, omitEmpty } from '../content/values.ts'
import type { Draft } from '../import/json-resume.ts'
import { locationOf, type Place } from './place.ts'
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
/** Longer texts get lines of their own. */
const MAX_INLINE_LENGTH = 70

/**
 * The YAML of a new portfolio: the answers, the import and, where only the owner knows the text, a request for it
 * in the language of the page, with the comment "# TODO". Everything else is a default of the schema.
 */
export function newPortfolio(draft: Draft, answers: Answers): string {
  const { language = 'en', messages } = answers
  const { draft: texts } = stringsIn(language) ?? en
  const requests = requestsIn(texts)
  const document = new Document(combine(draft, answers, requests))
  const asked = Object.keys(requests).filter(
    (field) => getIn(draft, field.split('.')) === undefined,
  )
  const undecided = messages === 'later' ? ['contact.form'] : []
  const accounts = messages === 'emailjs' ? ['contact.account'] : []
  for (const path of [...asked, ...undecided, ...accounts].map((field) => field.split('.'))) {
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

type Texts = (typeof en)['draft']

/** What only the owner knows, by its field. */
function requestsIn(texts: Texts) {
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

function combine(draft: Draft, answers: Answers, requests: ReturnType<typeof requestsIn>) {
  const { name, headline, email, place, language = 'en', look, messages } = answers
  const isSamePlace = place === draft.hero?.place
  const location = isSamePlace ? draft.person?.location : locationOf(place ?? '', language)
  const isAddress = messages === 'address'
  return omitEmpty({
    site: omitEmpty({ language, look }),
    person: omitEmpty({
      name,
      headline,
      email: isAddress ? undefined : email,
      phone: draft.person?.phone,
      location,
      timeZone: ownTimeZone(location),
      profiles: draft.person?.profiles,
    }),
    hero: omitEmpty({
      claim: requests['hero.claim'],
      place: location ? undefined : place,
    }),
    about: { bio: requests['about.bio'], ...draft.about },
    projects: { cards: requests['projects.cards'], ...draft.projects },
    testimonials: draft.testimonials,
    resume: {
      experience: { entries: requests['resume.experience.entries'] },
      education: { entries: requests['resume.education.entries'] },
      skills: { entries: requests['resume.skills.entries'] },
      ...draft.resume,
    },
    contact: omitEmpty({
      email: isAddress ? email : undefined,
      form: FORMS[messages ?? 'gateway'],
      account: messages === 'emailjs' ? EMAILJS_ACCOUNT : undefined,
    }),
  })
}

const FORMS = {
  gateway: 'gateway',
  emailjs: 'emailjs',
  address: 'none',
  later: 'gateway',
} as Record<string, string>

/** The time zone of this machine, if the place has several and this is one of them. */
function ownTimeZone(location: Place | undefined): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (!location?.country || timeZoneOf(location)) return undefined
  return timeZonesOf(location.country).includes(timeZone) ? timeZone : undefined
}

/** Marks a text on its line, and an entry of several fields on the line before it. */
function mark(node: unknown) {
  if (isScalar(node)) node.comment = ' TODO'
  else if (isCollection(node)) node.commentBefore = ' TODO'
}

import { type Finding, failed, ok, warning } from 'reward-codes-gateway/cli/doctor/finding'
import { loadPortfolio, type ValidContent } from '../content/load.ts'
import { findDeadEnd, findTodos } from '../content/public-site.ts'
import { RichText } from '../content/rich-text.ts'
import type { Portfolio } from '../content/schema.ts'
import { en } from '../content/strings/en.ts'
import { stringsIn } from '../content/strings/languages.ts'
import { getIn } from '../content/values.ts'
import { CONTENT_FOLDER } from './portfolio-file.ts'

/** The checks of `doctor` that are of the content: what only the owner knows, the way of messages, the resume. */
export async function checkSite(): Promise<Finding[]> {
  const loaded = loadPortfolio(CONTENT_FOLDER, 'schema')
  if (!loaded.ok) return []
  return [
    ...checkTexts(loaded),
    ...checkLabels(loaded),
    ...checkMessages(loaded),
    ...(await checkResume(loaded)),
  ]
}

function checkTexts({ source }: ValidContent): Finding[] {
  const texts = findTodos(source.text)
  const [first] = texts
  if (!first) return [ok('texts', 'no text has the comment "# TODO"')]
  const left = texts.length === 1 ? '1 text is' : `${texts.length} texts are`
  const found = `${left} yours to write, the first in line ${first.line}`
  return [warning('texts', found, 'Replace each, and delete its comment "# TODO".')]
}

/** The labels that an owner has to write, whose language has none in this package. */
function checkLabels({ portfolio }: ValidContent): Finding[] {
  const { site, strings, contact, legal } = portfolio
  if (stringsIn(site.language)) return []
  const { form, legal: legalTexts, ...ui } = strings
  const shown = Object.entries(legalTexts).filter(
    ([name]) => legal?.privacy?.generated || BESIDE_NOTICE.includes(name),
  )
  const headings = Object.keys(DEFAULTS)
    .filter((path) => path !== 'contact.subjects' || contact?.form)
    .map((path) => [path, textAt(portfolio, path)])
  const groups = [
    ['', englishIn(Object.fromEntries(headings), DEFAULTS)],
    ['strings: ', englishIn(ui, en)],
    ['strings.form: ', contact?.form ? englishIn(form, en.form) : []],
    ['strings.legal: ', legal ? englishIn(Object.fromEntries(shown), en.legal) : []],
  ] as const
  const count = groups.flatMap(([, names]) => names).length
  if (count === 0) return [ok('labels', `all are in "${site.language}"`)]
  const found = [
    `there are none in "${site.language}", so ${count} are in English:`,
    ...groups.flatMap(([where, names]) =>
      names.length > 0 ? [`  ${where}${names.join(', ')}`] : [],
    ),
  ]
  return [warning('labels', found.join('\n'), WRITE_LABELS)]
}

/** The names of the texts that are the English ones. */
function englishIn(own: object, english: object): string[] {
  return Object.entries(own)
    .filter(([name, text]) => text === Reflect.get(english, name))
    .map(([name]) => name)
}

function textAt(portfolio: Portfolio, path: string): unknown {
  const value = getIn(portfolio, path.split('.'))
  if (Array.isArray(value)) return value.join()
  return value instanceof RichText ? value.source : value
}

/** The texts of the imprint, and of the links to both pages. The others are those of the generated notice. */
const BESIDE_NOTICE = ['imprint', 'privacy', 'formNotice', 'vatId', 'contentResponsible']

const titled = (section: string, text: string) => ({
  [`${section}.menuLabel`]: text,
  [`${section}.heading`]: text,
})

/** The English defaults outside of `strings`, by their path, in the order of the schema. */
const DEFAULTS: Record<string, string> = {
  'hero.greeting': en.content.greeting,
  'hero.button': en.content.button,
  ...titled('about', en.content.about),
  ...titled('services', en.content.services),
  ...titled('projects', en.content.projects),
  'projects.projectLabel': en.content.liveDemo,
  ...titled('testimonials', en.content.testimonials),
  ...titled('resume', en.content.resume),
  'resume.downloadLabel': en.content.download,
  'resume.education.heading': en.content.education,
  'resume.experience.heading': en.content.experience,
  'resume.volunteering.heading': en.content.volunteering,
  'resume.skills.heading': en.content.skills,
  'resume.languages.heading': en.content.languages,
  'resume.certificates.heading': en.content.certificates,
  'resume.awards.heading': en.content.awards,
  'resume.publications.heading': en.content.publications,
  ...titled('contact', en.content.contact),
  'contact.lead': en.content.lead,
  'contact.subjects': en.content.subjects.join(),
}

const WRITE_LABELS =
  'Write each in content/portfolio.yaml, such as strings: { skip: "...", form: { name: "..." } }. In an editor, ' +
  'Ctrl+Space below strings inserts the English text to translate.'

function checkMessages(loaded: ValidContent): Finding[] {
  const deadEnd = findDeadEnd(loaded, process.env)
  if (!deadEnd) return []
  return [failed('messages', `contact.form is ${deadEnd.found}`, `Set ${deadEnd.expected}.`)]
}

/** Whether the resume PDF can be made on this machine. */
async function checkResume({ portfolio }: ValidContent): Promise<Finding[]> {
  const { resume } = portfolio
  if (!resume) return []
  if (resume.file) return [ok('resume', `your own PDF, ${resume.file}`)]
  // Imported lazily: a machine that serves a built site may have no build tools.
  const { hasTypst, NO_TYPST } = await import('../resume/typst.ts')
  const { resumeErrors } = await import('../resume/resume-pdf.ts')
  if (!hasTypst()) return [warning('resume', NO_TYPST, 'Build the site on another platform.')]
  const errors = resumeErrors(portfolio)
  if (errors.length === 0) return [ok('resume', 'Typst and the fonts of the PDF are installed')]
  return errors.map(({ path, found, expected }) =>
    warning('resume', `no PDF, because of ${path.join('.')}: ${found}`, `It needs ${expected}`),
  )
}

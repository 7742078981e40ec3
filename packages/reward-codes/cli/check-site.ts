import { type Finding, failed, ok, warning } from 'reward-codes-gateway/cli/doctor/finding'
import { loadPortfolio, type ValidContent } from '../content/load.ts'
import { findDeadEnd, findTodos } from '../content/public-site.ts'
import { en } from '../content/strings/en.ts'
import { stringsIn } from '../content/strings/languages.ts'
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

/** How many labels an owner has to write, whose language has none in this package. */
function checkLabels({ portfolio }: ValidContent): Finding[] {
  const { site, strings, contact, legal } = portfolio
  if (stringsIn(site.language)) return []
  const count = (own: object, english: object) =>
    Object.entries(own).filter(([name, text]) => text === Reflect.get(english, name)).length
  const headings = Object.fromEntries(SECTIONS.map((name) => [name, portfolio[name]?.heading]))
  const english =
    count(headings, en.content) +
    count(strings, en) +
    (contact?.form ? count(strings.form, en.form) : 0) +
    (legal ? count(strings.legal, en.legal) : 0)
  if (english === 0) return [ok('labels', `all are in "${site.language}"`)]
  const found = `there are none in "${site.language}", so ${english} are in English`
  return [warning('labels', found, WRITE_LABELS)]
}

const SECTIONS = ['about', 'services', 'projects', 'testimonials', 'resume', 'contact'] as const
const WRITE_LABELS =
  'Write the heading and the menuLabel of each section, and your texts under strings: in an editor, Ctrl+Space ' +
  'there inserts an English one to translate.'

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

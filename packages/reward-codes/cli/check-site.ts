import { type Finding, failed, ok, warning } from 'reward-codes-gateway/cli/doctor/finding'
import { loadPortfolio, type ValidContent } from '../content/load.ts'
import { findDeadEnd, findTodos } from '../content/public-site.ts'
import { CONTENT_FOLDER } from './portfolio-file.ts'

/** The checks of `doctor` that are of the content: what only the owner knows, the way of messages, the resume. */
export async function checkSite(): Promise<Finding[]> {
  const loaded = loadPortfolio(CONTENT_FOLDER, 'schema')
  if (!loaded.ok) return []
  return [...checkTexts(loaded), ...checkMessages(loaded), ...(await checkResume(loaded))]
}

function checkTexts({ source }: ValidContent): Finding[] {
  const texts = findTodos(source.text)
  const [first] = texts
  if (!first) return [ok('texts', 'no text has the comment "# TODO"')]
  const left = texts.length === 1 ? '1 text is' : `${texts.length} texts are`
  const found = `${left} yours to write, the first in line ${first.line}`
  return [warning('texts', found, 'Replace each, and delete its comment "# TODO".')]
}

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

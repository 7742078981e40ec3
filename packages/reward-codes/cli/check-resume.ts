import { type Finding, ok, warning } from 'reward-codes-gateway/cli/doctor/finding'
import { loadPortfolio } from '../content/load.ts'
import { CONTENT_FOLDER } from './portfolio-file.ts'

/** Whether the resume PDF can be made on this machine. */
export async function checkResume(): Promise<Finding[]> {
  const loaded = loadPortfolio(CONTENT_FOLDER, 'schema')
  const resume = loaded.ok && loaded.portfolio.resume
  if (!resume) return []
  if (resume.file) return [ok('resume', `your own PDF, ${resume.file}`)]
  // Imported lazily: a machine that serves a built site may have no build tools.
  const { hasTypst, NO_TYPST } = await import('../resume/typst.ts')
  const { resumeErrors } = await import('../resume/resume-pdf.ts')
  if (!hasTypst()) return [warning('resume', NO_TYPST, 'Build the site on another platform.')]
  const errors = resumeErrors(loaded.portfolio)
  if (errors.length === 0) return [ok('resume', 'Typst and the fonts of the PDF are installed')]
  return errors.map(({ path, found, expected }) =>
    warning('resume', `no PDF, because of ${path.join('.')}: ${found}`, `It needs ${expected}`),
  )
}

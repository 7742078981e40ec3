import { type Finding, failed, ok, warning } from 'reward-codes-gateway/cli/doctor/finding'
import { ownCommand } from 'reward-codes-gateway/own-command'
import type { Diagnostic } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { type LoadOptions, load, type ValidContent } from '../content/load.ts'
import { findTracked, readPrivate } from '../content/private.ts'
import { findDeadEnd, findTodos, REPLACE_EACH, YOURS } from '../content/public-site.ts'
import { describeTranslation } from '../content/translations.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { CONTENT_FOLDER, errorText } from './portfolio-file.ts'

/** The checks of `doctor` that are of the content: what only the owner knows, the way of messages, the resume. */
export async function checkSite(options: LoadOptions): Promise<Finding[]> {
  const loaded = await load(CONTENT_FOLDER, { sections: 'unknown', ...options })
  if (!loaded.ok) return []
  const others = languagesIn(CONTENT_FOLDER).map((language) => checkLanguage(language, options))
  return [
    ...checkTexts(loaded),
    ...checkStories(loaded),
    ...checkWarnings(loaded),
    ...checkMessages(loaded),
    ...(await checkResume(loaded)),
    ...checkPrivate(loaded),
    ...(await Promise.all(others)).flat(),
  ]
}

/** The file of another language: pl.yaml. */
async function checkLanguage(language: string, options: LoadOptions): Promise<Finding[]> {
  const loaded = await load(CONTENT_FOLDER, { sections: 'unknown', ...options, language })
  if (!loaded.ok) return [invalid(language, loaded.diagnostics, 'Nothing is built.')]
  const left = loaded.translation && describeTranslation(loaded.translation)
  const advice = `${SHOWN} ${ownCommand('translate', language)} lists them in its file.`
  const findings = [
    left ? warning(language, left, advice) : ok(language, 'all texts are translated'),
    ...checkWarnings(loaded),
    ...(await checkResume(loaded)),
  ]
  return findings.map((finding) => ({ ...finding, check: language }))
}

function invalid(check: string, errors: Diagnostic[], advice: string): Finding {
  return failed(check, errorText(errors), advice, errors)
}

function checkTexts({ source }: ValidContent): Finding[] {
  const texts = findTodos(source.text)
  const [first] = texts
  if (!first) return [ok('texts', 'no text has the comment "# TODO"')]
  const found = `${YOURS}: ${texts.length}, the first in line ${first.line}`
  return [warning('texts', found, REPLACE_EACH)]
}

/** The stories whose address changes with their title. */
function checkStories({ source, portfolio: { projects } }: ValidContent): Finding[] {
  const written: { title: string; id?: string }[] = source.document.toJS().projects?.cards ?? []
  const hasPage = (title: string) =>
    projects?.cards.some((card) => card.title === title && card.page)
  const unnamed = written.filter(({ id, title }) => id === undefined && hasPage(title))
  if (unnamed.length === 0) return []
  const titles = unnamed.map(({ title }) => title).join(', ')
  return [
    warning('stories', `without an id: ${titles}`, 'With one, a new title keeps the address.'),
  ]
}

/** The warnings of the build, each with its place. */
function checkWarnings({ warnings }: ValidContent): Finding[] {
  const lines = warnings.map(
    ({ line, field, found, expected }) => `line ${line}, ${field}: ${found}; ${expected}`,
  )
  return lines.length > 0 ? [warning('content', lines.join('\n'), SHOWN)] : []
}

const SHOWN = 'The site is built all the same.'

function checkMessages(loaded: ValidContent): Finding[] {
  const deadEnd = findDeadEnd(loaded, process.env)
  if (!deadEnd) return []
  return [failed('messages', `contact.form is ${deadEnd.found}`, `Set ${deadEnd.expected}.`)]
}

/** Whether the resume PDF can be made on this machine. */
async function checkResume({ portfolio, resumes }: ValidContent): Promise<Finding[]> {
  const { resume } = portfolio
  if (!resume) return []
  if (resume.file) return [ok('resume', `your own PDF, ${resume.file}`)]
  // Imported lazily: a machine that serves a built site may have no build tools.
  const { hasTypst, NO_TYPST } = await import('../resume/typst.ts')
  const { resumeErrors } = await import('../resume/resume-pdf.ts')
  if (!hasTypst()) return [warning('resume', NO_TYPST, 'Build the site on another platform.')]
  const errors = [portfolio, ...resumes.map((further) => further.portfolio)].flatMap(resumeErrors)
  if (errors.length === 0) return [ok('resume', 'Typst and the fonts of the PDF are installed')]
  return errors.map(({ path, found, expected }) =>
    warning('resume', `no PDF, because of ${path.join('.')}: ${found}`, `It needs ${expected}`),
  )
}

/** Whether private resumes have what only they show, and no other file has it. */
function checkPrivate({ resumes }: ValidContent): Finding[] {
  const tracked = findTracked(OWNER_FOLDER)
  const read = readPrivate(CONTENT_FOLDER)
  if (tracked) return [failed('private', tracked.found, `${IGNORE}: ${tracked.command}`)]
  if (!read.ok) return [invalid('private', read.diagnostics, 'No private resume is made.')]
  if (read.data || !resumes.some(({ isPrivate }) => isPrivate)) return []
  return [warning('private', NO_PRIVATE, 'Write phone and address in content/private.yaml.')]
}

const IGNORE = 'Name it in .gitignore, and run'
const NO_PRIVATE = 'the private resumes have no telephone number and no postal address'

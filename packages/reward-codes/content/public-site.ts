import { formatDiagnostic } from './diagnostic.ts'
import type { ValidContent } from './load.ts'
import { locate } from './source.ts'

const TODO_COMMENT = /^(?<before>|.*\s)# TODO\s*$/

/** The lines with the comment "# TODO". It is beside a text, or on the line before an entry. */
export function findTodos(yaml: string): { line: number; text: string }[] {
  const lines = yaml.split(/\r?\n/)
  return lines.flatMap((line, index) => {
    const before = TODO_COMMENT.exec(line)?.groups?.before
    if (before === undefined) return []
    return [{ line: index + 1, text: before.trim() || (lines[index + 1] ?? '').trim() }]
  })
}

/** Hosts that serve files and cannot receive messages. */
const STATIC_HOST = /\.(github\.io|gitlab\.io|netlify\.app|pages\.dev|vercel\.app)$/

/** Variables that builds on such hosts have. The workflow for GitHub Pages sets STATIC_HOST. */
const STATIC_BUILDS = ['NETLIFY', 'VERCEL', 'CF_PAGES', 'STATIC_HOST']

/**
 * Why the site is not ready for the public: texts that only the owner knows, and no way for messages. A site
 * without a URL is not public.
 */
export function findObstacles(content: ValidContent, environment: NodeJS.ProcessEnv): string[] {
  if (!content.portfolio.site.url) return []
  const deadEnd = findDeadEnd(content, environment)
  const place = locate(content.source, ['contact', 'form'])
  const { file, text: yaml } = content.source
  const todos = findTodos(yaml).map(({ line, text }) => `\n  ${file}:${line}  ${text}`)
  return [
    ...(todos.length > 0 ? [`${YOURS}: ${todos.length}. ${REPLACE_EACH}${todos.join('')}`] : []),
    ...(deadEnd ? [formatDiagnostic({ ...place, ...deadEnd })] : []),
  ]
}

/** What the comments "# TODO" of a new portfolio mean, before their count. */
export const YOURS = 'Texts that are yours to write'
export const REPLACE_EACH = 'Replace each, and delete its comment "# TODO".'

/** Why no message would reach the owner, and the ways out. */
export function findDeadEnd(
  { portfolio: { site, contact } }: Pick<ValidContent, 'portfolio'>,
  environment: NodeJS.ProcessEnv,
): { found: string; expected: string } | undefined {
  if (!contact?.form || contact.form.origin) return undefined
  const hostname = site.url ? new URL(site.url).hostname : ''
  const isStatic = STATIC_HOST.test(hostname) || STATIC_BUILDS.some((name) => environment[name])
  if (!isStatic) return undefined
  return {
    found: `gateway, and ${hostname} only serves files, so no message would reach you`,
    expected:
      'gateway: with the URL of your gateway on a server, or form: emailjs with an account there, or form: none ' +
      'with your email',
  }
}

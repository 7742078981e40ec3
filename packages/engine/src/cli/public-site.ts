import { DEFAULT_PUBLIC_KEY } from 'reward-codes-protocol/defaults'
import { isEmailJs } from '../content/contact.ts'
import { formatDiagnostic } from '../content/diagnostic.ts'
import type { ValidContent } from '../content/load.ts'
import { locate, type Source } from '../content/source.ts'

const SAMPLE_COMMENT = /^(?<before>|.*\s)# sample\s*$/
const MAX_TEXT_LENGTH = 60

/** The lines with the comment "# sample", each with the start of the text that it marks. */
export function findSampleTexts(yaml: string): { line: number; text: string }[] {
  const lines = yaml.split(/\r?\n/)
  return lines.flatMap((line, index) => {
    const before = SAMPLE_COMMENT.exec(line)?.groups?.before
    if (before === undefined) return []
    // The comment is on the line before an entry, and at the start of a text of several lines.
    const isText = (part: string) => /[\p{L}\p{N}]/u.test(part.replace(/^[\s-]*\w+:(?=\s)/, ''))
    const text = [before, lines[index + 1] ?? ''].find(isText) ?? ''
    return [{ line: index + 1, text: text.trim().replace(/^- /, '').slice(0, MAX_TEXT_LENGTH) }]
  })
}

/** Hosts that serve files and cannot receive messages. */
const STATIC_HOST = /\.(github\.io|gitlab\.io|netlify\.app|pages\.dev|vercel\.app)$/

/**
 * Why the site is not ready for the public: texts of the sample, and no way for messages. A site without a URL is
 * not public.
 */
export function findObstacles(content: ValidContent, hasMailServer: boolean): string[] {
  return content.portfolio.site.url
    ? [...describeSampleTexts(content.source), ...describeMissingWay(content, hasMailServer)]
    : []
}

function describeSampleTexts({ file, text: yaml }: Source): string[] {
  const texts = findSampleTexts(yaml)
  if (texts.length === 0) return []
  const left = texts.length === 1 ? '1 text is' : `${texts.length} texts are`
  return [
    [
      `${left} left from the sample. Replace each, and delete its comment "# sample":`,
      ...texts.map(({ line, text }) => `  ${file}:${line}  ${text}`),
    ].join('\n'),
  ]
}

function describeMissingWay(
  { source, portfolio: { site, contact } }: ValidContent,
  hasMailServer: boolean,
): string[] {
  const describe = (field: string, found: string, expected: string) => [
    formatDiagnostic({ ...locate(source, ['contact', 'form', field]), found, expected }),
  ]
  if (!site.url || !contact) return []
  const { origin, publicKey } = contact.form
  if (isEmailJs(origin) && publicKey === DEFAULT_PUBLIC_KEY) {
    return describe('publicKey', 'nothing', 'the public key from your EmailJS dashboard')
  }
  const { hostname } = new URL(site.url)
  const isStatic = STATIC_HOST.test(hostname)
  if (origin || (hasMailServer && !isStatic)) return []
  const ways = [
    'the URL of your gateway',
    'https://api.emailjs.com',
    'no contact section',
    ...(isStatic ? [] : ['SMTP_URL in .env (if only the server has it, add -- --gateway)']),
  ]
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ways)
  const reason = isStatic ? `${hostname} cannot receive messages` : 'SMTP_URL is not set'
  return describe('origin', `nothing, and ${reason}`, `a way for messages: ${list}`)
}

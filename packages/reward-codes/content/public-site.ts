import { DEFAULT_PUBLIC_KEY } from 'reward-codes-gateway/protocol'
import { isEmailJs } from './contact.ts'
import { formatDiagnostic } from './diagnostic.ts'
import type { ValidContent } from './load.ts'
import { locate, type Source } from './source.ts'

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
export function findObstacles(content: ValidContent): string[] {
  return content.portfolio.site.url
    ? [...describeSampleTexts(content.source), ...describeMissingWay(content)]
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

function describeMissingWay({ source, portfolio: { site, contact } }: ValidContent): string[] {
  const describe = (field: string, found: string, expected: string) => [
    formatDiagnostic({ ...locate(source, ['contact', 'form', field]), found, expected }),
  ]
  if (!site.url || !contact) return []
  const { origin, publicKey } = contact.form
  if (isEmailJs(origin) && publicKey === DEFAULT_PUBLIC_KEY) {
    return describe('publicKey', 'nothing', 'the public key from your EmailJS dashboard')
  }
  const { hostname } = new URL(site.url)
  if (origin || !STATIC_HOST.test(hostname)) return []
  return describe(
    'origin',
    `nothing, and ${hostname} cannot receive messages`,
    'a way for messages: the URL of your gateway, https://api.emailjs.com or no contact section',
  )
}

import { createHash } from 'node:crypto'
import type { Answer } from './answer.ts'

/** The words of the plain page that a visitor without scripts gets. */
export type PageWords = {
  language: string
  receivedTitle: string
  receivedText: string
  failedTitle: string
  failedText: string
  back: string
}

const STYLE = `
body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.1; letter-spacing: -0.022em }
a { color: inherit; text-underline-offset: 0.22em }
`

/** What that page may do: nothing but look as it does. The rest says what the site's own pages say. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src '${hashOf(STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The answer to a form that was sent without scripts. */
export function answerPage({ status }: Answer, words: PageWords, home: string): string {
  const isReceived = status === 200
  const title = isReceived ? words.receivedTitle : words.failedTitle
  const text = isReceived ? words.receivedText : words.failedText
  return `<!doctype html>
<html lang="${escapeHtml(words.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="${escapeHtml(home)}">${escapeHtml(words.back)}</a></p>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

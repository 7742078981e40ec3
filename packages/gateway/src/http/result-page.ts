import { createHash } from 'node:crypto'
import { SECURITY_HEADERS } from '../protocol.ts'
import type { HttpResult } from '../submissions/rejection.ts'

/** The texts of the result page that a visitor without JavaScript gets. */
export type ResultPageText = {
  language: string
  isRightToLeft?: boolean
  /** The brand of the site, which links back to it as in the header of its pages. */
  brand?: string
  receivedTitle: string
  receivedText: string
  failedTitle: string
  failedText: string
  back: string
}

/** The texts of a gateway without a site. */
export const DEFAULT_RESULT_PAGE_TEXT: ResultPageText = {
  language: 'en',
  receivedTitle: 'Your message has arrived',
  receivedText: 'Thank you. You will hear back.',
  failedTitle: 'Your message was not sent',
  failedText: 'Go back and try again.',
  back: 'Back to the page',
}

export const STYLE = `
body { max-width: 34rem; margin: 8vh auto 0; padding: 0 1rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.1; letter-spacing: -0.022em }
header { margin-bottom: 3rem; padding-bottom: 0.75rem; border-bottom: 1px solid; font-size: 1.25rem; font-weight: 600 }
header a { text-decoration: none }
a { color: inherit; text-underline-offset: 0.22em }
`

/** The headers of a page: its CSP allows nothing but its inline style, and forms if it has them. */
export function pageHeaders(style: string, formAction: "'self'" | "'none'") {
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    ...SECURITY_HEADERS,
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  }
}

export const PAGE_HEADERS = pageHeaders(STYLE, "'none'")

/** Renders the response to a form that was sent without JavaScript. */
export function renderResultPage(
  { status }: HttpResult,
  texts: ResultPageText,
  home: string,
): string {
  const isReceived = status === 200
  const title = isReceived ? texts.receivedTitle : texts.failedTitle
  const text = isReceived ? texts.receivedText : texts.failedText
  return renderPage({
    ...texts,
    title,
    ...(texts.brand && { header: `<a href="${escapeHtml(home)}">${escapeHtml(texts.brand)}</a>` }),
    body: `<p>${escapeHtml(text)}</p>
<p><a href="${escapeHtml(home)}">${escapeHtml(texts.back)}</a></p>`,
  })
}

type Page = {
  language: string
  isRightToLeft?: boolean
  title: string
  /** HTML. */
  header?: string
  /** HTML. */
  body: string
  style?: string
}

/** Renders a page of the gateway. */
export function renderPage(page: Page): string {
  const { language, isRightToLeft, title, header, body, style = STYLE } = page
  return `<!doctype html>
<html lang="${escapeHtml(language)}"${isRightToLeft ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${
  header
    ? `<header>${header}</header>
`
    : ''
}<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

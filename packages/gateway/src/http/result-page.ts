import { createHash } from 'node:crypto'
import { SECURITY_HEADERS } from '../protocol.ts'
import type { HttpResult } from '../submissions/submission.ts'

export const STYLE = `
body { max-width: 34rem; margin: 8vh auto 0; padding: 0 1rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.1; letter-spacing: -0.022em }
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

/** Renders the response to a form of another site that was sent without JavaScript. */
export function renderResultPage({ status }: HttpResult, home: string): string {
  const isReceived = status === 200
  const title = isReceived ? 'Your message has arrived' : 'Your message was not sent'
  const text = isReceived ? 'Thank you. You will hear back.' : 'Go back and try again.'
  return renderPage({
    language: 'en',
    title,
    body: `<p>${text}</p>
<p><a href="${escapeHtml(home)}">Back to the page</a></p>`,
  })
}

type Page = {
  language: string
  title: string
  /** HTML. */
  body: string
  style?: string
}

/** Renders a page of the gateway. */
export function renderPage(page: Page): string {
  const { language, title, body, style = STYLE } = page
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
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

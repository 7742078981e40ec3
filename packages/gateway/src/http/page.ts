import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { SECURITY_HEADERS } from '../protocol.ts'

const STYLE = `
body { max-width: 34rem; margin: 8vh auto 3rem; padding: 0 1rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.1; letter-spacing: -0.022em }
a { color: inherit; text-underline-offset: 0.22em }
dl, ul { margin: 1.5rem 0; padding: 0 }
dt, .note { font-size: 0.9375rem; opacity: 0.75 }
dd { margin: 0 0 1rem; overflow-wrap: anywhere; white-space: pre-wrap }
li { padding: 0.75rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow-wrap: anywhere; list-style: none }
li a { display: inline-block; padding: 0.5625rem 0 }
.words { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2 }
form { display: flex; flex-wrap: wrap; align-items: start; gap: 0.75rem }
button, summary { min-height: 2.75rem; padding: 0.5rem 1.125rem; border: 1px solid; border-radius: 3px; background: none; color: inherit; font: inherit; line-height: 1.6; text-align: start; overflow-wrap: anywhere; box-sizing: border-box; cursor: pointer }
summary { width: fit-content; list-style: none }
summary::-webkit-details-marker { display: none }
details p { margin: 0.75rem 0 }
[formaction*="/release"] { border-color: CanvasText; background: CanvasText; color: Canvas }
:is(button, summary):focus-visible { outline: 3px solid; outline-offset: 2px }
`

/** A page loads nothing, and its address, which may be a permission, reaches no cache and no other site. */
export const PAGE_HEADERS = {
  ...SECURITY_HEADERS,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** Sends a page of the gateway. `body` is HTML. */
export function sendPage(reply: FastifyReply, status: number, title: string, body: string) {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  return reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)
}

export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

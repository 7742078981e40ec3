import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { createThrottledLog, type Log, type ThrottledLog } from '../log.ts'
import type { ResultPages } from '../own-site.ts'
import { LANGUAGE_FIELD, SECURITY_HEADERS, VARIABLES_TOO_LARGE } from '../protocol.ts'
import { type HttpResult, MALFORMED, reject } from '../submissions/submission.ts'

/** The gateway has no memory or no time for a request now; a later retry may succeed. */
export class Overloaded extends Error {
  statusCode = 503
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends text to a program, and a page to a browser that navigates to the response. */
    sendResult: (result: HttpResult) => FastifyReply
  }
}

/** The response header with the reason of a rejection, such as `captcha-spent`. */
export const REASON_HEADER = 'x-reason'
const RETRY_AFTER_SECONDS = 30
/** Errors of bugs. An unavailable store throws none of these. */
const BUG_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError]

export type ResultContext = {
  resultPages: ResultPages | undefined
  log: Log
}

/** Sends results and errors, and logs rejections. */
export const results = plugin<ResultContext>(async (app, { resultPages, log }) => {
  const throttledLog = createThrottledLog(log)

  app.addHook('onRequest', async (_, reply) => void reply.headers(RESPONSE_HEADERS))
  app.decorateReply('sendResult', function (result) {
    const { request } = this
    const { status, text, reason, retryAfterSeconds, redirect } = result
    this.code(status).header(REASON_HEADER, reason)
    if (retryAfterSeconds) this.header('retry-after', retryAfterSeconds)
    if (status >= 400) throttledLog('warn', 'request rejected', rejectionFacts(reason, request))
    if (!isNavigation(request)) return this.type('text/plain; charset=utf-8').send(text)
    const own = pagesFor(request, resultPages)
    const page = redirect ?? (status === 200 ? own?.received : own?.failed)
    if (page) return this.redirect(page, 303)
    const isStranger = reason === 'origin' || reason === 'host'
    const home = (isStranger ? undefined : pageOf(request)) ?? '/'
    const [title, next] =
      status === 200
        ? ['Your message has arrived', 'Thank you. You will hear back.']
        : ['Your message was not sent', 'Go back and try again.']
    const back = `<p>${next}</p>\n<p><a href="${escapeHtml(home)}">Back to the page</a></p>`
    return sendPage(this, status, title, back)
  })

  app.setErrorHandler((error: FastifyError, _, reply) => {
    // Closing the connection right after a body that is too large would lose the response.
    reply.removeHeader('connection')
    return reply.sendResult(resultOf(error, throttledLog))
  })
})

function resultOf(error: FastifyError, log: ThrottledLog): HttpResult {
  const { statusCode = 500 } = error
  if (statusCode === 413) return reject(413, VARIABLES_TOO_LARGE, 'too-large')
  if (statusCode < 500) return reject(statusCode, MALFORMED, 'malformed')
  if (BUG_ERRORS.some((ErrorClass) => error instanceof ErrorClass)) {
    log('error', 'unhandled exception', { error: error.message })
    return reject(500, String(STATUS_CODES[500]), 'internal-error')
  }
  const isOverloaded = error instanceof Overloaded
  if (isOverloaded) log('warn', 'overloaded, rejecting requests')
  else log('error', 'storage error', { error: error.message })
  const reason = isOverloaded ? 'overloaded' : 'storage-unavailable'
  return {
    ...reject(503, String(STATUS_CODES[503]), reason),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  }
}

/** The facts of a rejection for the log. Never the sender. */
function rejectionFacts(reason: string, { host, origin }: FastifyRequest) {
  // An origin or host identifies no visitor; the owner may have forgotten to allow it.
  const name = reason === 'host' ? host : reason === 'origin' ? origin?.address : undefined
  if (name === undefined) return { reason }
  const advice = 'if this is your site, add its origin to ALLOWED_ORIGINS'
  return { reason, [reason]: name, advice }
}

/** Whether a browser navigates to the response: the form was sent without JavaScript. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || Boolean(headers.accept?.includes('text/html'))
}

/**
 * The pages of the site in the language of the form, which its address says: a rejected request may have no body.
 * Undefined for a form on another origin of the owner.
 */
function pagesFor({ origin, query }: FastifyRequest, pages: ResultPages | undefined) {
  const isOwn = !origin || origin.isSameHost || pages?.received.startsWith(`${origin.address}/`)
  if (!isOwn) return undefined
  const { [LANGUAGE_FIELD]: language } = query as Record<string, unknown>
  const other = Object.entries(pages?.languages ?? {}).find(([tag]) => tag === language)
  return other?.[1] ?? pages
}

/** The page that the visitor came from, if the browser names it. */
export function pageOf({ origin, headers }: FastifyRequest): string | undefined {
  const { referer = '' } = headers
  return origin && referer.startsWith(`${origin.address}/`) ? referer : undefined
}

/** Prevents caching, MIME sniffing, and embedding by other sites. */
const RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Sends only the status text: an error message may contain parts of the request. */
export function sendStatus(reply: FastifyReply, status: number) {
  return reply
    .code(status)
    .headers(RESPONSE_HEADERS)
    .type('text/plain; charset=utf-8')
    .send(STATUS_CODES[status])
}

/** Accepts bodies of any content type, and does not read them. */
export function ignoreBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume()
    done(null)
  })
}

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

import { createHash } from 'node:crypto'
import { findReferences } from '../content/references.ts'
import type { Portfolio } from '../content/schema.ts'

/** What browsers are told that the page may do, so that words slipped into it can do nothing. */

type Sources = Partial<Record<'script' | 'style' | 'frame' | 'connect', string[]>>

const GOOGLE = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const CLOUDFLARE = ['https://challenges.cloudflare.com']

/** What the providers of captchas ask for in their own documents. */
const PROVIDERS: Record<string, Sources> = {
  recaptcha: { script: GOOGLE, frame: [...GOOGLE, 'https://recaptcha.google.com/recaptcha/'] },
  hcaptcha: { script: HCAPTCHA, style: HCAPTCHA, frame: HCAPTCHA, connect: HCAPTCHA },
  turnstile: { script: CLOUDFLARE, frame: CLOUDFLARE },
}

/** The page itself never makes markup or scripts of text. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'"

/** Whatever a page says about itself; the policy of what it may do comes beside it. */
export const SHIELD_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Which pages may frame the site can only be said in a header. */
export const FRAME_ANCESTORS = "frame-ancestors 'none'"

/** The Content-Security-Policy of documents of the site, with all that stands inline in them. */
export function makePolicy(portfolio: Portfolio, documents: string[]): string {
  const form = portfolio.contact?.form
  const provider = PROVIDERS[form?.captcha.provider ?? '']
  const gateway = form?.origin ? [new URL(form.origin).origin] : []
  const directives: [name: string, sources: string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...hashesOf(documents, INLINE_SCRIPT), ...(provider?.script ?? [])]],
    ['style-src', ["'self'", ...hashesOf(documents, INLINE_STYLE), ...(provider?.style ?? [])]],
    ['img-src', ["'self'", 'data:', ...pictureOrigins(portfolio)]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'", ...gateway, ...(provider?.connect ?? [])]],
    ['worker-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['frame-src', provider?.frame ?? ["'none'"]],
    ['form-action', ["'self'", ...gateway]],
    ['base-uri', ["'none'"]],
  ]
  const parts = directives.map(([name, sources]) => `${name} ${sources.join(' ')}`)
  // Every widget of a captcha writes markup of its own, ALTCHA's too.
  const hasWidget = form && form.captcha.provider !== 'none'
  return [...parts, ...(hasWidget ? [] : [TRUSTED_TYPES])].join('; ')
}

const INLINE_SCRIPT = /<script(?![^>]*\btype=)[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

function hashesOf(documents: string[], inline: RegExp): string[] {
  const texts = documents.flatMap((html) => [...html.matchAll(inline)].map(([, text = '']) => text))
  return [...new Set(texts.filter(Boolean).map(hashSource))]
}

/** How a policy names a text that stands inline. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function pictureOrigins(portfolio: Portfolio): string[] {
  const pictures = findReferences(portfolio).filter(({ kind }) => kind === 'picture')
  const remote = pictures.filter(({ name }) => /^https?:/.test(name))
  return [...new Set(remote.map(({ name }) => new URL(name).origin))]
}

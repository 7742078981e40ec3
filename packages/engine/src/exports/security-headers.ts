import { createHash } from 'node:crypto'
import { SECURITY_HEADERS } from 'reward-codes-protocol/security-headers'
import type { Portfolio } from '../content/schema.ts'

/** Response headers that restrict what the page can do, so that injected markup cannot run. */

type Sources = Partial<Record<'script' | 'style' | 'frame' | 'connect', string[]>>

const GOOGLE = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const CLOUDFLARE = ['https://challenges.cloudflare.com']

/** The CSP sources that the captcha providers document. */
const PROVIDERS: Record<string, Sources> = {
  recaptcha: { script: GOOGLE, frame: [...GOOGLE, 'https://recaptcha.google.com/recaptcha/'] },
  hcaptcha: { script: HCAPTCHA, style: HCAPTCHA, frame: HCAPTCHA, connect: HCAPTCHA },
  turnstile: { script: CLOUDFLARE, frame: CLOUDFLARE },
}

/** The page never turns strings into markup or scripts. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'"

/** `frame-ancestors` works only in a header, not in a meta tag. */
const FRAME_ANCESTORS = "frame-ancestors 'none'"

/** What the documents contain inline, and the origins of images on other hosts. */
type CspSources = { scripts: string[]; styles: string[]; imageOrigins: string[] }

/** Builds the Content-Security-Policy, with hashes of the inline scripts and styles. */
export function buildCsp(
  { contact }: Portfolio,
  { scripts, styles, imageOrigins }: CspSources,
): string {
  const form = contact?.form
  const provider = PROVIDERS[form?.captcha.provider ?? '']
  const gateway = form?.origin ? [new URL(form.origin).origin] : []
  // Fallbacks of unlisted directives: frames to 'none', workers to script-src.
  const directives: [name: string, sources: string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...hashesOf(scripts), ...(provider?.script ?? [])]],
    ['style-src', ["'self'", ...hashesOf(styles), ...(provider?.style ?? [])]],
    ['img-src', ["'self'", 'data:', ...imageOrigins]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'", ...gateway, ...(provider?.connect ?? [])]],
    ['manifest-src', ["'self'"]],
    ['form-action', ["'self'", ...gateway]],
    ['base-uri', ["'none'"]],
    ...(provider?.frame ? [['frame-src', provider.frame] as [string, string[]]] : []),
  ]
  const parts = directives.map(([name, sources]) => `${name} ${sources.join(' ')}`)
  // Every captcha widget writes markup from strings, ALTCHA's too.
  const hasWidget = form && form.captcha.provider !== 'none'
  return [...parts, ...(hasWidget ? [] : [TRUSTED_TYPES])].join('; ')
}

/** The CSP hash sources of inline scripts or styles. */
function hashesOf(texts: string[]): string[] {
  return [...new Set(texts.filter(Boolean))].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The `_headers` file for Netlify, Cloudflare Pages and this project's server. A host that is
 * configured before the build sends only `frame-ancestors` as CSP: the pages have a CSP meta tag.
 */
export function makeHeadersFile(policy?: string): string {
  const lines = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines(securityHeaders(policy)),
    '/assets/*',
    ...lines(immutableAssets()),
    '',
  ].join('\n')
}

/** The headers of every response. */
function securityHeaders(policy?: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': [policy, FRAME_ANCESTORS].filter(Boolean).join('; '),
  }
}

/** The headers of files with a hash in their name. */
function immutableAssets(): Record<string, string> {
  return { 'Cache-Control': IMMUTABLE }
}

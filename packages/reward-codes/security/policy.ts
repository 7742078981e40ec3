import { createHash } from 'node:crypto'
import type { APIContext, AstroConfig } from 'astro'
import type { Portfolio } from '../content/portfolio.ts'
import { imagesIn } from '../content/schema/assets.ts'

type Csp = NonNullable<APIContext['csp']>

/** The directives of every page. Astro adds the hashes of inline scripts and styles, and `'self'`. */
const DIRECTIVES = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
] as const

type Policy = AstroConfig['security']['csp']

/** What the configuration of an owner lacks. Astro appends it, so a directive of the owner is left to them. */
export function addedPolicy(own: Policy) {
  const { algorithm = 'SHA-256', directives = [] } = typeof own === 'object' ? own : {}
  const nameOf = (directive: string) => directive.split(' ', 1)[0]
  const names = directives.map(nameOf)
  return {
    algorithm,
    directives: DIRECTIVES.filter((directive) => !names.includes(nameOf(directive))),
    // Astro adds 'self' only where a page has no other source.
    scriptDirective: { resources: ["'self'"] },
    styleDirective: { resources: ["'self'"] },
  }
}

/** The hash of an inline script or style, by which a policy allows it. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** The policy that Astro has written into a page. */
export const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)">/

/**
 * Puts the policy of a page before all that it is for, and removes the hashes of what is on other pages: Astro gives
 * every page those of the whole site. Those in the configuration of the owner stay.
 */
export function withOwnPolicy(page: string, own: Policy): string {
  const { scriptDirective, styleDirective } = typeof own === 'object' ? own : {}
  const configured = JSON.stringify([scriptDirective?.hashes, styleDirective?.hashes])
  const inline = Array.from(
    page.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs),
    ([, , text = '']) => hashOf(text),
  )
  const [meta = ''] = POLICY_META.exec(page) ?? []
  const policy = meta.replace(/'sha256-([^']+)' ?/g, (source, hash) =>
    inline.includes(hash) || configured.includes(hash) ? source : '',
  )
  return page
    .replace(meta, '')
    .replace(/<head[^>]*>(?:\s*<meta charset[^>]*>)?/, (start) => start + policy)
}

const GOOGLE = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const CLOUDFLARE = ['https://challenges.cloudflare.com']

type Sources = Partial<Record<'script' | 'style' | 'frame' | 'connect', string[]>>

/** The sources that the captcha providers document. */
const PROVIDERS: Record<string, Sources> = {
  recaptcha: { script: GOOGLE, frame: [...GOOGLE, 'https://recaptcha.google.com/recaptcha/'] },
  hcaptcha: { script: HCAPTCHA, style: HCAPTCHA, frame: HCAPTCHA, connect: HCAPTCHA },
  turnstile: { script: CLOUDFLARE, frame: CLOUDFLARE },
}

/** Adds to the policy of a page what its content needs: images, a gateway and a captcha on other hosts. */
export function extendPolicy(csp: Csp | undefined, content: Portfolio, hasForm: boolean): void {
  if (!csp) return
  const form = hasForm ? content.contact?.form : undefined
  const provider = PROVIDERS[form?.captcha.provider ?? ''] ?? {}
  const gateway = form?.origin ? [new URL(form.origin).origin] : []
  for (const directive of DIRECTIVES) csp.insertDirective(directive)
  const insert = (
    name: 'img-src' | 'connect-src' | 'form-action' | 'frame-src',
    from: string[],
  ) => {
    if (from.length > 0) csp.insertDirective(`${name} ${from.join(' ')}`)
  }
  insert('img-src', imageOrigins(content))
  insert('connect-src', [...gateway, ...(provider.connect ?? [])])
  insert('form-action', gateway)
  insert('frame-src', provider.frame ?? [])
  for (const source of provider.script ?? []) csp.insertScriptResource(source)
  for (const source of provider.style ?? []) csp.insertStyleResource(source)
  // The widgets of the providers write markup from strings. Nothing else of the page does.
  if (!(form && form.captcha.provider in PROVIDERS)) {
    csp.insertDirective("require-trusted-types-for 'script'")
    csp.insertDirective("trusted-types 'none'")
  }
}

/** The origins of images on other hosts. */
export function imageOrigins(content: Portfolio): string[] {
  const addresses = imagesIn(content).flatMap(({ name }) => (/^https?:/.test(name) ? name : []))
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}

import { z } from 'zod'
import type { Configuration } from './configuration.ts'
import { DEFAULT_SERVICE, VISITOR_FIELDS } from './protocol.ts'
import {
  AUTO_REPLY_TEMPLATE,
  assertTemplates,
  type MailTemplate,
  publicTemplates,
  REVIEW_TEMPLATE,
  requireTemplate,
  type Templates,
} from './template.ts'
import { isTimeZone } from './time.ts'

/** What the manifest of a site says of its form: the build of a page writes it, or who runs the gateway of another site. */
export const accountSchema = z.strictObject({
  publicKey: id(),
  service: id().default(DEFAULT_SERVICE),
  template: id().default('message'),
  captcha: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']).default('altcha'),
  /** Whether the page also requests a reCAPTCHA v3 score. */
  wantsScore: z.boolean().default(false),
  isMessageRequired: z.boolean().default(false),
  /** The name of the site. */
  site: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** The language of the page, as a tag. */
  language: z
    .string()
    .refine(isLanguage, { error: 'must be a language tag such as de' })
    .default('en'),
  /** The time zone of the owner. */
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone such as Europe/Warsaw' })
    .optional(),
  /** The origin of the gateway, if it differs from the page's. */
  formOrigin: z.url({ protocol: /^https?$/ }).optional(),
  /** The names that the form has for the fields of this gateway. */
  fields: z.partialRecord(z.enum(VISITOR_FIELDS), z.string().min(1)).default({}),
  /** Pages to which the form may lead its visitor, once the message is stored. */
  redirects: z.array(z.url({ protocol: /^https?$/ })).default([]),
})

export type SiteAccount = z.input<typeof accountSchema>

function id() {
  return z.string().regex(/^[\w-]{1,64}$/, { error: 'must be at most 64 letters, digits, _ and -' })
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

export type Sender = {
  /** The From address, in the owner's own domain. */
  from: string
  /** The recipient of messages, `{{owner_email}}` in templates. */
  to: string
  /** The name of the site, `{{site}}` in templates. */
  site: string
  /** The host name of the site. */
  host?: string | undefined
  /** The language of the site, as a tag. */
  language?: string | undefined
  /** The time zone of the owner; that of this machine (`TZ`) if omitted. */
  timeZone?: string | undefined
}

/** A captcha that its provider verifies. */
export type ExternalCaptcha = {
  provider: 'recaptcha' | 'hcaptcha' | 'turnstile'
  secret: string
  /** The secret of a reCAPTCHA v3 key, if the page also requests a score. */
  scoreSecret?: string | undefined
  /** The verification endpoint, if not the provider's default. */
  verifyUrl?: string | undefined
}

type CaptchaSettings = { provider: 'altcha' | 'none' } | ExternalCaptcha

/** The site that sends through this gateway, with the settings of its owner. */
export type Account = {
  /** The origins of pages that may send. */
  origins: Set<string>
  /** Host names of the site and its gateway. */
  hosts: Set<string>
  publicKey: string
  privateKey: string | undefined
  /** The service ids that a form may name. */
  services: Set<string>
  templates: Map<string, MailTemplate>
  captcha: CaptchaSettings
  isMessageRequired: boolean
  sender: Sender
  /** The automatic reply to the visitor. */
  autoReply: MailTemplate | undefined
  /** The mail to the owner about messages that are held or have failed. */
  review: MailTemplate
  /** The names that the site's form has for the fields of this gateway. */
  fields: Map<string, string>
  redirects: Set<string>
}

export type AccountParts = {
  account: SiteAccount | undefined
  configuration: Configuration
  templates: Templates
  /** Whether a secret that everybody knows is an error. */
  isProduction: boolean
}

/** Joins what the site and its owner say. Throws if the gateway cannot start with it. */
export function readAccount(parts: AccountParts): Account {
  const { configuration, templates } = parts
  if (!parts.account) {
    throw new Error(
      'No site uses this gateway: the content has no form or sends to EmailJS, and dist/.gateway.json has no account.',
    )
  }
  const site = accountSchema.parse(parts.account)
  const { ALLOWED_ORIGINS, AUTO_REPLY, MAIL_FROM, MAIL_TO, PUBLIC_URL } = configuration
  const origins = [...(site.url ? [new URL(site.url).origin] : []), ...ALLOWED_ORIGINS]
  const gateways = [site.formOrigin, PUBLIC_URL].filter((address) => address !== undefined)
  const names = [...new Set([site.template, ...publicTemplates(templates)])]
  assertTemplates(names, templates)
  if (AUTO_REPLY && site.captcha === 'none') {
    throw new Error(
      'AUTO_REPLY: requires a captcha, or anybody can make this gateway write to anybody.',
    )
  }
  return {
    publicKey: site.publicKey,
    privateKey: configuration.PRIVATE_KEY,
    origins: new Set(origins),
    hosts: new Set([...origins, ...gateways].map((address) => new URL(address).hostname)),
    services: new Set([site.service, DEFAULT_SERVICE]),
    templates: new Map(names.map((name) => [name, requireTemplate(name, templates)])),
    captcha: captchaOf(site, parts),
    isMessageRequired: site.isMessageRequired,
    sender: {
      from: MAIL_FROM ?? 'portfolio@localhost.localdomain',
      to: MAIL_TO ?? 'owner@localhost.localdomain',
      site: site.site,
      // As people write it.
      host: origins[0] && new URL(origins[0]).hostname.replace(/^www\./, ''),
      language: site.language,
      timeZone: site.timeZone,
    },
    autoReply: AUTO_REPLY ? requireTemplate(AUTO_REPLY_TEMPLATE, templates) : undefined,
    review: requireTemplate(REVIEW_TEMPLATE, templates),
    fields: new Map(Object.entries(site.fields)),
    redirects: new Set(site.redirects),
  }
}

function captchaOf(
  { captcha: provider, wantsScore }: z.output<typeof accountSchema>,
  { configuration, isProduction }: AccountParts,
): CaptchaSettings {
  if (provider === 'none' || provider === 'altcha') return { provider }
  const secretIn = (
    name: `${'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE'}_SECRET` | 'RECAPTCHA_SCORE_SECRET',
  ) => {
    const secret = configuration[name]
    if (!secret) throw new Error(`${name}: required because the form has this captcha.`)
    if (isProduction && isPublicTestSecret(secret)) {
      throw new Error(
        `The secret of ${provider} is its public test secret, with which every captcha passes. ` +
          'Only the development server accepts it.',
      )
    }
    return secret
  }
  return {
    provider,
    secret: secretIn(`${provider.toUpperCase() as Uppercase<typeof provider>}_SECRET`),
    scoreSecret: wantsScore ? secretIn('RECAPTCHA_SCORE_SECRET') : undefined,
    verifyUrl: configuration.CAPTCHA_VERIFY_URL,
  }
}

/** Secrets that providers publish for tests: they accept every token, or reject every token. */
const PUBLIC_TEST_SECRETS = [
  /^6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe$/,
  /^0x0{40}$/,
  /^[123]x0{31}AA$/,
]

export function isPublicTestSecret(secret: string): boolean {
  return PUBLIC_TEST_SECRETS.some((pattern) => pattern.test(secret))
}

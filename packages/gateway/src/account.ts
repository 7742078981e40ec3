import { z } from 'zod'
import type { Configuration } from './configuration.ts'
import { DEFAULT_SERVICE, VISITOR_FIELDS } from './protocol.ts'
import {
  AUTO_REPLY_TEMPLATE,
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

type Site = z.output<typeof accountSchema>

/** What a mail says of the site and its owner. Without a time zone, times are in that of this machine (`TZ`). */
export type Sender = Pick<Site, 'site'> & {
  /** The From address, in the owner's own domain. */
  from: string
  /** The recipient of messages, `{{owner_email}}` in templates. */
  to: string
  /** The host name of the site. */
  host?: string | undefined
  language?: string | undefined
  timeZone?: string | undefined
}

/** The site that sends through this gateway, with the settings of its owner. */
export type Account = Site & {
  /** The origins of pages that may send. */
  origins: Set<string>
  /** Host names of the site and its gateway. */
  hosts: Set<string>
  /** The service ids that a form may name. */
  services: string[]
  /** The templates that a request may choose. The first one is the default. */
  templates: Templates
  sender: Sender
  /** The automatic reply to the visitor. */
  autoReply: MailTemplate | undefined
  /** The mail to the owner about messages that wait. */
  review: MailTemplate
}

/** Joins what the site and its owner say. Throws if the gateway cannot start with it. */
export function readAccount(
  account: SiteAccount | undefined,
  configuration: Configuration,
  templates: Templates,
): Account {
  if (!account) {
    throw new Error(
      'No site uses this gateway: the content has no form or sends to EmailJS, and dist/.gateway.json has no account.',
    )
  }
  const site = accountSchema.parse(account)
  const { ALLOWED_ORIGINS, AUTO_REPLY, MAIL_FROM, MAIL_TO, PUBLIC_URL } = configuration
  const origins = [...(site.url ? [new URL(site.url).origin] : []), ...ALLOWED_ORIGINS]
  const gateways = [site.formOrigin, PUBLIC_URL].filter((address) => address !== undefined)
  if (AUTO_REPLY && site.captcha === 'none') {
    throw new Error(
      'AUTO_REPLY: requires a captcha, or anybody can make this gateway write to anybody.',
    )
  }
  return {
    ...site,
    origins: new Set(origins),
    hosts: new Set([...origins, ...gateways].map((address) => new URL(address).hostname)),
    services: [site.service, DEFAULT_SERVICE],
    templates: publicTemplates(templates, site.template),
    sender: {
      from: MAIL_FROM ?? 'portfolio@localhost.localdomain',
      to: MAIL_TO ?? 'owner@localhost.localdomain',
      site: site.site,
      // Mails name the host without www, as people write it.
      host: origins[0] && new URL(origins[0]).hostname.replace(/^www\./, ''),
      language: site.language,
      timeZone: site.timeZone,
    },
    autoReply: AUTO_REPLY ? requireTemplate(AUTO_REPLY_TEMPLATE, templates) : undefined,
    review: requireTemplate(REVIEW_TEMPLATE, templates),
  }
}

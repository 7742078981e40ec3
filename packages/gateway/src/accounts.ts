import { existsSync, readFileSync } from 'node:fs'
import { DEFAULT_SERVICE } from 'reward-codes-protocol/defaults'
import { parse } from 'yaml'
import { z } from 'zod'
import { address, apiKey, type Configuration, mailServer } from './configuration.ts'
import type { Sender } from './delivery/compose.ts'
import { MAIL_LANGUAGES } from './delivery/mail-text.ts'
import {
  AUTO_REPLY_TEMPLATE,
  assertTemplates,
  HELD_TEMPLATE,
  type MailTemplate,
  publicTemplates,
  requireTemplate,
  type Templates,
} from './delivery/template.ts'
import { textOf } from './log.ts'
import type { Captcha } from './submissions/captcha.ts'
import { type CaptchaProvider, createCaptcha } from './submissions/create-captcha.ts'

/** The account that the page's content describes, so that its gateway needs no second list. */
export type PageAccount = {
  publicKey: string
  service: string
  template: string
  captcha: CaptchaProvider
  /** Whether the page also requests a reCAPTCHA v3 score. */
  wantsScore: boolean
  isMessageRequired?: boolean
  site: string
  url: string | undefined
  /** The language of the page, as a tag. */
  language?: string | undefined
  /** The time zone of the owner. */
  timeZone?: string | undefined
  /** The origin of the gateway, if it differs from the page's. */
  formOrigin?: string | undefined
}

/** A site that sends through this gateway. */
export type Account = {
  publicKey: string
  privateKey: string | undefined
  /** Whether this gateway's own origin serves the site. */
  isOwnSite: boolean
  origins: Set<string>
  /** Host names of the site and its gateway. */
  hosts: Set<string>
  /** The variable with the mail server of each service. */
  services: Map<string, string>
  templates: Map<string, MailTemplate>
  captcha: Captcha
  isMessageRequired: boolean
  sender: Sender
  /** The automatic reply to the visitor. */
  autoReply: MailTemplate | undefined
  /** The template that notifies the owner of held messages. */
  notice: MailTemplate
}

export type AccountParts = {
  page: PageAccount | undefined
  configuration: Configuration
  environment: Record<string, string | undefined>
  templates: Templates
  /** Signs the challenges of this gateway's own captcha. */
  gatewaySecret: string
  isProduction: boolean
}

/** Returns all accounts of this gateway. Throws one error that lists every invalid account. */
export function readAccounts(parts: AccountParts): Map<string, Account> {
  const errors: string[] = []
  const accounts = new Map<string, Account>()
  const add = (make: () => Account) => {
    try {
      const account = make()
      const { publicKey, services } = account
      if (accounts.has(publicKey)) throw new Error(`Duplicate publicKey "${publicKey}".`)
      const [first = ''] = services.values()
      if (!services.has(DEFAULT_SERVICE)) services.set(DEFAULT_SERVICE, first)
      accounts.set(publicKey, account)
    } catch (error) {
      errors.push(textOf(error))
    }
  }
  const { page, configuration } = parts
  if (page) add(() => pageAccount(page, parts))
  for (const entry of readAccountsFile(configuration.ACCOUNTS_FILE)) {
    add(() => parseAccount(entry, parts))
  }
  if (errors.length > 0) throw new Error(errors.join('\n'))
  if (accounts.size === 0) {
    throw new Error(
      'No site uses this gateway: the content has no contact section or sends to EmailJS, and ' +
        'ACCOUNTS_FILE lists no other site.',
    )
  }
  return accounts
}

function pageAccount(page: PageAccount, parts: AccountParts): Account {
  const { configuration, templates } = parts
  const { ALLOWED_ORIGINS, PRIVATE_KEY, MAIL_FROM, MAIL_TO, AUTO_REPLY } = configuration
  assertTemplates([page.template], templates)
  if (AUTO_REPLY && page.captcha === 'none') {
    throw new Error(
      'AUTO_REPLY=yes requires a captcha, and the page has none. ' +
        'Set contact.form.captcha in the content, or remove AUTO_REPLY.',
    )
  }
  const origins = new Set([...(page.url ? [new URL(page.url).origin] : []), ...ALLOWED_ORIGINS])
  const ownOrigins = page.formOrigin ? [...origins, page.formOrigin] : [...origins]
  return {
    publicKey: page.publicKey,
    privateKey: PRIVATE_KEY,
    isOwnSite: true,
    origins,
    hosts: new Set(ownOrigins.map((address) => new URL(address).hostname)),
    services: new Map([[page.service, 'SMTP_URL']]),
    templates: publicTemplates(templates),
    captcha: pageCaptcha(page, parts),
    isMessageRequired: page.isMessageRequired ?? false,
    sender: {
      from: MAIL_FROM ?? 'portfolio@localhost.localdomain',
      to: MAIL_TO ?? ['owner@localhost.localdomain'],
      site: page.site,
      host: page.url && hostOf(page.url),
      language: page.language,
      timeZone: page.timeZone,
    },
    autoReply: AUTO_REPLY ? requireTemplate(AUTO_REPLY_TEMPLATE, templates) : undefined,
    notice: requireTemplate(HELD_TEMPLATE, templates),
  }
}

/** The host name of a site as people write it. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

function pageCaptcha(page: PageAccount, parts: AccountParts): Captcha {
  const { captcha: provider, publicKey, wantsScore } = page
  const { configuration } = parts
  return createCaptcha({
    ...parts,
    provider,
    publicKey,
    secretName: `${provider.toUpperCase()}_SECRET`,
    verifyAddress: configuration.CAPTCHA_VERIFY_URL,
    secret: {
      altcha: undefined,
      none: undefined,
      recaptcha: configuration.RECAPTCHA_SECRET,
      hcaptcha: configuration.HCAPTCHA_SECRET,
      turnstile: configuration.TURNSTILE_SECRET,
    }[provider],
    ...(wantsScore && { score: { secret: configuration.RECAPTCHA_SCORE_SECRET } }),
  })
}

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, {
  error: 'must be the name of a variable of .env',
})
const id = z.string().regex(/^[\w-]{1,64}$/, {
  error: 'must be at most 64 letters, digits, _ and -',
})

const recipients = z
  .union([address(), z.array(address()).min(1)], {
    error: 'must be a plain e-mail address, or a list of them',
  })
  .transform((given) => [given].flat())

/** An account in the accounts file. It names the environment variables that hold secrets. */
const schema = z.strictObject({
  publicKey: id,
  site: z.string().min(1),
  origins: z.array(z.url({ protocol: /^https?$/ })).min(1),
  from: address(),
  to: recipients,
  services: z.record(id, variable).refine((all) => Object.keys(all).length > 0, {
    error: 'must name at least one service, such as default_service: SMTP_URL',
  }),
  templates: z.array(id).min(1),
  captcha: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']).default('altcha'),
  captchaSecret: variable.optional(),
  messageRequired: z.boolean().default(false),
  language: z.enum(MAIL_LANGUAGES).default('en'),
  privateKey: variable.optional(),
})

/** Returns the entries of the accounts file, not validated yet. */
function readAccountsFile(file: string | undefined): unknown[] {
  if (!file) return []
  if (!existsSync(file)) throw new Error(`ACCOUNTS_FILE: ${file} does not exist.`)
  const entries = parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(entries)) throw new Error(`${file} must contain a list of accounts.`)
  return entries
}

/** Validates an entry of the accounts file. */
function parseAccount(entry: unknown, parts: AccountParts): Account {
  const { configuration, environment } = parts
  const parsed = schema.safeParse(entry)
  if (!parsed.success) {
    const name = (entry as { publicKey?: unknown } | null)?.publicKey
    const lines = parsed.error.issues.map(
      ({ path, message }) =>
        `${configuration.ACCOUNTS_FILE}, "${name}": ${path.join('.')}: ${message}`,
    )
    throw new Error(lines.join('\n'))
  }
  const { publicKey, site, origins, from, to, services, templates, captcha } = parsed.data
  const { captchaSecret, privateKey, messageRequired, language } = parsed.data
  assertTemplates(templates, parts.templates)
  const readVariable = (name: string): string => {
    const value = environment[name]
    if (!value) throw new Error(`${name}: required because the account "${publicKey}" names it.`)
    return value
  }
  const assertVariable = (name: string, schema: z.ZodType) => {
    const result = schema.safeParse(readVariable(name))
    if (!result.success) throw new Error(`${name}: ${result.error.issues[0]?.message}.`)
  }
  for (const name of Object.values(services)) assertVariable(name, mailServer)
  if (privateKey) assertVariable(privateKey, apiKey)
  return {
    publicKey,
    privateKey: privateKey && readVariable(privateKey),
    isOwnSite: false,
    origins: new Set(origins.map((origin) => new URL(origin).origin)),
    hosts: new Set(origins.map((origin) => new URL(origin).hostname)),
    services: new Map(Object.entries(services)),
    templates: new Map(
      [...publicTemplates(parts.templates)].filter(([name]) => templates.includes(name)),
    ),
    captcha: createCaptcha({
      ...parts,
      provider: captcha,
      publicKey,
      secret: captchaSecret && readVariable(captchaSecret),
      secretName: 'captchaSecret in the accounts file',
    }),
    isMessageRequired: messageRequired,
    sender: { from, to, site, host: hostOf(origins[0] ?? ''), language },
    autoReply: undefined,
    notice: requireTemplate(HELD_TEMPLATE, parts.templates),
  }
}

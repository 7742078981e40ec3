import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Captcha } from './captcha/captcha.ts'
import { type CaptchaProvider, chooseCaptcha } from './captcha/choose.ts'
import type { Configuration } from './configuration.ts'
import { isAddress } from './mail/address.ts'
import type { Sender } from './mail/compose.ts'
import type { MailTemplate, Templates } from './mail/template.ts'

const AUTO_REPLY_TEMPLATE = 'auto-reply'
const NOTICE_TEMPLATE = 'held'

/** What the page says about itself, so that its own gateway needs no second list. */
export type PageAccount = {
  publicKey: string
  service: string
  template: string
  captcha: CaptchaProvider
  /** Whether the page asks reCAPTCHA v3 for a score as well. */
  wantsScore: boolean
  site: string
  url: string | undefined
}

/** A site that sends through this gateway. */
export type Account = {
  publicKey: string
  privateKey: string | undefined
  /** The site is served from this gateway's own address. */
  isOwnSite: boolean
  origins: Set<string>
  /** The variable with the mail server of each service; the first is `default_service` too. */
  services: Map<string, string>
  templates: Map<string, MailTemplate>
  captcha: Captcha
  sender: Sender
  /** The reply that a visitor gets by itself. */
  autoReply: MailTemplate | undefined
  /** Word to the owner that messages are held. */
  notice: MailTemplate | undefined
}

const DEFAULT_SERVICE = 'default_service'

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, { error: 'the name of a variable of .env' })
const id = z.string().regex(/^[\w-]{1,64}$/, { error: 'letters, digits, _ and -, at most 64' })

/** An account of the accounts file. Secrets are named here and stand in the environment. */
const furtherAccount = z.strictObject({
  publicKey: id,
  site: z.string().min(1),
  origins: z.array(z.url({ protocol: /^https?$/ })).min(1),
  from: z.string().refine(isAddress, { error: 'one plain e-mail address' }),
  to: z.string().refine(isAddress, { error: 'one plain e-mail address' }),
  services: z.record(id, variable).refine((all) => Object.keys(all).length > 0, {
    error: 'at least one service, such as default_service: SMTP_URL',
  }),
  templates: z.array(id).min(1),
  captcha: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']).default('altcha'),
  captchaSecret: variable.optional(),
  privateKey: variable.optional(),
})

type FurtherAccount = z.output<typeof furtherAccount>

export type AccountParts = {
  page: PageAccount | undefined
  configuration: Configuration
  environment: Record<string, string | undefined>
  templates: Templates
  /** What signs the challenges of this gateway's own captcha. */
  gatewaySecret: string
  isProduction: boolean
}

/** All accounts of this gateway; throws with every fault told at once. */
export function readAccounts(parts: AccountParts): Map<string, Account> {
  const faults: string[] = []
  const accounts = new Map<string, Account>()
  const add = (make: () => Account) => {
    try {
      const account = make()
      if (accounts.has(account.publicKey)) throw new Error(`"${account.publicKey}" stands twice.`)
      accounts.set(account.publicKey, account)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  const { page, configuration } = parts
  if (page) add(() => pageAccount(page, parts))
  for (const entry of readFile(configuration.ACCOUNTS_FILE)) {
    add(() => fromEntry(entry, parts))
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return accounts
}

function pageAccount(page: PageAccount, parts: AccountParts): Account {
  const { configuration, templates } = parts
  const { ALLOWED_ORIGINS, PRIVATE_KEY, MAIL_FROM, MAIL_TO, AUTO_REPLY } = configuration
  requireTemplates([page.template, ...(AUTO_REPLY ? [AUTO_REPLY_TEMPLATE] : [])], templates)
  const own = page.url ? [new URL(page.url).origin] : []
  return {
    publicKey: page.publicKey,
    privateKey: PRIVATE_KEY,
    isOwnSite: true,
    origins: new Set([...own, ...ALLOWED_ORIGINS]),
    services: new Map([[page.service, 'SMTP_URL']]),
    templates: choosable(templates),
    captcha: pageCaptcha(page, parts),
    sender: {
      from: MAIL_FROM ?? 'portfolio@localhost.localdomain',
      to: MAIL_TO ?? 'owner@localhost.localdomain',
      site: page.site,
    },
    autoReply: AUTO_REPLY ? templates.get(AUTO_REPLY_TEMPLATE) : undefined,
    notice: templates.get(NOTICE_TEMPLATE),
  }
}

function fromEntry(entry: unknown, parts: AccountParts): Account {
  const parsed = furtherAccount.safeParse(entry)
  if (!parsed.success) throw new Error(`accounts: ${z.prettifyError(parsed.error)}`)
  const { publicKey, site, origins, from, to, services, templates, privateKey } = parsed.data
  requireTemplates(templates, parts.templates)
  const need = (name: string) => requireVariable(name, publicKey, parts.environment)
  for (const name of Object.values(services)) need(name)
  return {
    publicKey,
    privateKey: privateKey && need(privateKey),
    isOwnSite: false,
    origins: new Set(origins.map((origin) => new URL(origin).origin)),
    services: new Map(Object.entries(services)),
    templates: new Map(
      [...choosable(parts.templates)].filter(([name]) => templates.includes(name)),
    ),
    captcha: furtherCaptcha(parsed.data, parts),
    sender: { from, to, site },
    autoReply: undefined,
    notice: parts.templates.get(NOTICE_TEMPLATE),
  }
}

function furtherCaptcha(entry: FurtherAccount, parts: AccountParts): Captcha {
  const { publicKey, captcha, captchaSecret } = entry
  const secret = captchaSecret && requireVariable(captchaSecret, publicKey, parts.environment)
  return chooseCaptcha({ ...parts, provider: captcha, publicKey, secret })
}

function pageCaptcha(page: PageAccount, parts: AccountParts): Captcha {
  const { captcha: provider, publicKey, wantsScore } = page
  const { configuration } = parts
  return chooseCaptcha({
    ...parts,
    provider,
    publicKey,
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

/** What a request may choose: neither replies to visitors nor the gateway's own notices. */
function choosable(templates: Templates): Templates {
  const chosen = [...templates].filter(
    ([name, { isReply }]) => !isReply && name !== NOTICE_TEMPLATE,
  )
  return new Map(chosen)
}

function requireTemplates(names: string[], templates: Templates) {
  const missing = names.find((name) => !templates.has(name))
  if (missing) throw new Error(`There is no mail template content/mail/${missing}.html.`)
}

function requireVariable(name: string, account: string, environment: AccountParts['environment']) {
  const value = environment[name]
  if (!value) throw new Error(`${name}: needed, because the account "${account}" names it.`)
  return value
}

function readFile(file: string | undefined): unknown[] {
  if (!file) return []
  if (!existsSync(file)) throw new Error(`ACCOUNTS_FILE: there is no file ${file}.`)
  const entries = parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(entries)) throw new Error(`${file} must hold a list of accounts.`)
  return entries
}

/** The variable that holds the mail server of a service, by its name or as the default one. */
export function serviceOf({ services }: Account, name: string): string | undefined {
  const [first] = services.values()
  return services.get(name) ?? (name === DEFAULT_SERVICE ? first : undefined)
}

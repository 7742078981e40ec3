import { existsSync, readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import {
  address,
  apiKey,
  type Configuration,
  mailServer,
  noticeUrl,
  readVariable as read,
  webhookSecret,
} from './configuration.ts'
import { textOf } from './log.ts'
import type { SiteAddresses } from './origins.ts'
import {
  NOTICE_KINDS,
  type NoticeWay,
  OWN_SERVICE,
  ownNotices,
  ownTransport,
} from './own-transports.ts'
import { DEFAULT_SERVICE, VISITOR_FIELDS } from './protocol.ts'
import {
  AUTO_REPLY_TEMPLATE,
  assertTemplates,
  EVENT_TEMPLATE,
  type MailTemplate,
  publicTemplates,
  REVIEW_TEMPLATE,
  requireTemplate,
  type Templates,
} from './template.ts'
import { isTimeZone } from './time.ts'

/** The account that the page's content describes, so that its gateway needs no second list. */
export type PageAccount = {
  publicKey: string
  service: string
  template: string
  captcha: Entry['captcha']
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

export type Sender = {
  /** The From address, in the owner's own domain. */
  from: string
  /** The recipients of messages, `{{owner_email}}` in templates. */
  to: string[]
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

/** A site that sends through this gateway. */
export type Account = SiteAddresses & {
  publicKey: string
  privateKey: string | undefined
  /** The transport of each service: an own one, or the variable with another mail server. */
  services: Map<string, string>
  templates: Map<string, MailTemplate>
  captcha: CaptchaSettings
  isMessageRequired: boolean
  sender: Sender
  /** The automatic reply to the visitor. */
  autoReply: MailTemplate | undefined
  /** The mail to the owner about messages that are held or have failed. */
  review: MailTemplate
  /** What a notice of a message says. */
  event: MailTemplate
  /** By which ways the owner is notified of messages, by the variables that set them. */
  notices: Map<string, NoticeWay>
  /** The names that the site's form has for the fields of this gateway. */
  fields: Map<string, string>
  /** Pages to which a form may lead its visitor, once the message is stored. */
  redirects: Set<string>
}

export type AccountParts = {
  page: PageAccount | undefined
  configuration: Configuration
  environment: Record<string, string | undefined>
  templates: Templates
  /** Whether a secret that everybody knows is an error. */
  isProduction: boolean
}

export type Accounts = {
  accounts: Map<string, Account>
  /** The sites of invalid entries of the accounts file. */
  faultySites: Map<string, SiteAddresses>
  /** What is wrong with them, with file and line. */
  faults: string[]
}

/**
 * Reads the accounts. An invalid entry of the accounts file stops its own site only. Throws if the page's
 * account is invalid, if the file cannot be read, or if no account is left.
 */
export function readAccounts(parts: AccountParts): Accounts {
  const { page, configuration } = parts
  const accounts = new Map<string, Account>()
  const faultySites = new Map<string, SiteAddresses>()
  const faults: string[] = []
  const entries = readAccountsFile(configuration.ACCOUNTS_FILE)
  if (page) {
    const others = new Set(entries.flatMap(({ entry }) => identify(entry).templates))
    const entry = parseEntry(entryOfPage(page, parts, others), () => 'contact.form')
    accounts.set(entry.publicKey, createAccount(entry, parts, page))
  }
  for (const { entry, place } of entries) {
    try {
      const account = createAccount(parseEntry(entry, place), parts, undefined)
      const { publicKey } = account
      if (accounts.has(publicKey)) throw new Error(`duplicate publicKey "${publicKey}"`)
      accounts.set(publicKey, account)
    } catch (error) {
      const text = textOf(error)
      faults.push(error instanceof EntryError ? text : `${place([])}: ${text}`)
      const { publicKey, origins } = identify(entry)
      if (!accounts.has(publicKey)) faultySites.set(publicKey, addressesOf(origins))
    }
  }
  if (accounts.size === 0) {
    if (faults.length > 0) throw new Error(faults.join('\n'))
    throw new Error(
      'No site uses this gateway: the content has no form or sends to EmailJS, and ' +
        'ACCOUNTS_FILE lists no other site.',
    )
  }
  return { accounts, faultySites, faults }
}

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, {
  error: 'must be the name of a variable of .env',
})
const id = z.string().regex(/^[\w-]{1,64}$/, {
  error: 'must be at most 64 letters, digits, _ and -',
})
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)
const recipients = z
  .union([address(), z.array(address()).min(1)], {
    error: 'must be a plain e-mail address, or a list of them',
  })
  .transform((given) => [given].flat())

/** An account. It names the environment variables that hold its secrets. */
const schema = z
  .strictObject({
    publicKey: id,
    site: z.string().min(1),
    origins: z.array(origin),
    from: address(),
    to: recipients,
    services: z.record(id, variable).refine((all) => Object.keys(all).length > 0, {
      error: 'must name at least one service, such as default_service: SMTP_URL',
    }),
    templates: z.array(id).min(1),
    captcha: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']).default('altcha'),
    captchaSecret: variable.optional(),
    messageRequired: z.boolean().default(false),
    autoReply: z.boolean().default(false),
    language: z
      .string()
      .refine(isLanguage, { error: 'must be a language tag such as de' })
      .default('en'),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: 'must be a time zone such as Europe/Warsaw' })
      .optional(),
    privateKey: variable.optional(),
    notices: z.partialRecord(z.enum([...NOTICE_KINDS, 'webhookSecret']), variable).default({}),
    fields: z.partialRecord(z.enum(VISITOR_FIELDS), z.string().min(1)).default({}),
    redirects: z.array(z.url({ protocol: /^https?$/ })).default([]),
  })
  .superRefine(({ captcha, captchaSecret, autoReply, notices }, { addIssue }) => {
    if (notices.webhook && !notices.webhookSecret) {
      const message = 'required for a webhook'
      addIssue({ code: 'custom', path: ['notices', 'webhookSecret'], message })
    }
    if (!['altcha', 'none'].includes(captcha) && !captchaSecret) {
      addIssue({ code: 'custom', path: ['captchaSecret'], message: `required for ${captcha}` })
    }
    if (autoReply && captcha === 'none') {
      const message = 'requires a captcha, or anybody can make this gateway write to anybody'
      addIssue({ code: 'custom', path: ['autoReply'], message })
    }
  })

type Entry = z.output<typeof schema>

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
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

/** What names a site and its templates, also in an entry with faults. */
const identitySchema = z
  .object({
    publicKey: z.string().catch(''),
    origins: z.array(origin).catch([]),
    templates: z.array(z.string()).catch([]),
  })
  .catch({ publicKey: '', origins: [], templates: [] })

function identify(entry: unknown) {
  return identitySchema.parse(entry)
}

/** The page's account in the form of the accounts file. A faulty template that other sites name is theirs. */
function entryOfPage(
  page: PageAccount,
  { configuration, templates }: AccountParts,
  others: Set<string>,
) {
  const isOwn = (name: string) => !others.has(name) || !(templates.get(name) instanceof Error)
  const { publicKey, captcha, url, site, language, timeZone } = page
  const { ALLOWED_ORIGINS, MAIL_FROM, MAIL_TO, AUTO_REPLY, PRIVATE_KEY } = configuration
  const isExternal = !['altcha', 'none'].includes(captcha)
  return {
    publicKey,
    site,
    origins: [...(url ? [url] : []), ...ALLOWED_ORIGINS],
    from: MAIL_FROM ?? 'portfolio@localhost.localdomain',
    to: MAIL_TO ?? 'owner@localhost.localdomain',
    services: { [page.service]: OWN_SERVICE },
    templates: [...new Set([page.template, ...publicTemplates(templates).filter(isOwn)])],
    captcha,
    captchaSecret: isExternal ? `${captcha.toUpperCase()}_SECRET` : undefined,
    messageRequired: page.isMessageRequired,
    autoReply: AUTO_REPLY,
    language,
    timeZone,
    privateKey: PRIVATE_KEY && 'PRIVATE_KEY',
  }
}

/** An entry of the accounts file, not validated yet; `place` names the file and the line of a value. */
type FileEntry = { entry: unknown; place: Place }

type Place = (path: PropertyKey[]) => string

/** An error that names its place. */
class EntryError extends Error {}

function readAccountsFile(file: string | undefined): FileEntry[] {
  if (!file) return []
  if (!existsSync(file)) throw new Error(`ACCOUNTS_FILE: ${file} does not exist.`)
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines })
  const [syntaxError] = document.errors
  if (syntaxError) throw new Error(`${file}: ${syntaxError.message}`)
  const entries: unknown = document.toJS()
  if (!Array.isArray(entries)) throw new Error(`${file} must contain a list of accounts.`)
  return entries.map((entry, index) => ({
    entry,
    place: (path) => `${file}:${lineOf(document, [index, ...path], lines)}`,
  }))
}

/** The line of a value, or of what should contain it. */
function lineOf(document: Document, path: PropertyKey[], lines: LineCounter): number {
  const node = document.getIn(path, true)
  if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  return path.length > 0 ? lineOf(document, path.slice(0, -1), lines) : 1
}

function parseEntry(entry: unknown, place: Place): Entry {
  const parsed = schema.safeParse(entry)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = path.join('.')
    return `${place(path)}: ${name && `${name}: `}${message}`
  })
  throw new EntryError(faults.join('\n'))
}

function addressesOf(origins: string[], own?: PageAccount): SiteAddresses {
  const hosts = [...origins, ...(own?.formOrigin ? [own.formOrigin] : [])]
  return {
    isOwnSite: own !== undefined,
    origins: new Set(origins),
    hosts: new Set(hosts.map((url) => new URL(url).hostname)),
  }
}

function createAccount(
  entry: Entry,
  { configuration, templates, environment, isProduction }: AccountParts,
  own: PageAccount | undefined,
): Account {
  const { publicKey, privateKey, origins, from, to, site } = entry
  assertTemplates(entry.templates, templates)
  const readVariable = (name: string, schema: z.ZodType<string> = z.string()): string => {
    const value = read(environment, name)
    if (!value) throw new Error(`${name}: required because the account "${publicKey}" needs it.`)
    const result = schema.safeParse(value)
    if (!result.success) throw new Error(`${name}: ${result.error.issues[0]?.message}.`)
    return value
  }
  const services = new Map(Object.entries(entry.services))
  for (const [service, name] of services) {
    if (name === OWN_SERVICE) services.set(service, ownTransport(configuration))
    else readVariable(name, mailServer)
  }
  const [first = ''] = services.values()
  if (!services.has(DEFAULT_SERVICE)) services.set(DEFAULT_SERVICE, first)
  const readNotices = ({ webhookSecret: secretName, ...names }: Entry['notices']) => {
    const secret = secretName && readVariable(secretName, webhookSecret)
    return new Map(
      NOTICE_KINDS.flatMap((kind): [string, NoticeWay][] => {
        const name = names[kind]
        return name ? [[name, { kind, url: readVariable(name, noticeUrl), secret }]] : []
      }),
    )
  }
  const readCaptcha = (): CaptchaSettings => {
    const { captcha: provider, captchaSecret = '' } = entry
    if (provider === 'none' || provider === 'altcha') return { provider }
    const secret = readVariable(captchaSecret)
    const scoreSecret = own?.wantsScore ? readVariable('RECAPTCHA_SCORE_SECRET') : undefined
    if (isProduction && [secret, scoreSecret ?? ''].some(isPublicTestSecret)) {
      throw new Error(
        `The secret of ${provider} is its public test secret, with which every captcha passes. ` +
          'Only the development server accepts it.',
      )
    }
    const verifyUrl = own && configuration.CAPTCHA_VERIFY_URL
    return { provider, secret, scoreSecret, verifyUrl }
  }
  return {
    publicKey,
    privateKey: privateKey && readVariable(privateKey, apiKey),
    ...addressesOf(origins, own),
    services,
    templates: new Map(entry.templates.map((name) => [name, requireTemplate(name, templates)])),
    captcha: readCaptcha(),
    isMessageRequired: entry.messageRequired,
    sender: {
      from,
      to,
      site,
      // As people write it.
      host: origins[0] && new URL(origins[0]).hostname.replace(/^www\./, ''),
      language: entry.language,
      timeZone: entry.timeZone,
    },
    autoReply: entry.autoReply ? requireTemplate(AUTO_REPLY_TEMPLATE, templates) : undefined,
    review: requireTemplate(REVIEW_TEMPLATE, templates),
    event: requireTemplate(EVENT_TEMPLATE, templates),
    notices: own ? ownNotices(configuration) : readNotices(entry.notices),
    fields: new Map(Object.entries(entry.fields)),
    redirects: new Set(entry.redirects),
  }
}

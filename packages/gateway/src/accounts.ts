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
import type { Sender } from './delivery/compose.ts'
import { OWN_SERVICE, ownTransports } from './delivery/own-service.ts'
import {
  AUTO_REPLY_TEMPLATE,
  assertTemplates,
  type MailTemplate,
  NOTICE_TEMPLATE,
  publicTemplates,
  REVIEW_TEMPLATE,
  requireTemplate,
  type Templates,
} from './delivery/template.ts'
import { NOTICE_KINDS, type NoticeWay, ownNotices } from './delivery/transports/notices.ts'
import { textOf } from './log.ts'
import { DEFAULT_SERVICE, VISITOR_FIELDS } from './protocol.ts'
import { altcha } from './submissions/altcha.ts'
import { type Captcha, noCaptcha } from './submissions/captcha.ts'
import { siteverify } from './submissions/siteverify.ts'

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

/** A site that sends through this gateway. */
export type Account = {
  publicKey: string
  privateKey: string | undefined
  /** Whether this gateway's own origin serves the site. */
  isOwnSite: boolean
  origins: Set<string>
  /** Host names of the site and its gateway. */
  hosts: Set<string>
  /** The transport of each service: an own one, or the variable with another mail server. */
  services: Map<string, string>
  templates: Map<string, MailTemplate>
  captcha: Captcha
  isMessageRequired: boolean
  sender: Sender
  /** The automatic reply to the visitor. */
  autoReply: MailTemplate | undefined
  /** The template that notifies the owner of messages that are held or have failed. */
  notice: MailTemplate
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
  /** Signs the challenges of this gateway's own captcha. */
  gatewaySecret: string
  isProduction: boolean
}

/** The accounts of a gateway, and why further entries of the accounts file are left out. */
export type Accounts = { accounts: Map<string, Account>; faults: string[] }

/**
 * Reads the accounts. An invalid entry of the accounts file stops its own site only. Throws if the page's
 * account is invalid, if the file cannot be read, or if no account is left.
 */
export function readAccounts(parts: AccountParts): Accounts {
  const { page, configuration } = parts
  const accounts = new Map<string, Account>()
  const faults: string[] = []
  if (page) {
    const entry = parseEntry(entryOfPage(page, parts), () => 'contact.form')
    accounts.set(entry.publicKey, createAccount(entry, parts, page))
  }
  for (const { entry, place } of readAccountsFile(configuration.ACCOUNTS_FILE)) {
    try {
      const account = createAccount(parseEntry(entry, place), parts, undefined)
      const { publicKey } = account
      if (accounts.has(publicKey)) throw new Error(`duplicate publicKey "${publicKey}"`)
      accounts.set(publicKey, account)
    } catch (error) {
      const text = textOf(error)
      faults.push(error instanceof EntryError ? text : `${place([])}: ${text}`)
    }
  }
  if (accounts.size === 0) {
    if (faults.length > 0) throw new Error(faults.join('\n'))
    throw new Error(
      'No site uses this gateway: the content has no form or sends to EmailJS, and ' +
        'ACCOUNTS_FILE lists no other site.',
    )
  }
  return { accounts, faults }
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
    scoreSecret: variable.optional(),
    verifyUrl: z.url({ protocol: /^https?$/ }).optional(),
    messageRequired: z.boolean().default(false),
    autoReply: z.boolean().default(false),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, { error: 'must be a language tag such as de' })
      .default('en'),
    timeZone: z.string().optional(),
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

/** The page's account in the form of the accounts file. */
function entryOfPage(page: PageAccount, { configuration, templates }: AccountParts) {
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
    templates: [...new Set([page.template, ...publicTemplates(templates).keys()])],
    captcha,
    captchaSecret: isExternal ? `${captcha.toUpperCase()}_SECRET` : undefined,
    scoreSecret: page.wantsScore ? 'RECAPTCHA_SCORE_SECRET' : undefined,
    verifyUrl: configuration.CAPTCHA_VERIFY_URL,
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

function createAccount(
  entry: Entry,
  { configuration, templates, environment, gatewaySecret, isProduction }: AccountParts,
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
  const [ownTransport = OWN_SERVICE] = ownTransports(configuration)
  for (const [service, name] of services) {
    if (name === OWN_SERVICE) services.set(service, ownTransport)
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
  const createCaptcha = (): Captcha => {
    const { captcha: provider, captchaSecret = '', scoreSecret, verifyUrl: address } = entry
    if (provider === 'none') return noCaptcha
    if (provider === 'altcha') return altcha(publicKey, gatewaySecret)
    const secret = readVariable(captchaSecret)
    const scored = scoreSecret && readVariable(scoreSecret)
    return siteverify({ provider, secret, scoreSecret: scored, address, isProduction })
  }
  const hosts = [...origins, ...(own?.formOrigin ? [own.formOrigin] : [])]
  return {
    publicKey,
    privateKey: privateKey && readVariable(privateKey, apiKey),
    isOwnSite: own !== undefined,
    origins: new Set(origins),
    hosts: new Set(hosts.map((url) => new URL(url).hostname)),
    services,
    templates: new Map(entry.templates.map((name) => [name, requireTemplate(name, templates)])),
    captcha: createCaptcha(),
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
    notice: requireTemplate(REVIEW_TEMPLATE, templates),
    event: requireTemplate(NOTICE_TEMPLATE, templates),
    notices: own ? ownNotices(configuration) : readNotices(entry.notices),
    fields: new Map(Object.entries(entry.fields)),
    redirects: new Set(entry.redirects),
  }
}

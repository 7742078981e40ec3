import { parseAccount, readAccountsFile } from './accounts-file.ts'
import type { Configuration } from './configuration.ts'
import type { Sender } from './delivery/compose.ts'
import {
  AUTO_REPLY_TEMPLATE,
  assertTemplates,
  HELD_TEMPLATE,
  type MailTemplate,
  publicTemplates,
  requireTemplate,
  type Templates,
} from './delivery/template.ts'
import { textOf } from './error-message.ts'
import type { Route } from './store/queue.ts'
import type { Captcha } from './submissions/captcha/captcha.ts'
import { type CaptchaProvider, createCaptcha } from './submissions/captcha/create-captcha.ts'

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

export const DEFAULT_SERVICE = 'default_service'

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
      const account = withDefaultService(make())
      const { publicKey } = account
      if (accounts.has(publicKey)) throw new Error(`Duplicate publicKey "${publicKey}".`)
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
    },
    autoReply: AUTO_REPLY ? requireTemplate(AUTO_REPLY_TEMPLATE, templates) : undefined,
    notice: requireTemplate(HELD_TEMPLATE, templates),
  }
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

/** Adds `default_service`: the first one, unless the account names it itself. */
function withDefaultService(account: Account): Account {
  const [first = ''] = account.services.values()
  const services = new Map(account.services)
  return {
    ...account,
    services: services.set(DEFAULT_SERVICE, services.get(DEFAULT_SERVICE) ?? first),
  }
}

/** Returns every destination that uses one of these mail servers, under each service name. */
export function destinationsFor(
  servers: ReadonlySet<string>,
  accounts: Iterable<Account>,
): Route[] {
  return [...accounts].flatMap(({ publicKey: account, services }) =>
    [...services]
      .filter(([, server]) => servers.has(server))
      .map(([service]) => ({ account, service })),
  )
}

import type { Captcha } from './captcha/captcha.ts'
import { type CaptchaProvider, chooseCaptcha } from './captcha/choose.ts'
import type { Configuration } from './configuration.ts'
import { textOf } from './error-text.ts'
import { furtherAccount, readAccountsFile } from './further-accounts.ts'
import { choosable, noticeOf, requireTemplate, requireTemplates } from './mail/choice.ts'
import type { Sender } from './mail/compose.ts'
import type { MailTemplate, Templates } from './mail/template.ts'
import type { Route } from './store/queue.ts'

const AUTO_REPLY_TEMPLATE = 'auto-reply'

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
      faults.push(textOf(error))
    }
  }
  const { page, configuration } = parts
  if (page) add(() => pageAccount(page, parts))
  for (const entry of readAccountsFile(configuration.ACCOUNTS_FILE)) {
    add(() => furtherAccount(entry, parts))
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (accounts.size === 0) {
    throw new Error(
      'No site sends through this gateway: the content has no contact section, or it writes to ' +
        'EmailJS, and ACCOUNTS_FILE names no others.',
    )
  }
  return accounts
}

function pageAccount(page: PageAccount, parts: AccountParts): Account {
  const { configuration, templates } = parts
  const { ALLOWED_ORIGINS, PRIVATE_KEY, MAIL_FROM, MAIL_TO, AUTO_REPLY } = configuration
  requireTemplates([page.template], templates)
  if (AUTO_REPLY && page.captcha === 'none') {
    throw new Error(
      'AUTO_REPLY=yes: a reply goes only to whom a captcha has shown to be a person, and the page has ' +
        'none. Choose one under contact.form.captcha, or take the line out.',
    )
  }
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
    autoReply: AUTO_REPLY ? requireTemplate(AUTO_REPLY_TEMPLATE, templates) : undefined,
    notice: noticeOf(templates),
  }
}

function pageCaptcha(page: PageAccount, parts: AccountParts): Captcha {
  const { captcha: provider, publicKey, wantsScore } = page
  const { configuration } = parts
  return chooseCaptcha({
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

/** The variable that holds the mail server of a service, by its name or as the default one. */
export function serviceOf({ services }: Account, name: string): string | undefined {
  const [first] = services.values()
  return services.get(name) ?? (name === DEFAULT_SERVICE ? first : undefined)
}

/** Every way that leads to one of these mail servers, by whichever name. */
export function routesTo(servers: ReadonlySet<string>, accounts: Iterable<Account>): Route[] {
  return [...accounts].flatMap((account) =>
    [...account.services.keys(), DEFAULT_SERVICE]
      .filter((service) => servers.has(serviceOf(account, service) ?? ''))
      .map((service) => ({ account: account.publicKey, service })),
  )
}

import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Account, AccountParts } from './accounts.ts'
import type { Captcha } from './captcha/captcha.ts'
import { chooseCaptcha } from './captcha/choose.ts'
import { isAddress } from './mail/address.ts'
import { choosable, noticeOf, requireTemplates } from './mail/choice.ts'
import { mailServer } from './mail/mail-server.ts'

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, { error: 'the name of a variable of .env' })
const id = z.string().regex(/^[\w-]{1,64}$/, { error: 'letters, digits, _ and -, at most 64' })

/** An account of the accounts file. Secrets are named here and stand in the environment. */
const schema = z.strictObject({
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

type Entry = z.output<typeof schema>

/** The entries of the accounts file, as they stand there. */
export function readAccountsFile(file: string | undefined): unknown[] {
  if (!file) return []
  if (!existsSync(file)) throw new Error(`ACCOUNTS_FILE: there is no file ${file}.`)
  const entries = parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(entries)) throw new Error(`${file} must hold a list of accounts.`)
  return entries
}

/** A site of the accounts file, checked. */
export function furtherAccount(entry: unknown, parts: AccountParts): Account {
  const parsed = schema.safeParse(entry)
  if (!parsed.success) throw new Error(describeFaults(entry, parsed.error, parts))
  const { publicKey, site, origins, from, to, services, templates, privateKey } = parsed.data
  requireTemplates(templates, parts.templates)
  const need = (name: string) => requireVariable(name, publicKey, parts.environment)
  for (const name of Object.values(services)) {
    const address = mailServer.safeParse(need(name))
    if (!address.success) throw new Error(`${name}: ${address.error.issues[0]?.message}.`)
  }
  return {
    publicKey,
    privateKey: privateKey && need(privateKey),
    isOwnSite: false,
    origins: new Set(origins.map((origin) => new URL(origin).origin)),
    services: new Map(Object.entries(services)),
    templates: new Map(
      [...choosable(parts.templates)].filter(([name]) => templates.includes(name)),
    ),
    captcha: captchaOf(parsed.data, parts),
    sender: { from, to, site },
    autoReply: undefined,
    notice: noticeOf(parts.templates),
  }
}

/** Which entry it is, by the name that it gives itself. */
function describeFaults(
  entry: unknown,
  error: z.ZodError,
  { configuration }: AccountParts,
): string {
  const name = (entry as { publicKey?: unknown } | null)?.publicKey
  return error.issues
    .map(
      ({ path, message }) =>
        `${configuration.ACCOUNTS_FILE}, "${name}": ${path.join('.')}: ${message}`,
    )
    .join('\n')
}

function captchaOf(entry: Entry, parts: AccountParts): Captcha {
  const { publicKey, captcha, captchaSecret } = entry
  const secret = captchaSecret && requireVariable(captchaSecret, publicKey, parts.environment)
  const secretName = 'captchaSecret in the accounts file'
  return chooseCaptcha({ ...parts, provider: captcha, publicKey, secret, secretName })
}

function requireVariable(name: string, account: string, environment: AccountParts['environment']) {
  const value = environment[name]
  if (!value) throw new Error(`${name}: needed, because the account "${account}" names it.`)
  return value
}

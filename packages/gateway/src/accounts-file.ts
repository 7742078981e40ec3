import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Account, AccountParts } from './accounts.ts'
import { address, mailServer } from './configuration.ts'
import {
  assertTemplates,
  HELD_TEMPLATE,
  publicTemplates,
  requireTemplate,
} from './delivery/template.ts'
import type { Captcha } from './submissions/captcha/captcha.ts'
import { createCaptcha } from './submissions/captcha/create-captcha.ts'

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
  privateKey: variable.optional(),
})

type Entry = z.output<typeof schema>

/** Returns the entries of the accounts file, not validated yet. */
export function readAccountsFile(file: string | undefined): unknown[] {
  if (!file) return []
  if (!existsSync(file)) throw new Error(`ACCOUNTS_FILE: ${file} does not exist.`)
  const entries = parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(entries)) throw new Error(`${file} must contain a list of accounts.`)
  return entries
}

/** Validates an entry of the accounts file. */
export function parseAccount(entry: unknown, parts: AccountParts): Account {
  const parsed = schema.safeParse(entry)
  if (!parsed.success) throw new Error(describeIssues(entry, parsed.error, parts))
  const { publicKey, site, origins, from, to, services, templates, privateKey } = parsed.data
  assertTemplates(templates, parts.templates)
  const readVariable = (name: string) => requireVariable(name, publicKey, parts.environment)
  for (const name of Object.values(services)) {
    const server = mailServer.safeParse(readVariable(name))
    if (!server.success) throw new Error(`${name}: ${server.error.issues[0]?.message}.`)
  }
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
    captcha: accountCaptcha(parsed.data, parts),
    isMessageRequired: parsed.data.messageRequired,
    sender: { from, to, site },
    autoReply: undefined,
    notice: requireTemplate(HELD_TEMPLATE, parts.templates),
  }
}

/** Identifies the entry by its `publicKey`. */
function describeIssues(
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

function accountCaptcha(entry: Entry, parts: AccountParts): Captcha {
  const { publicKey, captcha, captchaSecret } = entry
  const secret = captchaSecret && requireVariable(captchaSecret, publicKey, parts.environment)
  const secretName = 'captchaSecret in the accounts file'
  return createCaptcha({ ...parts, provider: captcha, publicKey, secret, secretName })
}

function requireVariable(name: string, account: string, environment: AccountParts['environment']) {
  const value = environment[name]
  if (!value) throw new Error(`${name}: required because the account "${account}" names it.`)
  return value
}

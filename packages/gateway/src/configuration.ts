import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isAddress } from './address.ts'
import { textOf } from './log.ts'

const ORIGIN_ERROR = 'must be origins such as https://www.example.com'

const BY_SMTP =
  'Resend and Postmark take mail by SMTP: set SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD'

const text = () => z.string().trim().min(1)
const list = () => z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const MAX_PORT = 65_535
const MAX_COUNT = 1_000_000_000
const address = () => z.string().refine(isAddress, { error: 'must be a plain e-mail address' })
const origins = () =>
  list()
    .pipe(z.array(z.url({ protocol: /^https?$/, error: ORIGIN_ERROR })))
    .transform((all) => all.map((address) => new URL(address).origin))
const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be a URL such as ${example}` })

/** A pattern that finds words and phrases in any case, and not as a part of a longer word. */
function wholeWords(list: string): RegExp | undefined {
  const plain = list
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  if (plain.length === 0) return undefined
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${plain.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

const yesOrNo = () => z.stringbool({ truthy: ['yes'], falsy: ['no'], error: 'must be yes or no' })

// The description of a variable is its help text in errors and in .env.example.

const variables = {
  HOST: text().default('127.0.0.1').describe('The address to listen on; 0.0.0.0 for all networks.'),
  PORT: whole(0, MAX_PORT).default(3000).describe('The port to listen on.'),
  TRUST_PROXY: whole(0, 5)
    .default(0)
    .describe('The number of your proxies in front of the gateway.'),
  OPS_HOST: text()
    .default('127.0.0.1')
    .describe('The address of OPS_PORT; the default is reachable from this machine only.'),
  OPS_PORT: whole(0, MAX_PORT)
    .default(9464)
    .describe('The port of /healthz and /readyz; 0 disables it.'),

  SMTP_HOST: text()
    .regex(/^[\w.-]+$|^[\da-f:]+$/i, { error: 'must be a host name such as mail.example.com' })
    .optional()
    .describe('The host of your mail server.'),
  SMTP_PORT: whole(1, MAX_PORT)
    .optional()
    .describe('Its port, if not 465 with SMTP_TLS=implicit and 587 otherwise.'),
  SMTP_USER: text().optional().describe('Your user name there.'),
  SMTP_PASSWORD: text().optional().describe('Your password there, as it is, in quotes.'),
  SMTP_TLS: z
    .enum(['implicit', 'starttls', 'none'], {
      error: 'must be implicit (SSL/TLS), starttls or none',
    })
    .optional()
    .describe('How encryption starts; none is for a relay in your network.'),
  MAIL_TRANSPORT: z
    .enum(['smtp', 'graph'], { error: `must be smtp or graph. ${BY_SMTP}` })
    .default('smtp')
    .describe('How mails leave: smtp, or graph (Microsoft 365).'),
  OAUTH_CLIENT_ID: text()
    .optional()
    .describe('Your application at Google or Microsoft, which sends instead of a password.'),
  OAUTH_CLIENT_SECRET: text().optional().describe('The secret of that application.'),
  OAUTH_REFRESH_TOKEN: text()
    .optional()
    .describe('Your consent at Google. At Microsoft the application signs in as itself.'),
  OAUTH_TENANT: text().optional().describe('Your tenant at Microsoft; not set for Google.'),
  OAUTH_TOKEN_URL: url(/^https?$/, 'https://accounts.example.com/oauth2/token')
    .optional()
    .describe('Where tokens come from, if not from Google or Microsoft.'),
  MAIL_FROM: address()
    .optional()
    .describe('The From address of all mails: one that your mail server lets you send as.'),
  MAIL_TO: z
    .string()
    .refine(isAddress, { error: 'must be one mailbox, such as a group or one with a forward' })
    .optional()
    .describe('The recipient of messages: one mailbox, such as your own or a group.'),
  NOTICE_URL: url(/^https?$/, 'https://hooks.slack.com/services/...')
    .optional()
    .describe('The URL for what mail cannot report: Slack, Discord, ntfy or a program of yours.'),
  NOTICE_SECRET: text()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}=*$/, {
      error: 'must be whsec_ and at least 24 bytes in base64, as "openssl rand -base64 32" prints',
    })
    .optional()
    .describe('The secret that signs these requests.'),
  AUTO_REPLY: yesOrNo()
    .default(false)
    .describe('Whether visitors get the reply content/mail/auto-reply.html.'),

  DATA_DIR: text().default('data').describe('The folder for the database.'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://name:password@localhost/portfolio')
    .optional()
    .describe('A PostgreSQL database; required only if several gateways share one.'),
  RETENTION_DAYS: whole(1, MAX_COUNT)
    .default(180)
    .describe('The number of days until the content of a sent, failed or held message is deleted.'),

  ALLOWED_ORIGINS: origins()
    .default([])
    .describe('Other origins of your page, such as https://www.example.com.'),
  PUBLIC_URL: url(/^https?$/, 'https://gateway.example.com')
    .optional()
    .describe('The address of this gateway, of links in mails, if it is not that of your page.'),
  PRIVATE_KEY: text()
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe('The API key with which your own servers may send without a browser.'),
  RATE_LIMIT_PER_IP: whole(1, MAX_COUNT)
    .default(10)
    .describe('Submissions per hour from one network address.'),
  RATE_LIMIT_PER_SITE: whole(1, MAX_COUNT)
    .default(100)
    .describe('Messages per hour and site; further ones are held.'),
  HOLD_WORDS: z
    .string()
    .transform(wholeWords)
    .optional()
    .describe(
      'Words and phrases, separated by commas, that hold a message which contains one of them.',
    ),
  HOLD_SPAM: yesOrNo()
    .default(true)
    .describe(
      'Whether a message with more links than sentences, or with nothing but a name or an address, is held.',
    ),

  RECAPTCHA_SECRET: text().optional().describe('The secret of your reCAPTCHA v2 key.'),
  RECAPTCHA_SCORE_SECRET: text().optional().describe('The secret of your reCAPTCHA v3 key.'),
  HCAPTCHA_SECRET: text().optional().describe('The secret of your hCaptcha account.'),
  TURNSTILE_SECRET: text().optional().describe('The secret of your Turnstile site.'),
  CAPTCHA_VERIFY_URL: url(/^https?$/, 'https://www.recaptcha.net/recaptcha/api/siteverify')
    .optional()
    .describe('The URL that verifies captchas, if not the default of the provider.'),
}

const schema = z.object(variables)
export const VARIABLE_NAMES = Object.keys(variables)

/** Withdrawn variables: each of them stops the start, and names what to set instead. */
export const REPLACED = new Map([
  ['SMTP_URL', 'Set SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and SMTP_TLS'],
  ['MAIL_API_KEY', BY_SMTP],
  ['NOTICE_WEBHOOK_URL', 'Set NOTICE_URL'],
  ['NOTICE_WEBHOOK_SECRET', 'Set NOTICE_SECRET'],
  ['NOTICE_NTFY_URL', `Set NOTICE_URL=https://ntfy.sh/TOPIC?tpl=1&t={{.title}}&m={{.text}}`],
  ['NOTICE_SLACK_URL', 'Set NOTICE_URL'],
  ['NOTICE_DISCORD_URL', 'Set NOTICE_URL'],
  ['ACCOUNTS_FILE', 'Run one gateway a site, with the account in its dist/.gateway.json'],
])
const MAIL_ADDRESSES = ['MAIL_FROM', 'MAIL_TO']

export type Configuration = Readonly<z.output<typeof schema>>

export type ReadConfiguration =
  | { ok: true; configuration: Configuration }
  | { ok: false; faults: string[] }

/** Validates the environment. Reports all errors at once, each with its help text. */
export function readConfiguration(
  environment: Record<string, string | undefined>,
): ReadConfiguration {
  const unreadable: Fault[] = [...REPLACED]
    .filter(([name]) => environment[name] || environment[`${name}_FILE`])
    .map(([name, instead]) => [name, `no variable of this gateway. ${instead}`])
  const given: Given = {}
  for (const name of VARIABLE_NAMES) {
    try {
      given[name] = readVariable(environment, name)
    } catch (error) {
      unreadable.push([name, textOf(error)])
    }
  }
  const result = schema.safeParse(given)
  const issues = result.error?.issues ?? []
  const faults = [
    ...unreadable,
    ...issues.map(({ path, message }): Fault => [String(path[0]), message]),
    ...missingVariables(given),
  ].map(([name, message]) => `${name}: ${message}. ${describe(name)}`.trimEnd())
  if (!result.success || faults.length > 0) return { ok: false, faults }
  return { ok: true, configuration: Object.freeze(result.data) }
}

type Given = Record<string, string | undefined>
type Fault = [name: string, message: string]

/** The value of a variable, or the content of the file that NAME_FILE names, as containers give secrets. */
export function readVariable(environment: Given, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  // An empty value in .env means that the variable is not set.
  if (environment[name] || !file) return environment[name] || undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    throw new Error(`${name}_FILE names ${file}, which cannot be read`)
  }
}

const GRAPH = 'MAIL_TRANSPORT=graph'

/** Which variables another one requires. */
const REQUIRED = [
  { by: ['SMTP_HOST'], names: MAIL_ADDRESSES },
  { by: ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_TLS'], names: ['SMTP_HOST'] },
  { by: [GRAPH], names: [...MAIL_ADDRESSES, 'OAUTH_CLIENT_ID', 'OAUTH_TENANT'] },
  {
    by: ['OAUTH_CLIENT_ID', 'OAUTH_REFRESH_TOKEN', 'OAUTH_TENANT'],
    names: ['OAUTH_CLIENT_SECRET'],
  },
  { by: ['OAUTH_CLIENT_SECRET'], names: ['OAUTH_CLIENT_ID'] },
  { by: ['OAUTH_TENANT'], names: [GRAPH] },
  { by: ['NOTICE_SECRET'], names: ['NOTICE_URL'] },
]

/** Variables that are required because another one is set. */
function missingVariables(given: Given): Fault[] {
  const set: Given = { ...given, ...(given.MAIL_TRANSPORT === 'graph' && { [GRAPH]: 'yes' }) }
  const missing = new Map<string, string>()
  // Microsoft replaces a refresh token with each use, and the first one ends after 90 days.
  if (given.OAUTH_REFRESH_TOKEN && given.OAUTH_TENANT) {
    missing.set('OAUTH_REFRESH_TOKEN', 'must not be set beside OAUTH_TENANT: delete it')
  }
  for (const { by, names } of REQUIRED) {
    const cause = by.find((name) => set[name])
    for (const name of cause ? names : []) {
      if (!set[name] && !missing.has(name)) {
        missing.set(name, `required because ${cause} is set`)
      }
    }
  }
  return [...missing]
}

/** Generates .env.example: what one needs, then every other variable with its description and default. */
export function exampleEnvironment(): string {
  const explained = (name: string, value: string) => `# ${describe(name)}\n# ${name}=${value}\n`
  const needed = Object.entries(NEEDED).map(([name, example]) => explained(name, example))
  const others = VARIABLE_NAMES.filter((name) => !(name in NEEDED))
  return [
    '# Copy this file to .env and uncomment these five, or write the lines of a recipe in their place:\n' +
      '# node_modules/reward-codes/docs/operating.md has one for Gmail, Google Workspace, Microsoft 365, Resend and the\n' +
      '# mailbox of your host. Until then, messages stay queued.\n',
    ...needed,
    '# Everything else has a default. Uncomment what you need.\n',
    ...others.map((name) => explained(name, defaultOf(name))),
  ].join('\n')
}

/** What a gateway needs to deliver messages, with examples. */
const NEEDED = {
  SMTP_HOST: 'mail.example.com',
  SMTP_USER: 'portfolio@example.com',
  SMTP_PASSWORD: "'your password'",
  MAIL_FROM: 'portfolio@example.com',
  MAIL_TO: 'you@example.com',
}

function describe(name: string): string {
  return variables[name as keyof typeof variables]?.description ?? ''
}

function defaultOf(name: string): string {
  const parsed = variables[name as keyof typeof variables].safeParse(undefined)
  if (!parsed.success || parsed.data === undefined) return ''
  return typeof parsed.data === 'boolean' ? (parsed.data ? 'yes' : 'no') : String(parsed.data)
}

import { z } from 'zod'
import { isAddress } from './mail/address.ts'
import { mailServer } from './mail/mail-server.ts'

const ORIGIN_ERROR = 'addresses such as https://www.example.com'

const text = () => z.string().trim().min(1)
const list = () => z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))
const count = (standard: number) =>
  z.coerce.number({ error: 'a whole number' }).int().min(1).default(standard)
const port = (standard: number) =>
  z.coerce
    .number({ error: 'a whole number from 0 to 65535' })
    .int()
    .min(0)
    .max(65_535)
    .default(standard)
const flag = () =>
  z
    .enum(['yes', 'no'], { error: 'yes or no' })
    .default('no')
    .transform((value) => value === 'yes')
const address = () => z.string().refine(isAddress, { error: 'one plain e-mail address' })
const origins = () =>
  list()
    .pipe(z.array(z.url({ protocol: /^https?$/, error: ORIGIN_ERROR })))
    .transform((all) => all.map((address) => new URL(address).origin))
const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `an address such as ${example}` })

// Every variable carries one sentence: it is the help text of a fault and of .env.example.

const variables = {
  HOST: text().default('127.0.0.1').describe('The address to listen at; 0.0.0.0 is every network.'),
  PORT: port(3000).describe('The port to listen at.'),
  TRUST_PROXY: z.coerce
    .number({ error: 'how many proxies stand before this program, such as 1' })
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('How many proxies of your own stand before this program.'),
  OPERATE_HOST: text()
    .default('127.0.0.1')
    .describe('Where OPERATE_PORT listens; the default lets only this machine ask.'),
  OPERATE_PORT: port(9464).describe('The port of /healthz, /readyz and /metrics; 0 opens none.'),

  SMTP_URL: mailServer
    .optional()
    .describe('Your mail server; without one, mails are written as files under data/mail/.'),
  MAIL_FROM: address().optional().describe('From whom mails come: an address of your own domain.'),
  MAIL_TO: address().optional().describe('Where messages go: your own address.'),
  ALERT_SMTP_URL: mailServer
    .optional()
    .describe('Another mail server, for a note to MAIL_TO when mail has been stuck for an hour.'),
  AUTO_REPLY: flag().describe('Whether a visitor gets the reply of content/mail/auto-reply.html.'),
  DKIM_DOMAIN: text()
    .optional()
    .describe('The domain that signs your mails, if you sign them here.'),
  DKIM_SELECTOR: text().optional().describe('The selector of the signing key in your DNS.'),
  DKIM_KEY_FILE: text().optional().describe('The file with the private signing key.'),

  DATA_FOLDER: text().default('data').describe('The folder of the database and of written mails.'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://name:password@localhost/portfolio')
    .optional()
    .describe('A PostgreSQL database, needed only where several gateways share one.'),
  RETENTION_DAYS: count(180).describe("After how many days a settled message's words are deleted."),

  ALLOWED_ORIGINS: origins()
    .default([])
    .describe('Other addresses that your page is served at, such as https://www.example.com.'),
  PRIVATE_KEY: text()
    .min(16, { error: 'at least 16 characters' })
    .optional()
    .describe('Lets your own servers send without a browser; without it they may not.'),
  LIMIT_PER_ADDRESS: count(10).describe('How often an hour one network address may try to send.'),
  LIMIT_IN_ALL: count(100).describe('After how many messages an hour further ones are held.'),
  BLOCK_LIST: list().default([]).describe('Refused senders: addresses and domains.'),
  ACCOUNTS_FILE: text().optional().describe('A YAML file of further sites on this gateway.'),

  RECAPTCHA_SECRET: text().optional().describe('The secret of your reCAPTCHA v2 key.'),
  RECAPTCHA_SCORE_SECRET: text().optional().describe('The secret of your reCAPTCHA v3 key.'),
  HCAPTCHA_SECRET: text().optional().describe('The secret of your hCaptcha account.'),
  TURNSTILE_SECRET: text().optional().describe('The secret of your Turnstile site.'),
  CAPTCHA_VERIFY_URL: url(/^https?$/, 'https://www.recaptcha.net/recaptcha/api/siteverify')
    .optional()
    .describe('Where captchas are checked, if not at the usual address of the provider.'),
}

const schema = z.object(variables)
const ENDS = ['MAIL_FROM', 'MAIL_TO']
const DKIM = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE']

export type Configuration = Readonly<z.output<typeof schema>>

export type ReadConfiguration =
  | { ok: true; configuration: Configuration }
  | { ok: false; faults: string[] }

/** Reads the environment; every fault at once, each with its help. */
export function readConfiguration(
  environment: Record<string, string | undefined>,
): ReadConfiguration {
  const given = Object.fromEntries(
    Object.keys(variables)
      .map((name) => [name, environment[name]] as const)
      // An empty line of .env means that the variable is not set.
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  const issues = result.error?.issues ?? []
  const faults = [
    ...issues.map(({ path, message }) => [String(path[0]), message] as const),
    ...missing(given),
  ].map(([name, message]) => `${name}: ${message}. ${describe(name)}`)
  if (!result.success || faults.length > 0) return { ok: false, faults }
  return { ok: true, configuration: Object.freeze(result.data) }
}

/** What one variable makes necessary in another. */
function missing(given: Record<string, string | undefined>): [name: string, message: string][] {
  const groups = [['SMTP_URL', ...ENDS], ['ALERT_SMTP_URL', ...ENDS], DKIM]
  return groups.flatMap((group) => {
    const cause = group === DKIM ? group.find((name) => given[name]) : group[0]
    if (!cause || !given[cause]) return []
    return group
      .filter((name) => !given[name])
      .map((name): [string, string] => [name, `needed, because ${cause} is set`])
  })
}

/** The text of .env.example: every variable with its sentence and its default. */
export function exampleEnvironment(): string {
  const lines = Object.keys(variables).map((name) => {
    const standard = defaultOf(name)
    return `# ${describe(name)}\n# ${name}=${standard}\n`
  })
  return `# Copy this file to .env and take the # away before the lines you need.\n\n${lines.join('\n')}`
}

function describe(name: string): string {
  return variables[name as keyof typeof variables]?.description ?? ''
}

function defaultOf(name: string): string {
  const parsed = variables[name as keyof typeof variables].safeParse(undefined)
  if (!parsed.success || parsed.data === undefined) return ''
  return typeof parsed.data === 'boolean' ? 'no' : String(parsed.data)
}

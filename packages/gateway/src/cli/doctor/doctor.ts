import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Account, type Accounts, readAccounts } from '../../accounts.ts'
import { type Configuration, type ReadConfiguration, VARIABLE_NAMES } from '../../configuration.ts'
import { domainOf } from '../../delivery/address.ts'
import { OWN_SERVICE, ownTransports } from '../../delivery/own-service.ts'
import { EXPOSED, isExposed } from '../../delivery/smtp.ts'
import { readTemplates } from '../../delivery/template.ts'
import { openTransports, serversOf } from '../../delivery/transports/open-transports.ts'
import { nearest } from '../../did-you-mean.ts'
import { redactSecrets, textOf } from '../../log.ts'
import { hasOwnGateway, type OwnSite, type ReadSite } from '../../own-site.ts'
import { ENVIRONMENT_FILE, ownTemplates, readOwnConfiguration } from '../owner-folder.ts'
import type { Surroundings } from '../surroundings.ts'
import { sanitizeJson } from '../terminal/sanitize.ts'
import { checkDatabase } from './database.ts'
import { type Finding, failed, linesOf, ok, summaryOf, warning } from './finding.ts'
import { checkMailDns, checkRecipientDns } from './mail-dns.ts'
import { checkMailServer, checkNoticeWay, missingMailServer, sendTestMail } from './mail-server.ts'
import { checkOnline, checkWay } from './online.ts'
import { checkRunningGateway } from './running-gateway.ts'

type DoctorOptions = { sendTest?: boolean; json?: boolean; site?: URL }

/** Runs the checks, prints their findings and returns the exit code. */
export async function printFindings(
  options: DoctorOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { output, columns } = surroundings.screen
  const print = (line: string) => output.write(`${line}\n`)
  const findings: Finding[] = []
  for await (const raw of runChecks(options, surroundings)) {
    const finding = redacted(raw)
    findings.push(finding)
    if (!options.json) for (const line of linesOf(finding, columns)) print(line)
  }
  const failed = findings.filter(({ status }) => status === 'failed').length
  const warnings = findings.filter(({ status }) => status === 'warning').length
  const withAdvice = findings.map(({ advice = null, ...finding }) => ({ ...finding, advice }))
  if (options.json) print(sanitizeJson({ findings: withAdvice, failed, warnings }))
  else print(`\n${summaryOf(failed, warnings)}`)
  return failed > 0 ? 1 : 0
}

/** Redacts secrets: mail servers and databases may repeat them in their replies. */
function redacted({ found, advice, ...finding }: Finding): Finding {
  return {
    ...finding,
    found: redactSecrets(found, process.env),
    ...(advice && { advice: redactSecrets(advice, process.env) }),
  }
}

const DNS_OPTIONS = { timeout: 2000, tries: 2 }

/** Checks everything that delivery depends on, in the order of the dependencies. */
async function* runChecks(
  { sendTest, site: url }: DoctorOptions,
  { readSite, checkSite: checkMore, now }: Surroundings,
): AsyncGenerator<Finding> {
  const read = readOwnConfiguration()
  yield* checkConfiguration(read, process.env, ENVIRONMENT_FILE)
  const site = readSite()
  yield checkSite(site)
  if (site.ok && checkMore) yield* await checkMore()
  const own = site.ok ? site.site : undefined
  const dns = new Resolver(DNS_OPTIONS)
  if (url) yield* checkOnline(url, own, dns)
  else if (own) yield* await checkWayElsewhere(own, dns)
  if (!read.ok) return
  const { configuration } = read
  if (site.ok && !isGatewayHere(own, configuration)) return
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  yield* await checkDatabase({ databaseUrl, dataFolder })
  yield* await checkRunningGateway(configuration)
  if (!site.ok) return
  const accounts = readOwnAccounts(own, configuration)
  yield* checkAccounts(accounts, configuration)
  if (accounts.ok) {
    const options = { isSendingTest: sendTest ?? false, isElsewhere: url !== undefined }
    yield* checkMail(accounts.accounts, configuration, now, options)
  }
}

/** The way of the messages of a site whose gateway is not beside its page. */
async function checkWayElsewhere(site: OwnSite, dns: Resolver): Promise<Finding[]> {
  if (hasOwnGateway(site)) return []
  if (site.form && !site.url) {
    return [warning('form', 'site.url is not set, so the form is not checked', 'Set site.url.')]
  }
  return checkWay(site, dns, new URL(site.url ?? 'http://localhost'))
}

/** Whether messages are stored and delivered by a gateway with the settings of this folder. */
function isGatewayHere(site: OwnSite | undefined, configuration: Configuration): boolean {
  const { ACCOUNTS_FILE, MAIL_FROM } = configuration
  if (!site || hasOwnGateway(site) || ACCOUNTS_FILE) return true
  return site.account !== undefined && MAIL_FROM !== undefined
}

type MailOptions = {
  isSendingTest: boolean
  /** The gateway that delivers may be on another machine, which has the settings. */
  isElsewhere: boolean
}

async function* checkMail(
  accounts: Map<string, Account>,
  configuration: Configuration,
  now: number,
  { isSendingTest, isElsewhere }: MailOptions,
): AsyncGenerator<Finding> {
  const dns = new Resolver(DNS_OPTIONS)
  const transports = openTransports(accounts, configuration, process.env)
  try {
    const sendsMail = [...transports.values()].some(({ isForNotices }) => !isForNotices)
    if (sendsMail || (isElsewhere && configuration.MAIL_FROM)) {
      yield* checkDomains(accounts, configuration, dns)
    } else if (isElsewhere && accounts.size > 0) {
      yield warning('mail DNS', 'MAIL_FROM is not set here, so its domain is unknown', FROM_HERE)
    }
    const isMissing = [...serversOf(accounts)].some((name) => !transports.has(name))
    if (isMissing && !isElsewhere) yield missingMailServer()
    if (isExposed(configuration.SMTP_URL)) {
      yield warning('mail server', 'mail is not encrypted', `${EXPOSED.hint}.`)
    }
    const broken = new Set<string>()
    const [first, second] = ownTransports(configuration)
    for (const [name, transport] of transports) {
      if (transport.isForNotices) {
        yield await checkNoticeWay(name, transport, { isSendingTest, now })
        continue
      }
      const address = name === OWN_SERVICE ? configuration.SMTP_URL : process.env[name]
      const finding = await checkMailServer(transport, address)
      if (finding.status === 'failed') broken.add(name)
      const role = name === second ? `; takes over while ${first} is paused` : ''
      yield { ...finding, found: finding.found + role }
    }
    if (isSendingTest) yield await sendTestMail(accounts, transports, now, broken)
  } finally {
    for (const transport of transports.values()) transport.close()
  }
}

const FROM_HERE =
  'Run doctor on the server of the gateway. Or set MAIL_FROM and MAIL_TO in .env here, too.'

/** Checks the domains of senders, and those of recipients that are none of them. */
async function* checkDomains(
  accounts: Map<string, Account>,
  { MAIL_TO }: Configuration,
  dns: Resolver,
): AsyncGenerator<Finding> {
  const all = [...accounts.values()].map(({ sender }) => sender)
  const senders = new Set(all.map(({ from }) => domainOf(from)))
  const recipients = new Set(MAIL_TO ? all.flatMap(({ to }) => to.map(domainOf)) : [])
  for (const domain of senders) yield* await checkMailDns(domain, dns)
  for (const domain of recipients) {
    if (!senders.has(domain)) yield* await checkRecipientDns(domain, dns)
  }
}

const EXPLAINED = '.env.example describes every variable.'

/** Checks the environment and .env: every error, and every name that looks like a typo. */
export function checkConfiguration(
  read: ReadConfiguration,
  environment: NodeJS.ProcessEnv,
  file: string,
): Finding[] {
  const check = 'configuration'
  const typos = findTypos(file).map((typo) => warning(check, typo, EXPLAINED))
  if (!read.ok) return [...read.faults.map((fault) => failed(check, fault, EXPLAINED)), ...typos]
  const set = Object.keys(read.configuration).filter((name) => environment[name])
  const found = set.length > 0 ? `set: ${set.join(', ')}` : 'nothing set; defaults apply'
  return [ok(check, found), ...typos]
}

/** Unknown names that are similar to known ones. Accounts may use other names. */
function findTypos(file: string): string[] {
  return Object.keys(parseEnv(readIfPossible(file)))
    .filter((name) => !VARIABLE_NAMES.includes(name))
    .flatMap((name) => {
      const near = nearest(name, VARIABLE_NAMES)
      return near ? [`unknown variable ${name} in .env. Did you mean ${near}?`] : []
    })
}

/** Empty if there is no file. One that cannot be read is an error of the configuration already. */
function readIfPossible(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function checkSite(read: ReadSite): Finding {
  const check = 'site'
  if (!read.ok) return failed(check, read.fault, 'Correct each. Until then, the site is not built.')
  const { site } = read
  if (!site) return ok(check, 'none: this gateway serves the accounts in ACCOUNTS_FILE')
  return ok(check, `the content is valid${site.url ? `; the page is ${site.url}` : ''}`)
}

type ReadAccounts = ({ ok: true } & Accounts) | { ok: false; fault: string }

/** Reads the accounts as a starting gateway does, or returns the error that prevents the start. */
function readOwnAccounts(site: OwnSite | undefined, configuration: Configuration): ReadAccounts {
  try {
    const read = readAccounts({
      page: site?.account,
      configuration,
      environment: process.env,
      templates: readTemplates(ownTemplates()),
      // Signs challenges, which a command does not issue.
      gatewaySecret: '',
      isProduction: true,
    })
    return { ok: true, ...read }
  } catch (error) {
    return { ok: false, fault: textOf(error) }
  }
}

/** Checks the accounts and the mail templates that they name. */
function checkAccounts(read: ReadAccounts, { MAIL_TO }: Configuration): Finding[] {
  if (!read.ok) {
    return read.fault
      .split('\n')
      .map((line) => failed('accounts', line, 'The gateway cannot start until this is fixed.'))
  }
  const faults = read.faults.map((fault) =>
    failed('accounts', fault, 'Until then, this site cannot send.'),
  )
  if (read.accounts.size === 0) {
    return [ok('accounts', 'none: the page sends messages to another service')]
  }
  const working = [...read.accounts.values()].map(({ publicKey, templates, sender, isOwnSite }) => {
    const names = [...templates.keys()].join(', ')
    const to = isOwnSite && !MAIL_TO ? 'nobody: MAIL_TO is not set' : sender.to.join(', ')
    return ok('accounts', `"${publicKey}" sends to ${to} (templates: ${names})`)
  })
  return [...working, ...faults]
}

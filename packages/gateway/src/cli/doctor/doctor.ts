import { type Account, readAccount } from '../../account.ts'
import type { Configuration, ReadConfiguration } from '../../configuration.ts'
import { openTransport } from '../../delivery/transports/open-transports.ts'
import { textOf } from '../../log.ts'
import { EXPOSED, isExposed, mailServerOf } from '../../mail-server.ts'
import { hasOwnGateway, type OwnSite, type ReadSite } from '../../own-site.ts'
import { createRedactor } from '../../redact.ts'
import type { StoreLocation } from '../../store/store.ts'
import { readTemplates } from '../../template.ts'
import { ownTemplates, readOwnConfiguration, unknownVariables } from '../owner-folder.ts'
import { sanitizeJson } from '../terminal/sanitize.ts'
import { checkDatabase } from './database.ts'
import {
  type DoctorSurroundings,
  type Finding,
  failed,
  linesOf,
  ok,
  summaryOf,
  warning,
} from './finding.ts'
import { checkMailServer, missingMailServer, sendTestMail } from './mail-server.ts'
import { checkNotices } from './notices.ts'
import { checkRunningGateway } from './running-gateway.ts'

type DoctorOptions = { sendTest?: boolean; json?: boolean }

/** Runs the checks, prints their findings and returns the exit code. */
export async function printFindings(
  options: DoctorOptions,
  surroundings: DoctorSurroundings,
): Promise<number> {
  const { output, columns } = surroundings.screen
  const print = (line: string) => output.write(`${line}\n`)
  const findings: Finding[] = []
  const subject = {
    read: readOwnConfiguration(),
    site: await surroundings.readSite(),
    surroundings,
    isSendingTest: options.sendTest ?? false,
  }
  // Mail servers and databases may repeat secrets in their replies.
  const redact = createRedactor(process.env)
  for await (const { found, advice, ...raw } of runChecks(subject)) {
    const finding = { ...raw, found: redact(found), ...(advice && { advice: redact(advice) }) }
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

/** What is checked. Like a start, it reads settings, site, account and templates once. */
type Subject = {
  read: ReadConfiguration
  site: ReadSite
  surroundings: DoctorSurroundings
  isSendingTest: boolean
}

type Found = Iterable<Finding> | AsyncIterable<Finding>
type Check = (subject: Subject) => Found | Promise<Found>

/** The checks, in the order of what depends on what. One that does not apply finds nothing. */
const CHECKS: Check[] = [
  ({ read }) => checkConfiguration(read),
  ({ site }) => [checkSite(site)],
  ({ site, surroundings }) => (site.ok && surroundings.checkSite?.()) || [],
  ({ site }) => (site.ok && site.site ? checkForm(site.site) : []),
  ofGateway(({ place }) => checkDatabase(place)),
  ofGateway(async ({ configuration, site }) => {
    const found = await checkRunningGateway(configuration)
    // With an invalid content, the gateway that answers there may be of another site.
    return found.filter(({ status }) => site.ok || status === 'failed')
  }),
  ofAccount(checkDelivery),
]

type Gateway = Subject & { configuration: Configuration; place: StoreLocation }

/** A check of the gateway with the settings of this folder, if there is one. */
function ofGateway(check: (gateway: Gateway) => Found | Promise<Found>): Check {
  return (subject) => {
    const { read, site } = subject
    if (!read.ok || (site.ok && !isGatewayHere(site.site, read.configuration))) return []
    const { configuration } = read
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
    return check({ ...subject, configuration, place: { databaseUrl, dataFolder } })
  }
}

/** A check of what a start opens with the account of a valid site. */
function ofAccount(check: (gateway: Gateway & { account: Account }) => Found): Check {
  return ofGateway((gateway) => {
    const { site, configuration } = gateway
    if (!site.ok) return []
    try {
      const templates = readTemplates(ownTemplates())
      const parts = { account: site.site?.account, configuration, templates }
      return check({ ...gateway, account: readAccount({ ...parts, isProduction: true }) })
    } catch (error) {
      return [failed('account', textOf(error), 'The gateway cannot start until this is fixed.')]
    }
  })
}

async function* runChecks(subject: Subject): AsyncGenerator<Finding> {
  for (const check of CHECKS) yield* await check(subject)
}

const EXPLAINED = '.env.example describes every variable.'

/** Checks the environment and .env: every error, and every unknown name. */
export function checkConfiguration(read: ReadConfiguration): Finding[] {
  const check = 'configuration'
  const typos = unknownVariables().map((typo) => warning(check, typo, EXPLAINED))
  if (!read.ok) return [...read.faults.map((fault) => failed(check, fault, EXPLAINED)), ...typos]
  const set = Object.keys(read.configuration).filter((name) => process.env[name])
  const found = set.length > 0 ? `set: ${set.join(', ')}` : 'nothing set; defaults apply'
  return [ok(check, found), ...typos]
}

/** Where the messages of a page go if its gateway is not beside it. */
function checkForm({ form, email, account }: OwnSite): Finding[] {
  if (form?.origin) {
    return [ok('form', `sends to ${form.origin}. Send yourself a message to check it`)]
  }
  if (form || email || account) return []
  const advice = 'Add a contact section with a form, or with form: none and your email.'
  return [warning('form', 'the page has no form and no address', advice)]
}

/** Whether messages are stored and delivered by a gateway with the settings of this folder. */
function isGatewayHere(site: OwnSite | undefined, configuration: Configuration): boolean {
  if (!site || hasOwnGateway(site)) return true
  return site.account !== undefined && configuration.MAIL_FROM !== undefined
}

/** Checks what a start opens with the account: the mail server and where notices go. */
async function* checkDelivery({
  account,
  configuration,
  isSendingTest,
}: Gateway & { account: Account }): AsyncGenerator<Finding> {
  const now = Date.now()
  yield describeAccount(account, configuration)
  const transport = openTransport(configuration)
  try {
    if (!transport) yield missingMailServer()
    if (isExposed(mailServerOf(configuration))) {
      yield warning('mail server', 'mail is not encrypted', `${EXPOSED.hint}.`)
    }
    const finding = transport && (await checkMailServer(transport, configuration.SMTP_USER))
    if (finding) yield finding
    yield await checkNotices(configuration, { isSendingTest, now })
    const working = finding?.status === 'failed' ? undefined : transport
    if (isSendingTest) yield await sendTestMail(account, working, now)
  } finally {
    transport?.close()
  }
}

const UNTIL_CORRECT = 'Correct each. Until then, the site is not built.'

function checkSite(read: ReadSite): Finding {
  const check = 'site'
  if (!read.ok) return failed(check, read.fault, UNTIL_CORRECT, read.errors)
  const { site } = read
  if (!site) return ok(check, 'none is built here')
  return ok(check, `the content is valid${site.url ? `; the page is ${site.url}` : ''}`)
}

function describeAccount(
  { publicKey, templates, sender }: Account,
  { MAIL_TO }: Configuration,
): Finding {
  const names = [...templates.keys()].join(', ')
  const to = MAIL_TO ? sender.to : 'nobody: MAIL_TO is not set'
  return ok('account', `"${publicKey}" sends to ${to} (templates: ${names})`)
}

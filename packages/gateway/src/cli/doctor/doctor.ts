import { type Account, readAccount } from '../../account.ts'
import type { Configuration, ReadConfiguration } from '../../configuration.ts'
import { openTransport } from '../../delivery/transports/open-transports.ts'
import { textOf } from '../../log.ts'
import { EXPOSED, isExposed, mailServerOf } from '../../mail-server.ts'
import { hasOwnGateway, type OwnSite, type ReadSite } from '../../own-site.ts'
import { createRedactor } from '../../redact.ts'
import { openCaptcha } from '../../submissions/open-captcha.ts'
import { readTemplates } from '../../template.ts'
import { ownTemplates, readOwnConfiguration, unknownVariables } from '../owner-folder.ts'
import { sanitizeJson } from '../terminal/sanitize.ts'
import { checkMailServer, checkNotices, MISSING, sendTestMail } from './check-delivery.ts'
import { checkDatabase, checkRunningGateway } from './check-gateway.ts'
import {
  type DoctorSurroundings,
  describeFinding,
  type Finding,
  failed,
  ok,
  summaryOf,
  warning,
} from './finding.ts'

type DoctorOptions = { sendTest?: boolean; json?: boolean }

/** Runs the checks, prints their findings and returns the exit code. */
export async function printFindings(
  { sendTest = false, json }: DoctorOptions,
  surroundings: DoctorSurroundings,
): Promise<number> {
  const { output, columns } = surroundings.screen
  const print = (line: string) => output.write(`${line}\n`)
  const findings: Finding[] = []
  // Mail servers and databases may repeat secrets in their replies.
  const redact = createRedactor(process.env)
  for await (const { found, advice, ...raw } of runChecks(surroundings, sendTest)) {
    const finding = { ...raw, found: redact(found), ...(advice && { advice: redact(advice) }) }
    findings.push(finding)
    if (!json) print(describeFinding(finding, columns))
  }
  const failed = findings.filter(({ status }) => status === 'failed').length
  const warnings = findings.filter(({ status }) => status === 'warning').length
  const withAdvice = findings.map(({ advice = null, ...finding }) => ({ ...finding, advice }))
  if (json) print(sanitizeJson({ findings: withAdvice, failed, warnings }))
  else print(`\n${summaryOf(failed, warnings)}`)
  return failed > 0 ? 1 : 0
}

/** Runs the checks, each after those that it depends on. Settings and site are read once, as at a start. */
async function* runChecks(
  { readSite, checkSite }: DoctorSurroundings,
  isSendingTest: boolean,
): AsyncGenerator<Finding> {
  const read = readOwnConfiguration()
  const site = await readSite()
  yield* checkConfiguration(read)
  yield describeSite(site)
  if (site.ok) {
    yield* (await checkSite?.()) ?? []
    yield* checkForm(site.site)
  }
  if (!read.ok || (site.ok && !isGatewayHere(site.site, read.configuration))) return
  const { configuration } = read
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  yield* await checkDatabase({ databaseUrl, dataFolder })
  const running = await checkRunningGateway(configuration)
  // Without valid content, nothing says whether the gateway that answers belongs to this site.
  yield* running.filter(({ status }) => site.ok || status === 'failed')
  if (!site.ok) return
  const account = openAccount(site.site, configuration)
  if (account instanceof Error) {
    yield failed('account', textOf(account), 'The gateway cannot start until this is fixed.')
  } else yield* checkDelivery(account, configuration, isSendingTest)
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

const UNTIL_CORRECT = 'Correct each. Until then, the site is not built.'

function describeSite(read: ReadSite): Finding {
  const check = 'site'
  if (!read.ok) return failed(check, read.fault, UNTIL_CORRECT, read.errors)
  const { site } = read
  if (!site) return ok(check, 'none is built here')
  return ok(check, `the content is valid${site.url ? `; the page is ${site.url}` : ''}`)
}

/** Where the messages of a page go if its gateway is not beside it. */
function checkForm(site: OwnSite | undefined): Finding[] {
  const origin = site?.form?.origin
  if (origin) return [ok('form', `sends to ${origin}. Send yourself a message to check it`)]
  if (!site || site.form || site.email || site.account) return []
  const advice = 'Add a contact section with a form, or with form: none and your email.'
  return [warning('form', 'the page has no form and no address', advice)]
}

/** Whether messages are stored and delivered by a gateway with the settings of this folder. */
function isGatewayHere(site: OwnSite | undefined, configuration: Configuration): boolean {
  if (!site || hasOwnGateway(site)) return true
  return site.account !== undefined && configuration.MAIL_FROM !== undefined
}

/** Opens the account as a start does. */
function openAccount(site: OwnSite | undefined, configuration: Configuration): Account | Error {
  try {
    const templates = readTemplates(ownTemplates())
    const account = readAccount(site?.account, configuration, templates)
    openCaptcha(account, { configuration, secret: '', isProduction: true })
    return account
  } catch (error) {
    return error as Error
  }
}

/** Checks what a start opens with the account: the mail server and where notices go. */
async function* checkDelivery(
  account: Account,
  configuration: Configuration,
  isSendingTest: boolean,
): AsyncGenerator<Finding> {
  const now = Date.now()
  const { publicKey, templates, sender } = account
  const to = configuration.MAIL_TO ? sender.to : 'no mailbox: MAIL_TO is not set'
  const names = [...templates.keys()].join(', ')
  yield ok('account', `"${publicKey}" sends to ${to} (templates: ${names})`)
  const transport = openTransport(configuration)
  try {
    if (isExposed(mailServerOf(configuration))) {
      yield warning('mail server', 'mail is not encrypted', `${EXPOSED.hint}.`)
    }
    const { SMTP_USER, OAUTH_CLIENT_ID } = configuration
    const hasLogin = (SMTP_USER ?? OAUTH_CLIENT_ID) !== undefined
    const checked = transport ? await checkMailServer(transport, hasLogin) : MISSING
    yield checked
    yield await checkNotices(configuration, { isSendingTest, now })
    const working = checked.status === 'failed' ? undefined : transport
    if (isSendingTest) yield await sendTestMail(account, working, now)
  } finally {
    transport?.close()
  }
}

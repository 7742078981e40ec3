import { type Account, readAccount } from '../../account.ts'
import type { Configuration, ReadConfiguration } from '../../configuration.ts'
import type { Transport } from '../../delivery/transport.ts'
import { openTransports } from '../../delivery/transports/open-transports.ts'
import { GATEWAY_HEADER } from '../../http/ops.ts'
import { textOf } from '../../log.ts'
import { EXPOSED, isExposed, mailServerOf } from '../../mail-server.ts'
import { ownCommand } from '../../own-command.ts'
import { hasOwnGateway, type OwnSite, type ReadSite } from '../../own-site.ts'
import { createRedactor } from '../../redact.ts'
import { gatewayId, openExistingStore } from '../../store/open-store.ts'
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

type DoctorOptions = { sendTest?: boolean; json?: boolean }

/** Runs the checks, prints their findings and returns the exit code. */
export async function printFindings(
  options: DoctorOptions,
  surroundings: DoctorSurroundings,
): Promise<number> {
  const { output, columns } = surroundings.screen
  const print = (line: string) => output.write(`${line}\n`)
  const findings: Finding[] = []
  const read = readOwnConfiguration()
  // Mail servers and databases may repeat secrets in their replies.
  const redact = createRedactor(process.env)
  for await (const { found, advice, ...raw } of runChecks(read, options, surroundings)) {
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

/** Checks everything that delivery depends on, in the order of the dependencies. */
async function* runChecks(
  read: ReadConfiguration,
  { sendTest = false }: DoctorOptions,
  { readSite, checkSite: checkMore }: DoctorSurroundings,
): AsyncGenerator<Finding> {
  yield* checkConfiguration(read)
  const site = await readSite()
  yield checkSite(site)
  if (site.ok && checkMore) yield* await checkMore()
  const own = site.ok ? site.site : undefined
  if (own) yield* checkForm(own)
  if (!read.ok) return
  const { configuration } = read
  if (site.ok && !isGatewayHere(own, configuration)) return
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  yield* await checkDatabase({ databaseUrl, dataFolder })
  const running = await checkRunningGateway(configuration)
  // With an invalid content, the gateway that answers there may be of another site.
  yield* running.filter(({ status }) => site.ok || status === 'failed')
  if (!site.ok) return
  try {
    const account = readAccount({
      account: own?.account,
      configuration,
      templates: readTemplates(ownTemplates()),
      isProduction: true,
    })
    yield describeAccount(account, configuration)
    yield* checkMail(account, configuration, Date.now(), sendTest)
  } catch (error) {
    yield failed('account', textOf(error), 'The gateway cannot start until this is fixed.')
  }
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

/** The gateway itself answers within three seconds. */
const TIMEOUT_MS = 5000

/** Reads what the gateway that runs here says of itself at its ops port, and whether it has the same database. */
export async function checkRunningGateway(configuration: Configuration): Promise<Finding[]> {
  const { OPS_HOST: host, OPS_PORT: port, DATABASE_URL, DATA_DIR } = configuration
  const place = { databaseUrl: DATABASE_URL, dataFolder: DATA_DIR }
  if (port === 0) {
    const advice = 'Set OPS_PORT to a free port, so that a gateway that is down is noticed.'
    return [warning('gateway', 'whether one runs here is not known: OPS_PORT is 0', advice)]
  }
  const own = await readGatewayId(place).catch(() => UNREADABLE)
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  const text = (await response?.text().catch(() => '')) ?? ''
  const [state = '', ...pauses] = text.trim().split('\n')
  const isGateway = state === 'ready' || state.startsWith('not ready')
  const running = response?.headers.get(GATEWAY_HEADER)
  if (!isGateway || (running && own !== UNREADABLE && running !== own)) {
    const found = isGateway
      ? `none of this folder: the one at ${address} has another database`
      : `none answers at ${address}`
    const advice = `Start it: ${ownCommand('start')}. Each one needs an OPS_PORT of its own.`
    // Before the first start there is nothing that could be down.
    return [own ? failed('gateway', found, advice) : warning('gateway', found, advice)]
  }
  if (state.startsWith('not ready')) {
    return [failed('gateway', `the one that runs here is ${state}`, 'Its log has more.')]
  }
  if (pauses.length === 0) return [ok('gateway', `runs here: ${address} is ready`)]
  const retry = ownCommand('messages', 'retry --all')
  const advice = `No message is lost. After a change of .env, restart the gateway. After another repair, ${retry} tries at once.`
  return pauses.map((pause) => failed('gateway', pause.replace('warning: ', ''), advice))
}

/** A database that cannot be read, which another check reports. */
const UNREADABLE = 'unreadable'

async function readGatewayId(place: StoreLocation): Promise<string | undefined> {
  const store = await openExistingStore(place)
  try {
    return store && (await gatewayId(store.db))
  } finally {
    await store?.close()
  }
}

/** Where the messages of a page go if its gateway is not beside it. */
function checkForm({ form, email }: OwnSite): Finding[] {
  if (form?.origin) {
    return [ok('form', `sends to ${form.origin}. Send yourself a message to check it`)]
  }
  if (form || email) return []
  const advice = 'Add a contact section with a form, or with form: none and your email.'
  return [warning('form', 'the page has no form and no address', advice)]
}

/** Whether messages are stored and delivered by a gateway with the settings of this folder. */
function isGatewayHere(site: OwnSite | undefined, configuration: Configuration): boolean {
  if (!site || hasOwnGateway(site)) return true
  return site.account !== undefined && configuration.MAIL_FROM !== undefined
}

async function* checkMail(
  account: Account,
  configuration: Configuration,
  now: number,
  isSendingTest: boolean,
): AsyncGenerator<Finding> {
  const transports = openTransports(configuration)
  try {
    if (!transports.has(configuration.MAIL_TRANSPORT)) yield missingMailServer()
    if (isExposed(mailServerOf(configuration))) {
      yield warning('mail server', 'mail is not encrypted', `${EXPOSED.hint}.`)
    }
    const working = new Map<string, Transport>()
    for (const [name, transport] of transports) {
      const finding = await checkMailServer(transport, configuration.SMTP_USER)
      if (finding.status !== 'failed') working.set(name, transport)
      yield finding
    }
    yield await checkNotices(configuration, { isSendingTest, now })
    if (isSendingTest) yield await sendTestMail(account, working, now)
  } finally {
    for (const transport of transports.values()) transport.close()
  }
}

function checkSite(read: ReadSite): Finding {
  const check = 'site'
  if (!read.ok) return failed(check, read.fault, 'Correct each. Until then, the site is not built.')
  const { site } = read
  if (!site) return ok(check, 'none is built here')
  return ok(check, `the content is valid${site.url ? `; the page is ${site.url}` : ''}`)
}

function describeAccount(
  { publicKey, templates, sender }: Account,
  { MAIL_TO }: Configuration,
): Finding {
  const names = [...templates.keys()].join(', ')
  const to = MAIL_TO ? sender.to.join(', ') : 'nobody: MAIL_TO is not set'
  return ok('account', `"${publicKey}" sends to ${to} (templates: ${names})`)
}

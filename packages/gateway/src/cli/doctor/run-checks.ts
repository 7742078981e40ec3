import { Resolver } from 'node:dns/promises'
import type { Account } from '../../accounts.ts'
import type { Configuration } from '../../configuration.ts'
import { domainOf } from '../../delivery/address.ts'
import { openTransports } from '../../delivery/transport.ts'
import { textOf } from '../../log.ts'
import type { ReadSite } from '../../own-site.ts'
import { readOwnConfiguration } from '../configuration-or-exit.ts'
import { readOwnAccounts } from '../own-accounts.ts'
import { ENVIRONMENT_FILE } from '../owner-folder.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { checkDkim } from './dkim.ts'
import { type Finding, failed } from './finding.ts'
import { checkMailDns } from './mail-dns.ts'
import { checkMailServer } from './mail-server.ts'
import { checkAccounts, checkConfiguration, checkSite } from './settings.ts'
import { sendTestMail } from './test-mail.ts'

const DNS_OPTIONS = { timeout: 2000, tries: 2 }

type CheckOptions = { isTestMailWanted: boolean; now: number; readSite: () => ReadSite }

/** Checks everything that delivery depends on, in the order of the dependencies. */
export async function* runChecks(options: CheckOptions): AsyncGenerator<Finding> {
  const read = readOwnConfiguration()
  yield* checkConfiguration(read, process.env, ENVIRONMENT_FILE)
  const site = options.readSite()
  yield checkSite(site)
  if (!read.ok) return
  const { configuration } = read
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  if (usesDataFolder(configuration)) yield checkDataFolder(dataFolder)
  yield* await checkDatabase({ databaseUrl, dataFolder })
  if (!site.ok) return
  const accounts = readOwnAccounts(site, configuration)
  yield* checkAccounts(accounts)
  if (accounts.ok) yield* checkMail(accounts.accounts, configuration, options)
}

/** A gateway with a remote database and a remote mail server writes no local files. */
function usesDataFolder({ DATABASE_URL, SMTP_URL, ACCOUNTS_FILE }: Configuration): boolean {
  return !DATABASE_URL || !SMTP_URL || ACCOUNTS_FILE !== undefined
}

async function* checkMail(
  accounts: Map<string, Account>,
  configuration: Configuration,
  { isTestMailWanted, now }: CheckOptions,
): AsyncGenerator<Finding> {
  const dns = new Resolver(DNS_OPTIONS)
  yield* await checkDkim(configuration, dns)
  const transports = openTransportsOrFail(accounts, configuration)
  if (!(transports instanceof Map)) return yield transports
  try {
    const hasMailServer = [...transports.values()].some(({ isReal }) => isReal)
    const domains = new Set([...accounts.values()].map(({ sender }) => domainOf(sender.from)))
    if (hasMailServer) for (const domain of domains) yield* await checkMailDns(domain, dns)
    const broken = new Set<string>()
    for (const [variable, transport] of transports) {
      const findings = await checkMailServer(variable, transport, process.env[variable], now)
      if (findings.some(({ status }) => status === 'failed')) broken.add(variable)
      yield* findings
    }
    if (isTestMailWanted) yield await sendTestMail(accounts, transports, now, broken)
  } finally {
    for (const transport of transports.values()) transport.close()
  }
}

function openTransportsOrFail(accounts: Map<string, Account>, configuration: Configuration) {
  try {
    return openTransports(accounts, configuration, process.env)
  } catch (error) {
    const advice = 'The gateway cannot start until this is fixed.'
    return failed('mail server', textOf(error), advice)
  }
}

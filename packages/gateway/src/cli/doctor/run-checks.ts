import { Resolver } from 'node:dns/promises'
import { loadPortfolio } from '../../content/load.ts'
import type { Account } from '../../gateway/accounts.ts'
import type { Configuration } from '../../gateway/configuration.ts'
import { textOf } from '../../gateway/error-text.ts'
import { domainOf } from '../../gateway/mail/address.ts'
import { openTransports } from '../../gateway/mail/transports.ts'
import { ENVIRONMENT_FILE, readOwnConfiguration } from '../configuration-or-exit.ts'
import { CONTENT, readOwnAccounts } from '../own-accounts.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { checkDkim } from './dkim.ts'
import { type Finding, failed } from './finding.ts'
import { checkMailDns } from './mail-dns.ts'
import { checkMailServer } from './mail-server.ts'
import { checkAccounts, checkConfiguration, checkContent } from './settings.ts'
import { sendTestMail } from './test-mail.ts'

const DNS_OPTIONS = { timeout: 2000, tries: 2 }

export type Examination = { isTestMailWanted: boolean; now: number }

/** Looks at everything that a delivered message depends on, in the order in which it depends. */
export async function* examine(wanted: Examination): AsyncGenerator<Finding> {
  const read = readOwnConfiguration()
  yield* checkConfiguration(read, process.env, ENVIRONMENT_FILE)
  const loaded = loadPortfolio(CONTENT, 'words')
  yield checkContent(loaded)
  if (!read.ok) return
  const { configuration } = read
  const { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder } = configuration
  if (usesDataFolder(configuration)) yield checkDataFolder(dataFolder)
  yield* await checkDatabase({ databaseUrl, dataFolder }, wanted.now)
  if (!loaded.ok) return
  const accounts = readOwnAccounts(loaded.portfolio, configuration, process.env)
  yield* checkAccounts(accounts)
  if (accounts.ok) yield* examineMail(accounts.accounts, configuration, wanted)
}

/** A gateway with a database and a mail server elsewhere writes nothing on its own machine. */
function usesDataFolder({ DATABASE_URL, SMTP_URL, ACCOUNTS_FILE }: Configuration): boolean {
  return !DATABASE_URL || !SMTP_URL || ACCOUNTS_FILE !== undefined
}

async function* examineMail(
  accounts: Map<string, Account>,
  configuration: Configuration,
  { isTestMailWanted, now }: Examination,
): AsyncGenerator<Finding> {
  const dns = new Resolver(DNS_OPTIONS)
  yield* await checkDkim(configuration, dns)
  const transports = openTransportsOrFail(accounts, configuration)
  if (!(transports instanceof Map)) return yield transports
  try {
    const isMailed = [...transports.values()].some(({ isReal }) => isReal)
    const domains = new Set([...accounts.values()].map(({ sender }) => domainOf(sender.from)))
    if (isMailed) for (const domain of domains) yield* await checkMailDns(domain, dns)
    for (const [variable, transport] of transports) {
      yield* await checkMailServer(variable, transport, process.env[variable], now)
    }
    if (isTestMailWanted) yield await sendTestMail(accounts, transports, now)
  } finally {
    for (const transport of transports.values()) transport.close()
  }
}

function openTransportsOrFail(accounts: Map<string, Account>, configuration: Configuration) {
  try {
    return openTransports(accounts, configuration, process.env)
  } catch (error) {
    const advice = 'The gateway cannot start until this is mended.'
    return failed('mail server', textOf(error), advice)
  }
}
